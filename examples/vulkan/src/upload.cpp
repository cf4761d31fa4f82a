// Moves files to the GPU. Vertices, indices and materials are copied as they are; only UASTC textures change.
#include "upload.hpp"
#include <zstd.h>
#include <cstring>
#include <utility>

Buffer::Buffer(Device &device, VkDeviceSize bytes, VkBufferUsageFlags usage, const void *content) : gpu(&device), size(bytes) {
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = bytes;
  info.usage = usage;
  check(vkCreateBuffer(device.device, &info, nullptr, &buffer), "vkCreateBuffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device.device, buffer, &needs);
  VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, nullptr, needs.size};
  allocation.memoryTypeIndex =
    device.memoryType(needs.memoryTypeBits, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  check(vkAllocateMemory(device.device, &allocation, nullptr, &memory), "vkAllocateMemory");
  check(vkBindBufferMemory(device.device, buffer, memory, 0), "vkBindBufferMemory");
  check(vkMapMemory(device.device, memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
  if (content) std::memcpy(mapped, content, bytes);
}

Buffer &Buffer::operator=(Buffer &&other) noexcept {
  std::swap(gpu, other.gpu);
  std::swap(buffer, other.buffer);
  std::swap(memory, other.memory);
  std::swap(mapped, other.mapped);
  std::swap(size, other.size);
  return *this;
}

Buffer::~Buffer() {
  if (!gpu) return;
  vkDestroyBuffer(gpu->device, buffer, nullptr);
  vkFreeMemory(gpu->device, memory, nullptr);
}

VkImageCreateInfo imageInfo(VkFormat format, uint32_t width, uint32_t height, VkImageUsageFlags usage) {
  VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {width, height, 1};
  info.mipLevels = info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.usage = usage;
  return info;
}

Image::Image(Device &device, const VkImageCreateInfo &info, VkImageViewType viewType, VkImageAspectFlags aspect)
  : gpu(&device) {
  check(vkCreateImage(device.device, &info, nullptr, &image), "vkCreateImage");
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(device.device, image, &needs);
  VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, nullptr, needs.size};
  allocation.memoryTypeIndex = device.memoryType(needs.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  check(vkAllocateMemory(device.device, &allocation, nullptr, &memory), "vkAllocateMemory");
  check(vkBindImageMemory(device.device, image, memory, 0), "vkBindImageMemory");
  VkImageViewCreateInfo viewInfo{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
  viewInfo.image = image;
  viewInfo.viewType = viewType;
  viewInfo.format = info.format;
  viewInfo.subresourceRange = {aspect, 0, info.mipLevels, 0, info.arrayLayers};
  check(vkCreateImageView(device.device, &viewInfo, nullptr, &view), "vkCreateImageView");
}

Image &Image::operator=(Image &&other) noexcept {
  std::swap(gpu, other.gpu);
  std::swap(image, other.image);
  std::swap(memory, other.memory);
  std::swap(view, other.view);
  return *this;
}

Image::~Image() {
  if (!gpu) return;
  vkDestroyImageView(gpu->device, view, nullptr);
  vkDestroyImage(gpu->device, image, nullptr);
  vkFreeMemory(gpu->device, memory, nullptr);
}

static Image upload(Device &gpu, VkImageCreateInfo info, const std::vector<unsigned char> &texels,
                    const std::vector<VkBufferImageCopy> &copies) {
  bool isCube = info.arrayLayers == 6;
  if (isCube) info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
  Buffer staging(gpu, texels.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, texels.data());
  Image image(gpu, info, isCube ? VK_IMAGE_VIEW_TYPE_CUBE : VK_IMAGE_VIEW_TYPE_2D, VK_IMAGE_ASPECT_COLOR_BIT);
  gpu.begin();
  transition(gpu.commands, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_ASPECT_COLOR_BIT);
  vkCmdCopyBufferToImage(gpu.commands, staging.buffer, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                         static_cast<uint32_t>(copies.size()), copies.data());
  transition(gpu.commands, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
             VK_IMAGE_ASPECT_COLOR_BIT);
  gpu.submit();
  return image;
}

/** What UASTC becomes on this device. */
static std::pair<AssetcTarget, VkFormat> targetOf(const Device &gpu, const AssetcTexture &texture) {
  bool isSrgb = texture.transferFunction == 2;
  if (texture.colorModel != ASSETC_KTX2_MODEL_UASTC)
    return gpu.hasBc ? std::pair(ASSETC_TARGET_BC6H, VK_FORMAT_BC6H_UFLOAT_BLOCK)
                     : std::pair(ASSETC_TARGET_RGBA16F, VK_FORMAT_R16G16B16A16_SFLOAT);
  if (gpu.hasBc) return {ASSETC_TARGET_BC7, isSrgb ? VK_FORMAT_BC7_SRGB_BLOCK : VK_FORMAT_BC7_UNORM_BLOCK};
  if (gpu.hasAstc) return {ASSETC_TARGET_ASTC_4X4, isSrgb ? VK_FORMAT_ASTC_4x4_SRGB_BLOCK : VK_FORMAT_ASTC_4x4_UNORM_BLOCK};
  return {ASSETC_TARGET_RGBA8, isSrgb ? VK_FORMAT_R8G8B8A8_SRGB : VK_FORMAT_R8G8B8A8_UNORM};
}

/** Textures without block compression, such as the atlas of a font, are stored with Zstd. */
static size_t decompress(void *, uint32_t scheme, void *out, size_t outSize, const void *in, size_t inSize) {
  return scheme == ASSETC_KTX2_SUPERCOMPRESSION_ZSTD ? ZSTD_decompress(out, outSize, in, inSize) : 0;
}

Image uploadTexture(Device &gpu, const AssetcTexture &texture) {
  bool isUastc = texture.header->vkFormat == 0;
  auto [target, format] = isUastc ? targetOf(gpu, texture) : std::pair(ASSETC_TARGET_RGBA8, VkFormat(texture.header->vkFormat));
  if (!gpu.supports(format, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT))
    throw std::runtime_error("the device does not take VkFormat " + std::to_string(format) + "; build another preset");
  std::vector<unsigned char> texels;
  std::vector<VkBufferImageCopy> copies;
  VkImageCreateInfo info = imageInfo(format, texture.header->pixelWidth, texture.header->pixelHeight,
                                     VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  info.mipLevels = texture.levelCount;
  for (uint32_t i = 0; i < texture.levelCount; i++) {
    AssetcTextureLevel level = assetc_texture_level(&texture, i);
    uint32_t images = level.layers * level.faces;
    std::vector<unsigned char> stored(level.size), made;
    AssetcError error;
    if (!assetc_texture_read_level(&texture, i, stored.data(), stored.size(), decompress, nullptr, &error))
      throw std::runtime_error("a level of a texture is damaged");
    if (isUastc) {
      made.resize(assetc_transcode_level_size(level.width, level.height, images, target));
      assetc_transcode_level(stored.data(), stored.size(), level.width, level.height, images, target, made.data(), made.size());
    }
    info.arrayLayers = images;
    VkBufferImageCopy copy{};
    copy.bufferOffset = texels.size();
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, i, 0, images};
    copy.imageExtent = {level.width, level.height, 1};
    copies.push_back(copy);
    const auto &bytes = isUastc ? made : stored;
    texels.insert(texels.end(), bytes.begin(), bytes.end());
    texels.resize((texels.size() + 15) / 16 * 16);
  }
  return upload(gpu, info, texels, copies);
}

Image uploadTexel(Device &gpu, uint32_t rgba) {
  std::vector<unsigned char> texel(4);
  std::memcpy(texel.data(), &rgba, 4);
  VkBufferImageCopy copy{};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = {1, 1, 1};
  VkImageUsageFlags usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  return upload(gpu, imageInfo(VK_FORMAT_R8G8B8A8_UNORM, 1, 1, usage), texel, {copy});
}
