// The device, one queue, one command buffer. Everything waits for the frame before it: simple, not fast.
#pragma once
#include <vulkan/vulkan.h>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

struct Device {
  VkInstance instance = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  uint32_t family = 0;
  VkQueue queue = VK_NULL_HANDLE;
  VkCommandPool pool = VK_NULL_HANDLE;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  VkFence fence = VK_NULL_HANDLE;
  bool hasBc = false, hasAstc = false;
  uint32_t validationMessages = 0;

  Device(const std::vector<const char *> &instanceExtensions, bool hasWindow);
  ~Device();
  Device(const Device &) = delete;

  uint32_t memoryType(uint32_t bits, VkMemoryPropertyFlags wanted) const;
  bool supports(VkFormat format, VkFormatFeatureFlags wanted) const;
  void begin();
  /** Submits what was recorded since begin() and waits for it. */
  void submit(VkSemaphore wait = VK_NULL_HANDLE, VkSemaphore signal = VK_NULL_HANDLE);
};

inline void check(VkResult result, const char *what) {
  if (result != VK_SUCCESS) throw std::runtime_error(std::string(what) + ": VkResult " + std::to_string(result));
}

/** Waits for all earlier work on an image and changes its layout. */
void transition(VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to, VkImageAspectFlags aspect);
/** Makes all writes before visible to all reads after. */
void barrier(VkCommandBuffer commands);
