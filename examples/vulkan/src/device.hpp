// The device, one queue, one command buffer. Each frame waits for the one before it: simple, not fast.
#pragma once
#include <vulkan/vulkan.h>
#include <cstdint>
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
  PFN_vkCmdPushDescriptorSetKHR pushDescriptors = nullptr;
  PFN_vkCmdDrawMeshTasksEXT drawMeshTasks = nullptr; // null without mesh shaders
  uint32_t validationMessages = 0;

  /** With the extensions that a window needs, or without any. */
  explicit Device(const std::vector<const char *> &windowExtensions);
  ~Device();
  Device(const Device &) = delete;

  void begin();
  /** Submits what was recorded since begin() and waits until it is done. */
  void submit(VkSemaphore wait = VK_NULL_HANDLE);
  /** Finishes all work before it, then changes the layout of an image, if there is one. */
  void barrier(VkImage image = VK_NULL_HANDLE, VkImageLayout from = VK_IMAGE_LAYOUT_UNDEFINED, VkImageLayout to = VK_IMAGE_LAYOUT_UNDEFINED,
               VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT);

 private:
  void createInstance(std::vector<const char *> extensions);
  void chooseDevice();
  void createDevice(bool hasWindow);
};

inline void check(VkResult result, const char *what) {
  if (result != VK_SUCCESS) throw std::runtime_error(std::string(what) + ": VkResult " + std::to_string(result));
}

/** What a function lists that is asked for the number first. */
template <typename Item, typename Function, typename... Arguments> std::vector<Item> listOf(Function function, Arguments... arguments) {
  uint32_t count = 0;
  function(arguments..., &count, nullptr);
  std::vector<Item> items(count);
  function(arguments..., &count, items.data());
  return items;
}
