// Instance, validation, device and queue.
#include "device.hpp"
#include <cstdio>
#include <cstring>

static VKAPI_ATTR VkBool32 VKAPI_CALL report(
  VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT, const VkDebugUtilsMessengerCallbackDataEXT *data,
  void *user) {
  static_cast<Device *>(user)->validationMessages++;
  std::fprintf(stderr, "validation: %s\n", data->pMessage);
  return VK_FALSE;
}

static bool hasLayer(const char *name) {
  uint32_t count = 0;
  vkEnumerateInstanceLayerProperties(&count, nullptr);
  std::vector<VkLayerProperties> layers(count);
  vkEnumerateInstanceLayerProperties(&count, layers.data());
  for (const auto &layer : layers)
    if (std::strcmp(layer.layerName, name) == 0) return true;
  return false;
}

Device::Device(const std::vector<const char *> &instanceExtensions, bool hasWindow) {
  const char *layer = "VK_LAYER_KHRONOS_validation";
  bool validates = hasLayer(layer);
  if (!validates) std::fprintf(stderr, "the validation layer is not installed\n");
  auto extensions = instanceExtensions;
  if (validates) extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.apiVersion = VK_API_VERSION_1_3;
  VkDebugUtilsMessengerCreateInfoEXT debug{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  debug.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  debug.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  debug.pfnUserCallback = report;
  debug.pUserData = this;
  VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pNext = validates ? &debug : nullptr;
  info.pApplicationInfo = &application;
  info.enabledLayerCount = validates ? 1 : 0;
  info.ppEnabledLayerNames = &layer;
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  check(vkCreateInstance(&info, nullptr, &instance), "vkCreateInstance");
  if (validates) {
    auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
      vkGetInstanceProcAddr(instance, "vkCreateDebugUtilsMessengerEXT"));
    check(create(instance, &debug, nullptr, &messenger), "vkCreateDebugUtilsMessengerEXT");
  }

  uint32_t count = 1;
  vkEnumeratePhysicalDevices(instance, &count, &physical);
  if (count == 0) throw std::runtime_error("there is no Vulkan device");
  VkPhysicalDeviceFeatures found{};
  vkGetPhysicalDeviceFeatures(physical, &found);
  hasBc = found.textureCompressionBC;
  hasAstc = found.textureCompressionASTC_LDR;
  uint32_t families = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &families, nullptr);
  std::vector<VkQueueFamilyProperties> properties(families);
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &families, properties.data());
  while (family < families && !(properties[family].queueFlags & VK_QUEUE_GRAPHICS_BIT)) family++;

  VkPhysicalDeviceVulkan13Features features13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
  features13.dynamicRendering = features13.synchronization2 = VK_TRUE;
  VkPhysicalDeviceVulkan11Features features11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, &features13};
  features11.shaderDrawParameters = VK_TRUE; // Slang's SV_VertexID
  VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &features11};
  features.features.textureCompressionBC = hasBc;
  features.features.textureCompressionASTC_LDR = hasAstc;
  float priority = 1;
  VkDeviceQueueCreateInfo queueInfo{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queueInfo.queueFamilyIndex = family;
  queueInfo.queueCount = 1;
  queueInfo.pQueuePriorities = &priority;
  const char *swapchain = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
  VkDeviceCreateInfo deviceInfo{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &features};
  deviceInfo.queueCreateInfoCount = 1;
  deviceInfo.pQueueCreateInfos = &queueInfo;
  deviceInfo.enabledExtensionCount = hasWindow ? 1 : 0;
  deviceInfo.ppEnabledExtensionNames = &swapchain;
  check(vkCreateDevice(physical, &deviceInfo, nullptr, &device), "vkCreateDevice");
  vkGetDeviceQueue(device, family, 0, &queue);

  VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  poolInfo.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  poolInfo.queueFamilyIndex = family;
  check(vkCreateCommandPool(device, &poolInfo, nullptr, &pool), "vkCreateCommandPool");
  VkCommandBufferAllocateInfo allocation{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  allocation.commandPool = pool;
  allocation.commandBufferCount = 1;
  check(vkAllocateCommandBuffers(device, &allocation, &commands), "vkAllocateCommandBuffers");
  VkFenceCreateInfo fenceInfo{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  check(vkCreateFence(device, &fenceInfo, nullptr, &fence), "vkCreateFence");
}

Device::~Device() {
  vkDestroyFence(device, fence, nullptr);
  vkDestroyCommandPool(device, pool, nullptr);
  vkDestroyDevice(device, nullptr);
  if (messenger) {
    auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
      vkGetInstanceProcAddr(instance, "vkDestroyDebugUtilsMessengerEXT"));
    destroy(instance, messenger, nullptr);
  }
  vkDestroyInstance(instance, nullptr);
}

uint32_t Device::memoryType(uint32_t bits, VkMemoryPropertyFlags wanted) const {
  VkPhysicalDeviceMemoryProperties memory;
  vkGetPhysicalDeviceMemoryProperties(physical, &memory);
  for (uint32_t i = 0; i < memory.memoryTypeCount; i++)
    if ((bits >> i & 1) && (memory.memoryTypes[i].propertyFlags & wanted) == wanted) return i;
  throw std::runtime_error("no memory of the type that is needed");
}

bool Device::supports(VkFormat format, VkFormatFeatureFlags wanted) const {
  VkFormatProperties properties;
  vkGetPhysicalDeviceFormatProperties(physical, format, &properties);
  return (properties.optimalTilingFeatures & wanted) == wanted;
}

void Device::begin() {
  VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  check(vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
}

void Device::submit(VkSemaphore wait, VkSemaphore signal) {
  check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
  VkSemaphoreSubmitInfo waitInfo{VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, nullptr, wait};
  waitInfo.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
  VkSemaphoreSubmitInfo signalInfo{VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, nullptr, signal};
  signalInfo.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
  VkCommandBufferSubmitInfo commandInfo{VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, nullptr, commands};
  VkSubmitInfo2 info{VK_STRUCTURE_TYPE_SUBMIT_INFO_2};
  info.waitSemaphoreInfoCount = wait ? 1 : 0;
  info.pWaitSemaphoreInfos = &waitInfo;
  info.commandBufferInfoCount = 1;
  info.pCommandBufferInfos = &commandInfo;
  info.signalSemaphoreInfoCount = signal ? 1 : 0;
  info.pSignalSemaphoreInfos = &signalInfo;
  check(vkQueueSubmit2(queue, 1, &info, fence), "vkQueueSubmit2");
  check(vkWaitForFences(device, 1, &fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
  check(vkResetFences(device, 1, &fence), "vkResetFences");
}

void transition(VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to, VkImageAspectFlags aspect) {
  VkImageMemoryBarrier2 change{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2};
  change.srcStageMask = change.dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
  change.srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT;
  change.dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT;
  change.oldLayout = from;
  change.newLayout = to;
  change.srcQueueFamilyIndex = change.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  change.image = image;
  change.subresourceRange = {aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
  VkDependencyInfo info{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
  info.imageMemoryBarrierCount = 1;
  info.pImageMemoryBarriers = &change;
  vkCmdPipelineBarrier2(commands, &info);
}

void barrier(VkCommandBuffer commands) {
  VkMemoryBarrier2 all{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
  all.srcStageMask = all.dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
  all.srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT;
  all.dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT;
  VkDependencyInfo info{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
  info.memoryBarrierCount = 1;
  info.pMemoryBarriers = &all;
  vkCmdPipelineBarrier2(commands, &info);
}
