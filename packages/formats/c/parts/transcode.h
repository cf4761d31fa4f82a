/* ---- UASTC to GPU formats. ---- */

/*
 * Targets for UASTC LDR 4x4: RGBA8 and ASTC are lossless; BC7 and ETC2 blocks equal those of Basis Universal. The last three are for UASTC
 * HDR 4x4, and the others are not: ASTC_4X4_HDR is a copy, and RGBA16F is lossless.
 */
typedef enum AssetcTarget {
  ASSETC_TARGET_RGBA8 = 0,
  ASSETC_TARGET_ASTC_4X4,
  ASSETC_TARGET_BC7,
  ASSETC_TARGET_BC1,
  ASSETC_TARGET_BC3,
  ASSETC_TARGET_BC4, /* Red. */
  ASSETC_TARGET_BC5, /* Red and green. */
  ASSETC_TARGET_BC5_RA, /* Red and alpha, of textures of channel RRRG. */
  ASSETC_TARGET_ETC2_RGB,
  ASSETC_TARGET_ETC2_RGBA,
  ASSETC_TARGET_EAC_R11,
  ASSETC_TARGET_EAC_RG11,
  ASSETC_TARGET_EAC_RG11_RA, /* Red and alpha. */
  ASSETC_TARGET_RGBA16F,
  ASSETC_TARGET_ASTC_4X4_HDR,
  ASSETC_TARGET_BC6H /* Unsigned. */
} AssetcTarget;

/* Bytes of a block of 4x4 texels: 8 or 16; RGBA8: 64; RGBA16F: 128. */
ASSETC_API size_t assetc_transcode_block_size(AssetcTarget target);
/* Transcodes one block of sixteen bytes; texels of RGBA8 and RGBA16F row by row. Returns 0 if the block is not valid: then it becomes magenta. */
ASSETC_API int assetc_transcode_block(const void *uastc, AssetcTarget target, void *out);
/*
 * Bytes of a level of `images` images (layers times faces) of that size in texels: whole blocks; RGBA8: width * height * 4,
 * RGBA16F: width * height * 8. Returns 0 if the number does not fit.
 */
ASSETC_API size_t assetc_transcode_level_size(uint32_t width, uint32_t height, uint32_t images, AssetcTarget target);
/*
 * Transcodes a decompressed level. Error ASSETC_ERROR_TRUNCATED if `size` is too small, ASSETC_ERROR_MEMORY if `out_size` is. Blocks
  * are independent: several threads may each transcode some rows of blocks.
 */
ASSETC_API AssetcErrorCode assetc_transcode_level(
  const void *uastc, size_t size, uint32_t width, uint32_t height, uint32_t images, AssetcTarget target, void *out,
  size_t out_size
);

/* @implementation */

size_t assetc_transcode_block_size(AssetcTarget target) {
  switch (target) {
    case ASSETC_TARGET_RGBA8: return 64;
    case ASSETC_TARGET_RGBA16F: return 128;
    case ASSETC_TARGET_BC1:
    case ASSETC_TARGET_BC4:
    case ASSETC_TARGET_ETC2_RGB:
    case ASSETC_TARGET_EAC_R11: return 8;
    default: return 16;
  }
}

static const uint8_t *assetc_impl_tx_values_of(const AssetcImplTxBlock *block, unsigned channel, uint8_t *values) {
  unsigned i;
  for (i = 0; i < 16; i++) values[i] = block->texels[i * 4 + channel];
  return values;
}

static uint64_t assetc_impl_tx_channel_bc4(const AssetcImplTxBlock *block, int valid, unsigned channel) {
  uint8_t values[16];
  AssetcImplTxGrid grid = { 0, 0, 0 };
  if (valid && block->number != ASSETC_IMPL_TX_SOLID && block->mode.subsets == 1 && block->mode.weight_bits <= 3) {
    int first = block->ends[0][channel], second = block->ends[0][channel + 4];
    grid.low = first < second ? first : second;
    grid.high = first < second ? second : first;
    grid.steps = (1 << block->mode.weight_bits) - 1;
  }
  return assetc_impl_tx_bc4(assetc_impl_tx_values_of(block, channel, values), &grid);
}

