// KTX2 files become images: as they are if the device reads their format, transcoded if they are UASTC.
#include "upload.hpp"
#include <zstd.h>
#include <cstring>

/** What UASTC can become, in order of preference. Every device reads the last. */
struct Candidate { AssetcTarget target; VkFormat linear, srgb; };
static const Candidate LDR[] = {{ASSETC_TARGET_BC7, VK_FORMAT_BC7_UNORM_BLOCK, VK_FORMAT_BC7_SRGB_BLOCK},
                                {ASSETC_TARGET_ASTC_4X4, VK_FORMAT_ASTC_4x4_UNORM_BLOCK, VK_FORMAT_ASTC_4x4_SRGB_BLOCK},
                                {ASSETC_TARGET_RGBA8, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB}};
static const Candidate HDR[] = {{ASSETC_TARGET_BC6H, VK_FORMAT_BC6H_UFLOAT_BLOCK, VK_FORMAT_UNDEFINED},
                                {ASSETC_TARGET_ASTC_4X4_HDR, VK_FORMAT_ASTC_4x4_SFLOAT_BLOCK, VK_FORMAT_UNDEFINED},
                                {ASSETC_TARGET_RGBA16F, VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_UNDEFINED}};

static bool canSample(const Device &gpu, VkFormat format) {
  VkFormatProperties properties;
  vkGetPhysicalDeviceFormatProperties(gpu.physical, format, &properties);
  return properties.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
}

static const Candidate &chooseTarget(const Device &gpu, const Candidate *candidates) {
  for (int i = 0; i < 2; i++)
    if (canSample(gpu, candidates[i].linear)) return candidates[i];
  return candidates[2];
}

/** Textures without block compression, such as the atlas of a font, are stored with Zstd. */
static size_t decompress(void *, uint32_t scheme, void *out, size_t outSize, const void *in, size_t inSize) {
  return scheme == ASSETC_KTX2_SUPERCOMPRESSION_ZSTD ? ZSTD_decompress(out, outSize, in, inSize) : 0;
}

/** KTXswizzle: grayscale in one channel is seen in three. */
static VkComponentMapping swizzleOf(const AssetcTexture &texture) {
  const std::string letters = "01rgba"; // in the order of VkComponentSwizzle
  AssetcText value;
  if (!assetc_texture_value(&texture, "KTXswizzle", &value)) return {};
  auto channel = [&](int i) { return VkComponentSwizzle(VK_COMPONENT_SWIZZLE_ZERO + letters.find(value.data[i])); };
  return {channel(0), channel(1), channel(2), channel(3)};
}

Image uploadTexture(Device &gpu, const AssetcTexture &texture) {
  bool isHdr = texture.colorModel == ASSETC_KTX2_MODEL_UASTC_HDR_4x4, isUastc = isHdr || texture.colorModel == ASSETC_KTX2_MODEL_UASTC;
  const Candidate &chosen = chooseTarget(gpu, isHdr ? HDR : LDR);
  VkFormat target = texture.transferFunction == 2 ? chosen.srgb : chosen.linear, format = isUastc ? target : VkFormat(texture.header->vkFormat);
  if (!canSample(gpu, format))
    throw std::runtime_error("the device does not read VkFormat " + std::to_string(format) + ": build with another texture.target");
  std::vector<unsigned char> texels;
  std::vector<VkBufferImageCopy> copies;
  for (uint32_t i = 0; i < texture.levelCount; i++) {
    AssetcTextureLevel level = assetc_texture_level(&texture, i);
    uint32_t images = level.layers * level.faces;
    std::vector<unsigned char> bytes(level.size);
    if (!assetc_texture_read_level(&texture, i, bytes.data(), bytes.size(), decompress, nullptr, nullptr))
      throw std::runtime_error("a level of a texture is damaged");
    if (isUastc) {
      std::vector<unsigned char> made(assetc_transcode_level_size(level.width, level.height, images, chosen.target));
      assetc_transcode_level(bytes.data(), bytes.size(), level.width, level.height, images, chosen.target, made.data(), made.size());
      bytes.swap(made);
    }
    copies.push_back({texels.size(), 0, 0, {VK_IMAGE_ASPECT_COLOR_BIT, i, 0, images}, {}, {level.width, level.height, 1}});
    texels.insert(texels.end(), bytes.begin(), bytes.end());
    texels.resize((texels.size() + 15) / 16 * 16); // copies begin at multiples of a block
  }
  VkImageUsageFlags usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  Image image(gpu, format, {texture.header->pixelWidth, texture.header->pixelHeight}, usage, texture.levelCount,
              copies[0].imageSubresource.layerCount, swizzleOf(texture));
  Buffer staging(gpu, texels.size(), texels.data());
  gpu.begin();
  gpu.barrier(image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  vkCmdCopyBufferToImage(gpu.commands, staging.buffer, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, uint32_t(copies.size()), copies.data());
  gpu.barrier(image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
  gpu.submit();
  return image;
}
