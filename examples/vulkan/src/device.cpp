// Instance, validation, device and queue.
#include "device.hpp"
#include <cstdio>
#include <cstring>

static VKAPI_ATTR VkBool32 VKAPI_CALL report(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                             const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
  static_cast<Device *>(user)->validationMessages++;
  std::fprintf(stderr, "validation: %s\n", data->pMessage);
  return VK_FALSE;
}

Device::Device(const std::vector<const char *> &windowExtensions) {
  createInstance(windowExtensions);
  chooseDevice();
  createDevice(!windowExtensions.empty());
  VkCommandPoolCreateFlags flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, flags, family};
  check(vkCreateCommandPool(device, &poolInfo, nullptr, &pool), "vkCreateCommandPool");
  VkCommandBufferAllocateInfo allocation{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
  check(vkAllocateCommandBuffers(device, &allocation, &commands), "vkAllocateCommandBuffers");
}

void Device::createInstance(std::vector<const char *> extensions) {
  const char *layer = "VK_LAYER_KHRONOS_validation";
  bool validates = false;
  for (const auto &each : listOf<VkLayerProperties>(vkEnumerateInstanceLayerProperties)) validates |= std::strcmp(each.layerName, layer) == 0;
  if (validates) extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  else std::fprintf(stderr, "the validation layer is not installed\n");
  VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.apiVersion = VK_API_VERSION_1_3;
  VkDebugUtilsMessengerCreateInfoEXT debug{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  debug.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  debug.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  debug.pfnUserCallback = report;
  debug.pUserData = this;
  VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, validates ? &debug : nullptr, 0, &application, validates ? 1u : 0u, &layer};
  info.enabledExtensionCount = uint32_t(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  VkResult result = vkCreateInstance(&info, nullptr, &instance);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
    throw std::runtime_error("there is no Vulkan driver: install that of your GPU, or mesa-vulkan-drivers");
  check(result, "vkCreateInstance");
  if (!validates) return;
  auto create = PFN_vkCreateDebugUtilsMessengerEXT(vkGetInstanceProcAddr(instance, "vkCreateDebugUtilsMessengerEXT"));
  check(create(instance, &debug, nullptr, &messenger), "vkCreateDebugUtilsMessengerEXT");
}

/** The first device with Vulkan 1.3, and its first queue that draws. */
void Device::chooseDevice() {
  for (VkPhysicalDevice each : listOf<VkPhysicalDevice>(vkEnumeratePhysicalDevices, instance)) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(each, &properties);
    if (!physical && properties.apiVersion >= VK_API_VERSION_1_3) physical = each;
  }
  if (!physical) throw std::runtime_error("no device has Vulkan 1.3: update its driver, or install mesa-vulkan-drivers");
  auto families = listOf<VkQueueFamilyProperties>(vkGetPhysicalDeviceQueueFamilyProperties, physical);
  while (family + 1 < families.size() && !(families[family].queueFlags & VK_QUEUE_GRAPHICS_BIT)) family++;
}

void Device::createDevice(bool hasWindow) {
  std::vector<const char *> extensions = {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME};
  if (hasWindow) extensions.push_back(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
  bool hasMeshShaders = false;
  for (const auto &each : listOf<VkExtensionProperties>(vkEnumerateDeviceExtensionProperties, physical, nullptr))
    hasMeshShaders |= std::strcmp(each.extensionName, VK_EXT_MESH_SHADER_EXTENSION_NAME) == 0;
  if (hasMeshShaders) extensions.push_back(VK_EXT_MESH_SHADER_EXTENSION_NAME);
  VkPhysicalDeviceVulkan13Features found13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
  VkPhysicalDeviceFeatures2 found{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &found13};
  vkGetPhysicalDeviceFeatures2(physical, &found);
  VkPhysicalDeviceMeshShaderFeaturesEXT meshFeatures{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MESH_SHADER_FEATURES_EXT};
  meshFeatures.taskShader = meshFeatures.meshShader = VK_TRUE;
  VkPhysicalDeviceVulkan13Features features13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
  features13.pNext = hasMeshShaders ? &meshFeatures : nullptr;
  features13.dynamicRendering = VK_TRUE;
  features13.textureCompressionASTC_HDR = found13.textureCompressionASTC_HDR;
  VkPhysicalDeviceVulkan12Features features12{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, &features13};
  features12.bufferDeviceAddress = VK_TRUE;
  VkPhysicalDeviceVulkan11Features features11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, &features12};
  features11.shaderDrawParameters = VK_TRUE; // Slang's SV_VertexID
  VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &features11};
  features.features.textureCompressionBC = found.features.textureCompressionBC;
  features.features.textureCompressionASTC_LDR = found.features.textureCompressionASTC_LDR;
  float priority = 1;
  VkDeviceQueueCreateInfo queueInfo{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, nullptr, 0, family, 1, &priority};
  VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &features, 0, 1, &queueInfo};
  info.enabledExtensionCount = uint32_t(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  check(vkCreateDevice(physical, &info, nullptr, &device), "vkCreateDevice");
  vkGetDeviceQueue(device, family, 0, &queue);
  pushDescriptors = PFN_vkCmdPushDescriptorSetKHR(vkGetDeviceProcAddr(device, "vkCmdPushDescriptorSetKHR"));
  if (hasMeshShaders) drawMeshTasks = PFN_vkCmdDrawMeshTasksEXT(vkGetDeviceProcAddr(device, "vkCmdDrawMeshTasksEXT"));
}

Device::~Device() {
  vkDestroyCommandPool(device, pool, nullptr);
  vkDestroyDevice(device, nullptr);
  auto destroy = PFN_vkDestroyDebugUtilsMessengerEXT(vkGetInstanceProcAddr(instance, "vkDestroyDebugUtilsMessengerEXT"));
  if (messenger) destroy(instance, messenger, nullptr);
  vkDestroyInstance(instance, nullptr);
}

void Device::begin() {
  VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
  check(vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
}

void Device::submit(VkSemaphore wait) {
  check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
  VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO, nullptr, wait ? 1u : 0u, &wait, &stage, 1, &commands};
  check(vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
  check(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
}

void Device::barrier(VkImage image, VkImageLayout from, VkImageLayout to, VkImageAspectFlags aspect) {
  VkAccessFlags before = VK_ACCESS_MEMORY_WRITE_BIT, after = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  VkMemoryBarrier all{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, before, after};
  VkImageSubresourceRange range{aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
  VkImageMemoryBarrier change{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, nullptr, before, after, from, to, 0, 0, image, range};
  VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  vkCmdPipelineBarrier(commands, stages, stages, 0, 1, &all, 0, nullptr, image ? 1 : 0, &change);
}
