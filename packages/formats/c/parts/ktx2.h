/* ---- Textures: KTX 2.0. ---- */

/* Pointers into a texture. */
typedef struct AssetcTexture {
  const unsigned char *bytes;
  size_t size;
  const AssetcKtx2Header *header; /* vkFormat, size, counts, supercompressionScheme. */
  const AssetcKtx2LevelIndex *levels; /* levelCount of them, largest first. */
  uint32_t levelCount; /* Stored levels: 1 if the header asks the loader to generate the rest. */
  uint8_t colorModel; /* ASSETC_KTX2_MODEL_...: identifies UASTC, which has vkFormat 0. */
  uint8_t transferFunction; /* 1 linear, 2 sRGB. */
  uint8_t isPremultiplied;
  uint32_t blockWidth; /* Texels; 1 for plain formats. */
  uint32_t blockHeight;
  uint32_t blockDepth;
  uint32_t blockBytes; /* 0 if unknown. */
} AssetcTexture;

/* One mip level as stored. Images are in order: layer by layer, in each layer face by face. */
typedef struct AssetcTextureLevel {
  const unsigned char *stored; /* Supercompressed if header->supercompressionScheme is not 0. */
  size_t storedSize;
  size_t size; /* After decompression. */
  uint32_t width; /* Texels. */
  uint32_t height;
  uint32_t depth;
  uint32_t layers; /* At least 1. */
  uint32_t faces; /* 1, or 6 for cubemaps. */
  size_t rowBytes; /* Bytes of a row of blocks. */
  size_t imageBytes; /* Bytes of one face of one layer. */
} AssetcTextureLevel;

/*
 * Undoes supercompression: writes at most `outSize` bytes and returns their number. Any other number than `outSize` means failure. For
  * ASSETC_KTX2_SUPERCOMPRESSION_ZSTD, the scheme that assetc writes, call ZSTD_decompress.
 */
typedef size_t (*AssetcDecompress)(void *user, uint32_t scheme, void *out, size_t outSize, const void *in, size_t inSize);

/* Every rule of docs/formats/ktx2.md that can be checked without decompressing. `error` may be NULL. */
ASSETC_API int assetc_texture_validate(const void *file, size_t size, AssetcError *error);
/* Validates, then opens. Returns 1 on success. */
ASSETC_API int assetc_texture_open(AssetcTexture *texture, const void *file, size_t size, AssetcError *error);
/* Checks the identifier only. */
ASSETC_API int assetc_texture_open_trusted(AssetcTexture *texture, const void *file, size_t size);
/* Level 0 is the largest. */
ASSETC_API AssetcTextureLevel assetc_texture_level(const AssetcTexture *texture, uint32_t level);
/* Writes the texel blocks of a level to `out`, which has room for its `size`. `decompress` may be NULL if the scheme is 0. */
ASSETC_API int assetc_texture_read_level(
  const AssetcTexture *texture, uint32_t level, void *out, size_t outSize, AssetcDecompress decompress, void *user,
  AssetcError *error
);
/* Offset of one image in the blocks of a level, in bytes. */
ASSETC_API size_t assetc_texture_image_offset(const AssetcTextureLevel *level, uint32_t layer, uint32_t face);
/* The value of a key of the file (KTXwriter, KTXorientation, ...); returns 0 if there is none. Texts end with a zero byte. */
ASSETC_API int assetc_texture_value(const AssetcTexture *texture, const char *key, AssetcText *value);

/* @implementation */

static const uint8_t assetc_impl_ktx2_identifier[12] = {
  0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A
};

static int assetc_impl_range_rule(const AssetcImplKtx *ktx, int ok, size_t field, const char *name) {
  return ok ? 1 : assetc_impl_fail(&ktx->file, ASSETC_ERROR_BAD_RANGE, field, name);
}

static int assetc_impl_value_rule(const AssetcImplKtx *ktx, int ok, size_t field, const char *name) {
  return ok ? 1 : assetc_impl_fail(&ktx->file, ASSETC_ERROR_BAD_VALUE, field, name);
}

/* The global data of BasisLZ: its parts fill it exactly, one description of 20 bytes for each image. */
static int assetc_impl_check_global_data(const AssetcImplKtx *ktx) {
  const AssetcKtx2Header *header = &ktx->header;
  AssetcImplFile section = ktx->file;
  AssetcBasisLzGlobalHeader global;
  double images = 0, wanted, layers = header->layerCount > 1 ? header->layerCount : 1;
  uint32_t level, levels = header->levelCount > 1 ? header->levelCount : 1;
  section.size = header->sgdByteOffset + header->sgdByteLength;
  if (!assetc_impl_fits(&section, header->sgdByteOffset, sizeof global, "SGD")) return 0;
  memcpy(&global, section.bytes + header->sgdByteOffset, sizeof global);
  for (level = 0; level < levels && level < 32; level++)
    images += layers * (double)header->faceCount * (double)assetc_impl_at_level(header->pixelDepth, level);
  wanted = (double)sizeof global + images * 20 + (double)global.endpointsByteLength + (double)global.selectorsByteLength +
           (double)global.tablesByteLength + (double)global.extendedByteLength;
  if (wanted == (double)header->sgdByteLength) return 1;
  return assetc_impl_fail(&ktx->file, ASSETC_ERROR_BAD_VALUE, header->sgdByteOffset, "SGD");
}