/* Targets that are fitted to texels. */
static void assetc_impl_tx_encode(AssetcImplTxBlock *block, int valid, AssetcTarget target, unsigned char *out) {
  uint8_t values[16];
  unsigned second = target == ASSETC_TARGET_BC5_RA || target == ASSETC_TARGET_EAC_RG11_RA ? 3 : 1;
  uint64_t color = 0;
  if (target == ASSETC_TARGET_BC1 || target == ASSETC_TARGET_BC3)
    color = valid ? assetc_impl_tx_bc1(block) : assetc_impl_tx_flat_bc1(ASSETC_IMPL_TX_MAGENTA);
  if (target == ASSETC_TARGET_ETC2_RGB || target == ASSETC_TARGET_ETC2_RGBA)
    color = valid ? assetc_impl_tx_etc1(block) : ASSETC_IMPL_TX_MAGENTA_ETC1;
  if (target == ASSETC_TARGET_BC1 || target == ASSETC_TARGET_ETC2_RGB) {
    assetc_impl_tx_store(out, color);
  } else if (target == ASSETC_TARGET_BC3) {
    assetc_impl_tx_store(out, assetc_impl_tx_channel_bc4(block, valid, 3));
    assetc_impl_tx_store(out + 8, color);
  } else if (target == ASSETC_TARGET_ETC2_RGBA) {
    assetc_impl_tx_store(out, assetc_impl_tx_hinted_eac(block, assetc_impl_tx_values_of(block, 3, values)));
    assetc_impl_tx_store(out + 8, color);
  } else if (target == ASSETC_TARGET_EAC_R11 || target == ASSETC_TARGET_EAC_RG11 || target == ASSETC_TARGET_EAC_RG11_RA) {
    assetc_impl_tx_store(out, assetc_impl_tx_searched_eac(assetc_impl_tx_values_of(block, 0, values)));
    if (target != ASSETC_TARGET_EAC_R11)
      assetc_impl_tx_store(out + 8, assetc_impl_tx_searched_eac(assetc_impl_tx_values_of(block, second, values)));
  } else {
    assetc_impl_tx_store(out, assetc_impl_tx_channel_bc4(block, valid, 0));
    if (target != ASSETC_TARGET_BC4) assetc_impl_tx_store(out + 8, assetc_impl_tx_channel_bc4(block, valid, second));
  }
}

static int assetc_impl_tx_hdr(const unsigned char *uastc, AssetcTarget target, unsigned char *out) {
  uint16_t halfs[64];
  int32_t second = assetc_impl_hdr_show(uastc, halfs);
  if (target == ASSETC_TARGET_ASTC_4X4_HDR) memcpy(out, uastc, 16);
  else if (target == ASSETC_TARGET_RGBA16F) memcpy(out, halfs, sizeof halfs);
  else assetc_impl_bc6h(halfs, second, out);
  return second >= 0;
}

int assetc_transcode_block(const void *uastc, AssetcTarget target, void *out) {
  AssetcImplTxBlock block;
  unsigned char *to = (unsigned char *)out;
  int valid;
  if (target >= ASSETC_TARGET_RGBA16F) return assetc_impl_tx_hdr((const unsigned char *)uastc, target, to);
  valid = assetc_impl_tx_unpack(&block, (const unsigned char *)uastc);
  if (target == ASSETC_TARGET_ASTC_4X4) {
    if (valid) assetc_impl_tx_astc(&block, to);
    else assetc_impl_tx_solid_astc(ASSETC_IMPL_TX_MAGENTA, to);
    return valid;
  }
  if (target == ASSETC_TARGET_BC7) {
    if (valid) assetc_impl_tx_bc7(&block, to);
    else assetc_impl_tx_solid_bc7(ASSETC_IMPL_TX_MAGENTA, to);
    return valid;
  }
  if (valid) assetc_impl_tx_show(&block);
  else assetc_impl_tx_fill(block.texels, ASSETC_IMPL_TX_MAGENTA);
  if (target == ASSETC_TARGET_RGBA8) memcpy(to, block.texels, 64);
  else assetc_impl_tx_encode(&block, valid, target, to);
  return valid;
}

