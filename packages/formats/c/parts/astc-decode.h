/* ---- ASTC of any 2D block size to texels, for GPUs that lack it. ---- */

/*
 * Decodes one block of sixteen bytes of an ASTC format, LDR, sRGB or HDR, to ASSETC_TARGET_RGBA8 or ASSETC_TARGET_RGBA16F: at most 144
 * texels, row by row. HDR is clamped to 0 ... 1 for RGBA8; sRGB stays sRGB. Returns 0 if the block is illegal: then it becomes magenta; and
 * writes nothing if `vk_format` is not ASTC or the target is another.
 */
ASSETC_API int assetc_astc_decode_block(const void *astc, uint32_t vk_format, AssetcTarget target, void *out);
/*
 * Decodes a decompressed level of `images` images (layers times faces times slices); assetc_transcode_level_size is the size that `out`
 * needs. Error ASSETC_ERROR_UNSUPPORTED for formats and targets that assetc_astc_decode_block does not know, ASSETC_ERROR_TRUNCATED if
 * `size` is too small, ASSETC_ERROR_MEMORY if `out_size` is. Blocks are independent: several threads may each decode some rows of blocks.
 */
ASSETC_API AssetcErrorCode assetc_astc_decode_level(
  const void *astc, size_t size, uint32_t vk_format, uint32_t width, uint32_t height, uint32_t images, AssetcTarget target,
  void *out, size_t out_size
);

/* @implementation */

#define ASSETC_IMPL_ASTC_FIRST_HDR 1000066000u

/* NULL if the format is not ASTC, or texels of the target are not made. */
static const AssetcFormatInfo *assetc_impl_astc_format(uint32_t vk_format, AssetcTarget target) {
  const AssetcFormatInfo *info = assetc_format_info(vk_format);
  if (target != ASSETC_TARGET_RGBA8 && target != ASSETC_TARGET_RGBA16F) return NULL;
  return info != NULL && info->model == ASSETC_KTX2_MODEL_ASTC ? info : NULL;
}

/* Divides and rounds to the nearest, ties to even. */
static uint64_t assetc_impl_astc_round(uint64_t value, uint64_t by) {
  uint64_t whole = value / by, rest = value % by;
  return whole + (rest * 2 > by || (rest * 2 == by && (whole & 1u) != 0));
}

/* Sixteen bits (0 to 1) as the nearest half of the nearest float. */
static uint16_t assetc_impl_astc_nearest_half(unsigned value) {
  unsigned bits = 16;
  uint64_t mantissa;
  if (value == 65535) return ASSETC_IMPL_HALF_ONE;
  if (value == 0) return 0;
  while ((value >> (bits - 1)) == 0) bits--;
  mantissa = assetc_impl_astc_round((uint64_t)value << (40 - bits), 65535);
  if (bits <= 2) return (uint16_t)assetc_impl_astc_round(mantissa, UINT64_C(1) << (16 - bits));
  return (uint16_t)(((uint64_t)(bits - 2) << 10) + assetc_impl_astc_round(mantissa - 0x800000u, 8192));
}

/* A half clamped to 0 ... 1, as a byte. */
static uint8_t assetc_impl_astc_half_byte(unsigned half) {
  unsigned exponent = half >> 10, mantissa = half & 0x3ffu, shift;
  if (half > ASSETC_IMPL_HALF_ONE) return half <= 0x7c00u ? 255 : 0; /* Negative, or not a number. */
  if (exponent != 0) mantissa += 1024;
  else exponent = 1;
  shift = 25 - exponent;
  return (uint8_t)((mantissa * 255 + (1u << (shift - 1))) >> shift);
}

/* Texels as they are drawn to those of the target. */
static void assetc_impl_astc_convert(
  const uint16_t *texels, unsigned count, int is_hdr, AssetcTarget target, unsigned char *out
) {
  unsigned i;
  if (target == ASSETC_TARGET_RGBA8) {
    for (i = 0; i < count; i++) out[i] = is_hdr ? assetc_impl_astc_half_byte(texels[i]) : (unsigned char)(texels[i] >> 8);
    return;
  }
  for (i = 0; i < count; i++) {
    uint16_t half = is_hdr ? texels[i] : assetc_impl_astc_nearest_half(texels[i]);
    memcpy(out + i * 2, &half, 2);
  }
}

int assetc_astc_decode_block(const void *astc, uint32_t vk_format, AssetcTarget target, void *out) {
  const AssetcFormatInfo *info = assetc_impl_astc_format(vk_format, target);
  AssetcImplAstc block;
  uint16_t texels[ASSETC_IMPL_ASTC_MAX_TEXELS * 4];
  int valid;
  if (info == NULL) return 0;
  block.width = info->blockWidth;
  block.height = info->blockHeight;
  block.is_hdr = vk_format >= ASSETC_IMPL_ASTC_FIRST_HDR;
  valid = assetc_impl_astc_show(&block, (const unsigned char *)astc, (info->flags & ASSETC_FORMAT_SRGB) != 0, texels);
  assetc_impl_astc_convert(texels, block.width * block.height * 4, block.is_hdr, target, (unsigned char *)out);
  return valid;
}

AssetcErrorCode assetc_astc_decode_level(
  const void *astc, size_t size, uint32_t vk_format, uint32_t width, uint32_t height, uint32_t images, AssetcTarget target,
  void *out, size_t out_size
) {
  const AssetcFormatInfo *info = assetc_impl_astc_format(vk_format, target);
  const unsigned char *from = (const unsigned char *)astc;
  unsigned char *to = (unsigned char *)out, texels[ASSETC_IMPL_ASTC_MAX_TEXELS * 8];
  size_t made = assetc_transcode_level_size(width, height, images, target), needed, each = assetc_impl_tx_texel(target);
  uint32_t image, x, y;
  if (info == NULL) return ASSETC_ERROR_UNSUPPORTED;
  needed = assetc_impl_tx_product(
    width / info->blockWidth + (width % info->blockWidth != 0), height / info->blockHeight + (height % info->blockHeight != 0),
    images, 16
  );
  if (needed == 0 || size < needed) return ASSETC_ERROR_TRUNCATED;
  if (made == 0 || out_size < made) return ASSETC_ERROR_MEMORY;
  for (image = 0; image < images; image++) {
    /* Counts what is left, because a width near the limit plus a block does not fit. */
    for (y = 0; y < height; y += height - y < info->blockHeight ? height - y : info->blockHeight)
      for (x = 0; x < width; x += width - x < info->blockWidth ? width - x : info->blockWidth, from += 16) {
        AssetcImplTxPlace place;
        place.width = width, place.height = height, place.x = x, place.y = y;
        place.columns = info->blockWidth, place.rows = info->blockHeight;
        assetc_astc_decode_block(from, vk_format, target, texels);
        assetc_impl_tx_copy_texels(texels, to, &place, each);
      }
    to += (size_t)width * height * each;
  }
  return ASSETC_OK;
}