static int assetc_impl_check_global(const AssetcImplKtx *ktx, uint64_t metadataEnd) {
  const AssetcKtx2Header *header = &ktx->header;
  uint64_t offset = header->sgdByteOffset, length = header->sgdByteLength, wanted, nonzero;
  int isLz = header->supercompressionScheme == ASSETC_KTX2_SUPERCOMPRESSION_BASISLZ;
  int needsNone = header->supercompressionScheme < 0x10000 && !isLz;
  wanted = length == 0 ? 0 : assetc_impl_align(metadataEnd, 8);
  if (!assetc_impl_range_rule(ktx, offset == wanted, offsetof(AssetcKtx2Header, sgdByteOffset), "Ktx2Header.sgdByteOffset") ||
      !assetc_impl_range_rule(
        ktx, isLz ? length > 0 : !needsNone || length == 0, offsetof(AssetcKtx2Header, sgdByteLength),
        "Ktx2Header.sgdByteLength"))
    return 0;
  if (length == 0) return 1;
  if (offset > ktx->file.size || length > ktx->file.size - offset)
    return assetc_impl_fail(&ktx->file, ASSETC_ERROR_TRUNCATED, offsetof(AssetcKtx2Header, sgdByteOffset), "SGD");
  nonzero = assetc_impl_first_nonzero(&ktx->file, metadataEnd, offset);
  if (nonzero < offset) return assetc_impl_fail(&ktx->file, ASSETC_ERROR_BAD_VALUE, nonzero, "SGD.padding");
  return !isLz || assetc_impl_check_global_data(ktx);
}

static int assetc_impl_check_ktx2_index(const AssetcImplKtx *ktx) {
  const AssetcKtx2Header *h = &ktx->header;
  uint64_t dfdEnd = (uint64_t)h->dfdByteOffset + h->dfdByteLength;
  uint64_t kvdWanted = h->kvdByteLength == 0 ? 0 : assetc_impl_align(dfdEnd, 4);
  if (!assetc_impl_range_rule(
        ktx, h->dfdByteOffset == ktx->indexEnd, offsetof(AssetcKtx2Header, dfdByteOffset), "Ktx2Header.dfdByteOffset") ||
      !assetc_impl_range_rule(
        ktx, h->dfdByteLength >= 44 && h->dfdByteLength % 4 == 0, offsetof(AssetcKtx2Header, dfdByteLength),
        "Ktx2Header.dfdByteLength"))
    return 0;
  if (dfdEnd <= ktx->file.size && assetc_read_u32(ktx->file.bytes + h->dfdByteOffset) != h->dfdByteLength)
    return assetc_impl_fail(&ktx->file, ASSETC_ERROR_BAD_VALUE, h->dfdByteOffset, "DFD.totalSize");
  if (!assetc_impl_range_rule(
        ktx, h->kvdByteOffset == kvdWanted, offsetof(AssetcKtx2Header, kvdByteOffset), "Ktx2Header.kvdByteOffset") ||
      !assetc_impl_range_rule(
        ktx, h->kvdByteLength % 4 == 0, offsetof(AssetcKtx2Header, kvdByteLength), "Ktx2Header.kvdByteLength"))
    return 0;
  return assetc_impl_check_global(
    ktx, h->kvdByteLength == 0 ? dfdEnd : (uint64_t)h->kvdByteOffset + h->kvdByteLength);
}

