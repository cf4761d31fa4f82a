// Buffers and images, and what is copied into them.
#include "upload.hpp"
#include <cstring>

static VkDeviceMemory allocate(Device &gpu, const VkMemoryRequirements &needs, VkMemoryPropertyFlags wanted) {
  VkPhysicalDeviceMemoryProperties memories;
  vkGetPhysicalDeviceMemoryProperties(gpu.physical, &memories);
  uint32_t type = 0; // Vulkan guarantees one that has both
  while (!(needs.memoryTypeBits >> type & 1) || (memories.memoryTypes[type].propertyFlags & wanted) != wanted) type++;
  VkMemoryAllocateFlagsInfo flags{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, nullptr, VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
  VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &flags, needs.size, type};
  VkDeviceMemory memory;
  check(vkAllocateMemory(gpu.device, &info, nullptr, &memory), "vkAllocateMemory");
  return memory;
}

Buffer::Buffer(Device &gpu, size_t size, const void *content) {
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = size + 4; // triangles of meshlets are read by words, one beyond the last
  info.usage = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  check(vkCreateBuffer(gpu.device, &info, nullptr, &buffer), "vkCreateBuffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(gpu.device, buffer, &needs);
  VkDeviceMemory memory = allocate(gpu, needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  owner = {nullptr, [device = gpu.device, buffer = buffer, memory](void *) {
             vkDestroyBuffer(device, buffer, nullptr);
             vkFreeMemory(device, memory, nullptr);
           }};
  check(vkBindBufferMemory(gpu.device, buffer, memory, 0), "vkBindBufferMemory");
  check(vkMapMemory(gpu.device, memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
  if (content) std::memcpy(mapped, content, size);
  VkBufferDeviceAddressInfo addressInfo{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, nullptr, buffer};
  address = vkGetBufferDeviceAddress(gpu.device, &addressInfo);
}

Image::Image(Device &gpu, VkFormat format, VkExtent2D size, VkImageUsageFlags usage, uint32_t levels, uint32_t layers,
             VkComponentMapping swizzle) {
  bool isCube = layers == 6, isDepth = usage & VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
  VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
  info.flags = isCube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {size.width, size.height, 1};
  info.mipLevels = levels;
  info.arrayLayers = layers;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.usage = usage;
  check(vkCreateImage(gpu.device, &info, nullptr, &image), "vkCreateImage");
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(gpu.device, image, &needs);
  VkDeviceMemory memory = allocate(gpu, needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  check(vkBindImageMemory(gpu.device, image, memory, 0), "vkBindImageMemory");
  VkImageViewType type = isCube ? VK_IMAGE_VIEW_TYPE_CUBE : VK_IMAGE_VIEW_TYPE_2D;
  VkImageViewCreateInfo viewInfo{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, nullptr, 0, image, type, format, swizzle};
  viewInfo.subresourceRange = {VkImageAspectFlags(isDepth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT), 0, levels, 0, layers};
  check(vkCreateImageView(gpu.device, &viewInfo, nullptr, &view), "vkCreateImageView");
  owner = {nullptr, [device = gpu.device, image = image, view = view, memory](void *) {
             vkDestroyImageView(device, view, nullptr);
             vkDestroyImage(device, image, nullptr);
             vkFreeMemory(device, memory, nullptr);
           }};
}
