// Buffers and images with their memory. Copies refer to the same object, which is freed with the last of them.
#pragma once
#include <assetc.h>
#include <memory>
#include "device.hpp"

/** Mapped as long as it exists. Shaders read it by its address. */
struct Buffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceAddress address = 0;
  void *mapped = nullptr;
  std::shared_ptr<void> owner;

  Buffer() = default;
  Buffer(Device &gpu, size_t size, const void *content = nullptr);
};

struct Image {
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
  std::shared_ptr<void> owner;

  Image() = default;
  /** Of six layers: a cube. */
  Image(Device &gpu, VkFormat format, VkExtent2D size, VkImageUsageFlags usage, uint32_t levels = 1, uint32_t layers = 1,
        VkComponentMapping swizzle = {});
};

/** A KTX2 file, as stored if the device takes its format, else transcoded from UASTC. */
Image uploadTexture(Device &gpu, const AssetcTexture &texture);