static int assetc_impl_check_ktx2_size(const AssetcImplKtx *ktx, int isBlock) {
  const AssetcKtx2Header *h = &ktx->header;
  const size_t height = offsetof(AssetcKtx2Header, pixelHeight), depth = offsetof(AssetcKtx2Header, pixelDepth);
  int isDepth = ktx->info != NULL && (ktx->info->flags & ASSETC_FORMAT_DEPTH_STENCIL) != 0, isCube = h->faceCount == 6;
  uint32_t largest = h->pixelWidth > h->pixelHeight ? h->pixelWidth : h->pixelHeight, most = 1;
  if (h->pixelDepth > largest) largest = h->pixelDepth;
  while (largest > 1) most++, largest >>= 1;
  return assetc_impl_value_rule(ktx, h->pixelWidth > 0, offsetof(AssetcKtx2Header, pixelWidth), "Ktx2Header.pixelWidth") &&
         assetc_impl_value_rule(ktx, !isBlock || h->pixelHeight > 0, height, "Ktx2Header.pixelHeight") &&
         assetc_impl_value_rule(ktx, h->pixelDepth == 0 || h->pixelHeight > 0, height, "Ktx2Header.pixelHeight") &&
         assetc_impl_value_rule(ktx, !isDepth || h->pixelDepth == 0, depth, "Ktx2Header.pixelDepth") &&
         assetc_impl_value_rule(
           ktx, h->faceCount == 1 || isCube, offsetof(AssetcKtx2Header, faceCount), "Ktx2Header.faceCount") &&
         assetc_impl_value_rule(ktx, !isCube || h->pixelWidth == h->pixelHeight, height, "Ktx2Header.pixelHeight") &&
         assetc_impl_value_rule(ktx, !isCube || h->pixelDepth == 0, depth, "Ktx2Header.pixelDepth") &&
         assetc_impl_value_rule(
           ktx, (!isBlock || h->levelCount > 0) && h->levelCount <= most, offsetof(AssetcKtx2Header, levelCount),
           "Ktx2Header.levelCount");
}

static int assetc_impl_check_ktx2_header(const AssetcImplKtx *ktx) {
  const AssetcKtx2Header *h = &ktx->header;
  const AssetcFormatInfo *info = ktx->info;
  uint32_t scheme = h->supercompressionScheme, t = h->typeSize;
  int isBasis = h->vkFormat == 0 && ktx->hasBasic &&
                (ktx->basic.colorModel == ASSETC_KTX2_MODEL_UASTC || ktx->basic.colorModel == ASSETC_KTX2_MODEL_ETC1S);
  int typeSize = info != NULL ? t == info->typeSize : isBasis ? t == 1 : t == 1 || t == 2 || t == 4 || t == 8;
  const size_t format = offsetof(AssetcKtx2Header, vkFormat);
  if (!assetc_impl_value_rule(
        ktx, info == NULL || (info->flags & ASSETC_FORMAT_PROHIBITED) == 0, format, "Ktx2Header.vkFormat") ||
      !assetc_impl_value_rule(ktx, typeSize, offsetof(AssetcKtx2Header, typeSize), "Ktx2Header.typeSize") ||
      !assetc_impl_value_rule(
        ktx, scheme <= ASSETC_KTX2_SUPERCOMPRESSION_ZLIB || (scheme >= 0x10000 && scheme < 0x20000),
        offsetof(AssetcKtx2Header, supercompressionScheme), "Ktx2Header.supercompressionScheme") ||
      !assetc_impl_value_rule(
        ktx, scheme != ASSETC_KTX2_SUPERCOMPRESSION_BASISLZ || h->vkFormat == 0, format, "Ktx2Header.vkFormat"))
    return 0;
  return assetc_impl_check_ktx2_size(ktx, (info != NULL && (info->flags & ASSETC_FORMAT_COMPRESSED) != 0) || isBasis);
}

int assetc_texture_validate(const void *file, size_t size, AssetcError *error) {
  AssetcImplKtx ktx;
  uint64_t stored;
  memset(&ktx, 0, sizeof ktx);
  ktx.file = assetc_impl_file(file, size, error);
  if (!assetc_impl_fits(&ktx.file, 0, sizeof ktx.header, "Ktx2Header")) return 0;
  memcpy(&ktx.header, file, sizeof ktx.header);
  if (memcmp(ktx.header.identifier, assetc_impl_ktx2_identifier, sizeof assetc_impl_ktx2_identifier) != 0)
    return assetc_impl_fail(&ktx.file, ASSETC_ERROR_BAD_MAGIC, 0, "Ktx2Header.identifier");
  stored = ktx.header.levelCount > 1 ? ktx.header.levelCount : 1;
  ktx.indexEnd = sizeof ktx.header + stored * sizeof(AssetcKtx2LevelIndex);
  if (ktx.indexEnd > size) return assetc_impl_fail(&ktx.file, ASSETC_ERROR_TRUNCATED, sizeof ktx.header, "Ktx2LevelIndex");
  ktx.info = assetc_format_info(ktx.header.vkFormat);
  return assetc_impl_check_ktx2_index(&ktx) && assetc_impl_read_descriptor(&ktx) && assetc_impl_check_ktx2_header(&ktx) &&
         assetc_impl_check_descriptor(&ktx) && assetc_impl_check_values(&ktx) && assetc_impl_check_levels(&ktx);
}

