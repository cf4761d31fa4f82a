// Buffers and images with their memory.
#pragma once
#include <assetc.h>
#include "device.hpp"

/** Host-visible, mapped as long as it lives. */
struct Buffer {
  Device *gpu = nullptr;
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  void *mapped = nullptr;
  VkDeviceSize size = 0;

  Buffer() = default;
  Buffer(Device &gpu, VkDeviceSize size, VkBufferUsageFlags usage, const void *content = nullptr);
  Buffer(Buffer &&other) noexcept { *this = std::move(other); }
  Buffer &operator=(Buffer &&other) noexcept;
  ~Buffer();
};

struct Image {
  Device *gpu = nullptr;
  VkImage image = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;

  Image() = default;
  Image(Device &gpu, const VkImageCreateInfo &info, VkImageViewType viewType, VkImageAspectFlags aspect);
  Image(Image &&other) noexcept { *this = std::move(other); }
  Image &operator=(Image &&other) noexcept;
  ~Image();
};

/** A target of the frame, or a plain image. */
VkImageCreateInfo imageInfo(VkFormat format, uint32_t width, uint32_t height, VkImageUsageFlags usage);
/** A KTX2 file, as stored if the device takes its format, else transcoded from UASTC. */
Image uploadTexture(Device &gpu, const AssetcTexture &texture);
/** One texel of four bytes, for materials without a texture. */
Image uploadTexel(Device &gpu, uint32_t rgba);
