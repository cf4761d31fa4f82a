/* ---- The texel blocks of VkFormat numbers. ---- */

#define ASSETC_FORMAT_SRGB 1u
#define ASSETC_FORMAT_SRGB_TWIN 2u /* Linear, and the same layout exists as sRGB. */
#define ASSETC_FORMAT_COMPRESSED 4u
#define ASSETC_FORMAT_PROHIBITED 8u /* KTX 2.0 does not allow it. */
#define ASSETC_FORMAT_DEPTH_STENCIL 16u

typedef struct AssetcFormatInfo {
  uint32_t vkFormat;
  uint8_t blockWidth;
  uint8_t blockHeight;
  uint8_t blockBytes;
  uint8_t typeSize;
  uint8_t model; /* ASSETC_KTX2_MODEL_... */
  uint8_t flags; /* ASSETC_FORMAT_... */
  uint8_t firstSample;
  uint8_t sampleCount;
} AssetcFormatInfo;

/* NULL for unknown formats: such files open, but their level sizes cannot be checked. */
ASSETC_API const AssetcFormatInfo *assetc_format_info(uint32_t vkFormat);

/* @implementation */

/* The required sample of a format. */
typedef struct AssetcImplSample {
  uint16_t bitOffset;
  uint8_t bitLength;
  uint8_t channelType;
  uint32_t lower;
  uint32_t upper;
} AssetcImplSample;

/* Channels of block formats whose samples are not given in full. */
typedef struct AssetcImplChannels {
  uint32_t vkFormat;
  uint8_t count;
  uint8_t channels[2];
} AssetcImplChannels;

/* @ktx2-formats@ */

/* @ktx2-channels@ */

const AssetcFormatInfo *assetc_format_info(uint32_t vkFormat) {
  size_t low = 0, high = sizeof assetc_impl_formats / sizeof assetc_impl_formats[0];
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (assetc_impl_formats[middle].vkFormat == vkFormat) return &assetc_impl_formats[middle];
    if (assetc_impl_formats[middle].vkFormat < vkFormat) low = middle + 1;
    else high = middle;
  }
  return NULL;
}