int assetc_texture_open_trusted(AssetcTexture *texture, const void *file, size_t size) {
  AssetcImplKtx ktx;
  AssetcImplBlock block;
  if (size < sizeof ktx.header || memcmp(file, assetc_impl_ktx2_identifier, sizeof assetc_impl_ktx2_identifier) != 0) return 0;
  memset(&ktx, 0, sizeof ktx);
  ktx.file = assetc_impl_file(file, size, NULL);
  memcpy(&ktx.header, file, sizeof ktx.header);
  if (!assetc_impl_read_descriptor(&ktx)) return 0;
  block = assetc_impl_block_of(
    ktx.header.vkFormat, assetc_format_info(ktx.header.vkFormat), ktx.hasBasic ? &ktx.basic : NULL);
  texture->bytes = ktx.file.bytes;
  texture->size = size;
  texture->header = (const AssetcKtx2Header *)file;
  texture->levels = (const AssetcKtx2LevelIndex *)(const void *)(ktx.file.bytes + sizeof ktx.header);
  texture->levelCount = ktx.header.levelCount > 1 ? ktx.header.levelCount : 1;
  texture->colorModel = ktx.basic.colorModel;
  texture->transferFunction = ktx.basic.transferFunction;
  texture->isPremultiplied = ktx.basic.flags & 1u;
  texture->blockWidth = block.width;
  texture->blockHeight = block.height;
  texture->blockDepth = block.depth;
  texture->blockBytes = block.bytes;
  return 1;
}

int assetc_texture_open(AssetcTexture *texture, const void *file, size_t size, AssetcError *error) {
  if (!assetc_texture_validate(file, size, error) || !assetc_impl_is_aligned(file, error)) return 0;
  return assetc_texture_open_trusted(texture, file, size);
}

/* Everything but where the bytes are. */
static AssetcTextureLevel assetc_impl_describe_level(const AssetcTexture *texture, uint32_t level) {
  const AssetcKtx2LevelIndex *index = &texture->levels[level];
  const AssetcKtx2Header *header = texture->header;
  AssetcTextureLevel out;
  out.stored = NULL;
  out.storedSize = (size_t)index->byteLength;
  out.size = (size_t)index->uncompressedByteLength;
  out.width = assetc_impl_at_level(header->pixelWidth, level);
  out.height = assetc_impl_at_level(header->pixelHeight, level);
  out.depth = assetc_impl_at_level(header->pixelDepth, level);
  out.layers = header->layerCount > 1 ? header->layerCount : 1;
  out.faces = header->faceCount;
  out.rowBytes = (size_t)((out.width + texture->blockWidth - 1) / texture->blockWidth) * texture->blockBytes;
  out.imageBytes = out.size / ((size_t)out.layers * out.faces);
  return out;
}

AssetcTextureLevel assetc_texture_level(const AssetcTexture *texture, uint32_t level) {
  AssetcTextureLevel out = assetc_impl_describe_level(texture, level);
  out.stored = texture->bytes + texture->levels[level].byteOffset;
  return out;
}

size_t assetc_texture_image_offset(const AssetcTextureLevel *level, uint32_t layer, uint32_t face) {
  return ((size_t)layer * level->faces + face) * level->imageBytes;
}

int assetc_texture_read_level(
  const AssetcTexture *texture, uint32_t level, void *out, size_t outSize, AssetcDecompress decompress, void *user,
  AssetcError *error
) {
  AssetcImplFile file = assetc_impl_file(texture->bytes, texture->size, error);
  AssetcTextureLevel from = assetc_texture_level(texture, level);
  uint32_t scheme = texture->header->supercompressionScheme;
  uint64_t at = texture->levels[level].byteOffset;
  if (scheme == ASSETC_KTX2_SUPERCOMPRESSION_BASISLZ || (scheme != ASSETC_KTX2_SUPERCOMPRESSION_NONE && decompress == NULL))
    return assetc_impl_fail(&file, ASSETC_ERROR_UNSUPPORTED, at, "supercompressionScheme");
  if (outSize < from.size) return assetc_impl_fail(&file, ASSETC_ERROR_MEMORY, at, "outSize");
  if (scheme == ASSETC_KTX2_SUPERCOMPRESSION_NONE) memcpy(out, from.stored, from.size);
  else if (decompress(user, scheme, out, from.size, from.stored, from.storedSize) != from.size)
    return assetc_impl_fail(&file, ASSETC_ERROR_CALLBACK, at, "decompress");
  return 1;
}

int assetc_texture_value(const AssetcTexture *texture, const char *key, AssetcText *value) {
  AssetcImplFile file = assetc_impl_file(texture->bytes, texture->size, NULL);
  uint64_t start = texture->header->kvdByteOffset, at = start;
  while (at < start + texture->header->kvdByteLength) {
    AssetcImplPair pair = assetc_impl_pair_at(&file, start, at, &at);
    if (!assetc_text_equal(pair.key, assetc_text(key))) continue;
    *value = pair.value;
    return 1;
  }
  return 0;
}