/* Returns 0 if it does not fit. */
static size_t assetc_impl_tx_product(uint32_t width, uint32_t height, uint32_t images, size_t each) {
  uint64_t area = (uint64_t)width * height;
  if (width == 0 || height == 0 || images == 0) return 0;
  if (area > (uint64_t)SIZE_MAX / each / images) return 0;
  return (size_t)area * images * each;
}

/* Bytes of a texel, 0 for blocks. */
static size_t assetc_impl_tx_texel(AssetcTarget target) {
  return target == ASSETC_TARGET_RGBA8 ? 4 : target == ASSETC_TARGET_RGBA16F ? 8 : 0;
}

size_t assetc_transcode_level_size(uint32_t width, uint32_t height, uint32_t images, AssetcTarget target) {
  if (assetc_impl_tx_texel(target) != 0) return assetc_impl_tx_product(width, height, images, assetc_impl_tx_texel(target));
  width = width / 4 + (width % 4 != 0);
  height = height / 4 + (height % 4 != 0);
  return assetc_impl_tx_product(width, height, images, assetc_transcode_block_size(target));
}

/* Where the texels of a block are in an image. */
typedef struct AssetcImplTxPlace {
  uint32_t width, height; /* Of the image. */
  uint32_t x, y;
  uint32_t columns, rows; /* Of the block. */
} AssetcImplTxPlace;

/* Texels of one block, clipped to the image. */
static void assetc_impl_tx_copy_texels(
  const unsigned char *texels, unsigned char *image, const AssetcImplTxPlace *place, size_t each
) {
  size_t right = place->width - place->x, below = place->height - place->y, row;
  size_t columns = right < place->columns ? right : place->columns, rows = below < place->rows ? below : place->rows;
  for (row = 0; row < rows; row++)
    memcpy(
      image + ((place->y + row) * (size_t)place->width + place->x) * each, texels + row * place->columns * each, columns * each
    );
}

AssetcErrorCode assetc_transcode_level(
  const void *uastc, size_t size, uint32_t width, uint32_t height, uint32_t images, AssetcTarget target, void *out,
  size_t out_size
) {
  const unsigned char *from = (const unsigned char *)uastc;
  unsigned char *to = (unsigned char *)out, texels[128];
  size_t needed = assetc_transcode_level_size(width, height, images, ASSETC_TARGET_ASTC_4X4);
  size_t made = assetc_transcode_level_size(width, height, images, target), block = assetc_transcode_block_size(target);
  uint32_t image, x, y;
  if (needed == 0 || size < needed) return ASSETC_ERROR_TRUNCATED;
  if (made == 0 || out_size < made) return ASSETC_ERROR_MEMORY;
  if (assetc_impl_tx_texel(target) == 0) {
    for (; needed != 0; needed -= 16, from += 16, to += block) assetc_transcode_block(from, target, to);
    return ASSETC_OK;
  }
  for (image = 0; image < images; image++) {
    for (y = 0; y < height; y += 4)
      for (x = 0; x < width; x += 4, from += 16) {
        AssetcImplTxPlace place;
        assetc_transcode_block(from, target, texels);
        place.width = width, place.height = height, place.x = x, place.y = y, place.columns = place.rows = 4;
        assetc_impl_tx_copy_texels(texels, to, &place, assetc_impl_tx_texel(target));
      }
    to += (size_t)width * height * assetc_impl_tx_texel(target);
  }
  return ASSETC_OK;
}
