/* @implementation */

/* The size of a texel block in texels and in bytes; 0 bytes if unknown. */
typedef struct AssetcImplBlock {
  uint32_t width;
  uint32_t height;
  uint32_t depth;
  uint32_t bytes;
} AssetcImplBlock;

static AssetcImplBlock assetc_impl_block_of(uint32_t vkFormat, const AssetcFormatInfo *info, const AssetcDfdBasic *basic) {
  AssetcImplBlock block = { 4, 4, 1, 0 };
  int plane;
  if (info != NULL) {
    block.width = info->blockWidth;
    block.height = info->blockHeight;
    block.bytes = info->blockBytes;
    return block;
  }
  if (basic == NULL || basic->colorModel == ASSETC_KTX2_MODEL_ETC1S) return block;
  if (basic->colorModel == ASSETC_KTX2_MODEL_UASTC) {
    block.bytes = 16;
    return block;
  }
  for (plane = 1; plane < 8; plane++)
    if (basic->bytesPlane[plane] != 0) return block;
  if (vkFormat != 0) return block;
  block.width = basic->texelBlockDimension[0] + 1u;
  block.height = basic->texelBlockDimension[1] + 1u;
  block.depth = basic->texelBlockDimension[2] + 1u;
  block.bytes = basic->bytesPlane[0];
  return block;
}

static uint32_t assetc_impl_at_level(uint32_t size, uint32_t level) {
  return level < 32 && size >> level > 1 ? size >> level : 1;
}

static double assetc_impl_blocks(uint32_t size, uint32_t level, uint32_t block) {
  return (double)(((uint64_t)assetc_impl_at_level(size, level) + (block - 1)) / block);
}

/* Bytes of one level before supercompression. In doubles, like the SDK: sizes of damaged headers may be huge. */
static double assetc_impl_level_bytes(const AssetcImplBlock *block, const AssetcKtx2Header *header, uint32_t level) {
  return assetc_impl_blocks(header->pixelWidth, level, block->width) *
         assetc_impl_blocks(header->pixelHeight, level, block->height) *
         assetc_impl_blocks(header->pixelDepth, level, block->depth) * (double)block->bytes *
         (double)(header->layerCount > 1 ? header->layerCount : 1) * (double)header->faceCount;
}

/* lcm(4, block bytes) for plain levels, 1 for supercompressed ones. */
static uint64_t assetc_impl_level_alignment(uint32_t scheme, uint32_t blockBytes) {
  if (scheme != ASSETC_KTX2_SUPERCOMPRESSION_NONE) return 1;
  if (blockBytes == 0) return 4;
  return blockBytes % 4 == 0 ? blockBytes : blockBytes % 2 == 0 ? blockBytes * 2 : blockBytes * 4;
}

static AssetcKtx2LevelIndex assetc_impl_level_at(const AssetcImplFile *file, uint64_t i) {
  AssetcKtx2LevelIndex level;
  memcpy(&level, file->bytes + sizeof(AssetcKtx2Header) + i * sizeof level, sizeof level);
  return level;
}

static int assetc_impl_equals(uint64_t count, double wanted) {
  return wanted < 18446744073709551616.0 && count == (uint64_t)wanted;
}

static int assetc_impl_check_level(const AssetcImplKtx *ktx, const AssetcImplBlock *block, uint32_t i) {
  const AssetcImplFile *file = &ktx->file;
  AssetcKtx2LevelIndex level = assetc_impl_level_at(file, i);
  uint64_t at = sizeof(AssetcKtx2Header) + (uint64_t)i * sizeof level;
  uint32_t scheme = ktx->header.supercompressionScheme;
  int isLz = scheme == ASSETC_KTX2_SUPERCOMPRESSION_BASISLZ;
  if (level.byteOffset > file->size || level.byteLength > file->size - level.byteOffset)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "Ktx2LevelIndex[].byteOffset");
  if (level.byteLength == 0) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + 8, "Ktx2LevelIndex[].byteLength");
  if ((isLz && level.uncompressedByteLength != 0) ||
      (!isLz && block->bytes > 0 &&
       !assetc_impl_equals(level.uncompressedByteLength, assetc_impl_level_bytes(block, &ktx->header, i))))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + 16, "Ktx2LevelIndex[].uncompressedByteLength");
  if (scheme == ASSETC_KTX2_SUPERCOMPRESSION_NONE && level.byteLength != level.uncompressedByteLength)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + 8, "Ktx2LevelIndex[].byteLength");
  return 1;
}

static uint64_t assetc_impl_larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Levels are stored smallest first, without gaps except for alignment, and nothing follows the largest. */
static int assetc_impl_check_places(const AssetcImplKtx *ktx, uint32_t stored, uint64_t alignment) {
  const AssetcKtx2Header *header = &ktx->header;
  const AssetcImplFile *file = &ktx->file;
  uint64_t end = (uint64_t)header->dfdByteOffset + header->dfdByteLength, nonzero;
  uint32_t i;
  end = assetc_impl_larger(end, (uint64_t)header->kvdByteOffset + header->kvdByteLength);
  end = assetc_impl_larger(end, header->sgdByteOffset + header->sgdByteLength);
  for (i = stored; i-- > 0;) {
    AssetcKtx2LevelIndex level = assetc_impl_level_at(file, i);
    uint64_t at = sizeof(AssetcKtx2Header) + (uint64_t)i * sizeof level;
    if (level.byteOffset % alignment != 0)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_ALIGNMENT, at, "Ktx2LevelIndex[].byteOffset");
    if (level.byteOffset < end) return assetc_impl_fail(file, ASSETC_ERROR_BAD_ORDER, at, "Ktx2LevelIndex[].byteOffset");
    if (level.byteOffset != assetc_impl_align(end, alignment))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "Ktx2LevelIndex[].byteOffset");
    nonzero = assetc_impl_first_nonzero(file, end, level.byteOffset);
    if (nonzero < level.byteOffset) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, nonzero, "padding of a level");
    end = level.byteOffset + level.byteLength;
  }
  return end == file->size ? 1 : assetc_impl_fail(file, ASSETC_ERROR_TRAILING_BYTES, end, "file");
}

static int assetc_impl_check_levels(const AssetcImplKtx *ktx) {
  const AssetcDfdBasic *basic = ktx->hasBasic ? &ktx->basic : NULL;
  AssetcImplBlock block = assetc_impl_block_of(ktx->header.vkFormat, ktx->info, basic);
  uint32_t stored = ktx->header.levelCount > 1 ? ktx->header.levelCount : 1, i;
  for (i = 0; i < stored; i++)
    if (!assetc_impl_check_level(ktx, &block, i)) return 0;
  return assetc_impl_check_places(
    ktx, stored, assetc_impl_level_alignment(ktx->header.supercompressionScheme, block.bytes));
}
