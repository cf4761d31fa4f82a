/*
 * A texture of a stream, level by level. Levels are stored smallest first: the first read gets the head and the smallest of them.
 * `texture.header` and `texture.levels` describe all levels; assetc_texture_level must not be called.
 */
typedef struct AssetcStreamTexture {
  AssetcStream *stream;
  AssetcStreamEntry entry;
  AssetcTexture texture; /* Its `bytes` are the first ones of the file. */
  size_t firstSize; /* How many they are. */
  uint64_t heldBytes; /* Of the stream's. */
} AssetcStreamTexture;

/*
 * Reads the head and the smallest levels in one read, as much as fits into `memory`, which is kept as long as the texture and aligned to 8
 * bytes. 8 KB contain the levels of up to 64 x 64 texels. Checks the head, and fails if it is longer than the memory.
 */
ASSETC_API int assetc_stream_texture(
  AssetcStreamTexture *texture, AssetcStream *stream, const AssetcStreamEntry *entry, void *memory, size_t size, AssetcError *error
);
/* Bytes that assetc_stream_level writes; 0 if the level arrived with the head. */
ASSETC_API uint64_t assetc_stream_level_size(const AssetcStreamTexture *texture, uint32_t level);
/*
 * Loads a level (0 is the largest) to `to`; a level that arrived with the head stays there, and `to` may be NULL. Sets `out`, whose bytes are as
 * stored: see header->supercompressionScheme. Begin with the last level. Fails without a read if the budget does not allow it.
 */
ASSETC_API int assetc_stream_level(
  AssetcStreamTexture *texture, uint32_t level, void *to, size_t size, AssetcTextureLevel *out, AssetcError *error
);
/* Call it when the levels are no longer in memory: it frees their share of the budget. */
ASSETC_API void assetc_stream_release_texture(AssetcStreamTexture *texture);

/* @implementation */

/* Bytes before the levels, of a file whose header and level index are in memory. */
static uint64_t assetc_impl_ktx_head_size(const AssetcKtx2Header *header) {
  uint64_t levels = header->levelCount > 1 ? header->levelCount : 1;
  uint64_t end = sizeof *header + levels * sizeof(AssetcKtx2LevelIndex);
  end = assetc_impl_larger(end, (uint64_t)header->dfdByteOffset + header->dfdByteLength);
  if (header->kvdByteLength > 0) end = assetc_impl_larger(end, (uint64_t)header->kvdByteOffset + header->kvdByteLength);
  return end;
}

/* The rules of assetc_texture_validate that need only the head. Offsets are those in the texture. */
static int assetc_impl_check_ktx_head(const unsigned char *bytes, size_t firstSize, uint64_t fileSize, AssetcError *error) {
  AssetcImplKtx ktx;
  AssetcImplBlock block;
  uint32_t stored, i;
  memset(&ktx, 0, sizeof ktx);
  ktx.file.bytes = bytes;
  ktx.file.size = fileSize;
  ktx.file.error = error;
  if (!assetc_impl_fits(&ktx.file, 0, sizeof ktx.header, "Ktx2Header")) return 0;
  if (firstSize < sizeof ktx.header) return assetc_impl_fail(&ktx.file, ASSETC_ERROR_MEMORY, 0, "memory");
  memcpy(&ktx.header, bytes, sizeof ktx.header);
  if (memcmp(ktx.header.identifier, assetc_impl_ktx2_identifier, sizeof assetc_impl_ktx2_identifier) != 0)
    return assetc_impl_fail(&ktx.file, ASSETC_ERROR_BAD_MAGIC, 0, "Ktx2Header.identifier");
  if (assetc_impl_ktx_head_size(&ktx.header) > fileSize)
    return assetc_impl_fail(&ktx.file, ASSETC_ERROR_TRUNCATED, sizeof ktx.header, "Ktx2LevelIndex");
  if (assetc_impl_ktx_head_size(&ktx.header) > firstSize)
    return assetc_impl_fail(&ktx.file, ASSETC_ERROR_MEMORY, sizeof ktx.header, "memory");
  stored = ktx.header.levelCount > 1 ? ktx.header.levelCount : 1;
  ktx.indexEnd = sizeof ktx.header + (uint64_t)stored * sizeof(AssetcKtx2LevelIndex);
  ktx.info = assetc_format_info(ktx.header.vkFormat);
  if (ktx.header.sgdByteLength > 0)
    return assetc_impl_fail(
      &ktx.file, ASSETC_ERROR_UNSUPPORTED, offsetof(AssetcKtx2Header, sgdByteLength), "Ktx2Header.sgdByteLength");
  if (!assetc_impl_check_ktx2_index(&ktx) || !assetc_impl_read_descriptor(&ktx) || !assetc_impl_check_ktx2_header(&ktx) ||
      !assetc_impl_check_descriptor(&ktx) || !assetc_impl_check_values(&ktx))
    return 0;
  block = assetc_impl_block_of(ktx.header.vkFormat, ktx.info, ktx.hasBasic ? &ktx.basic : NULL);
  for (i = 0; i < stored; i++)
    if (!assetc_impl_check_level(&ktx, &block, i)) return 0;
  return 1;
}

int assetc_stream_texture(
  AssetcStreamTexture *texture, AssetcStream *stream, const AssetcStreamEntry *entry, void *memory, size_t size, AssetcError *error
) {
  memset(texture, 0, sizeof *texture);
  texture->stream = stream;
  texture->entry = *entry;
  texture->firstSize = size < entry->size ? size : (size_t)entry->size;
  if (!assetc_impl_is_aligned(memory, error)) return 0;
  if (!assetc_stream_read(stream, entry, 0, memory, texture->firstSize, error)) return 0;
  if (!assetc_impl_check_ktx_head((const unsigned char *)memory, texture->firstSize, entry->size, error)) return 0;
  return assetc_texture_open_trusted(&texture->texture, memory, texture->firstSize);
}

uint64_t assetc_stream_level_size(const AssetcStreamTexture *texture, uint32_t level) {
  const AssetcKtx2LevelIndex *index = &texture->texture.levels[level];
  return index->byteOffset + index->byteLength <= texture->firstSize ? 0 : index->byteLength;
}

int assetc_stream_level(
  AssetcStreamTexture *texture, uint32_t level, void *to, size_t size, AssetcTextureLevel *out, AssetcError *error
) {
  AssetcImplFile file = assetc_impl_stream_file(texture->stream, error);
  unsigned char *target = (unsigned char *)to;
  AssetcKtx2LevelIndex index;
  uint64_t known = 0;
  if (level >= texture->texture.levelCount)
    return assetc_impl_fail(&file, ASSETC_ERROR_BAD_RANGE, texture->entry.offset, "level");
  index = texture->texture.levels[level];
  if (assetc_stream_level_size(texture, level) > size)
    return assetc_impl_fail(&file, ASSETC_ERROR_MEMORY, texture->entry.offset + index.byteOffset, "memory");
  if (!assetc_impl_stream_take(texture->stream, index.byteLength, texture->entry.offset + index.byteOffset, error)) return 0;
  if (assetc_stream_level_size(texture, level) > 0) {
    /* The level may begin in the first bytes. */
    if (index.byteOffset < texture->firstSize) known = texture->firstSize - index.byteOffset;
    if (known > 0) memcpy(target, texture->texture.bytes + index.byteOffset, (size_t)known);
    if (!assetc_stream_read(
          texture->stream, &texture->entry, index.byteOffset + known, target + known, (size_t)(index.byteLength - known), error)) {
      texture->stream->heldBytes -= index.byteLength;
      return 0;
    }
  }
  texture->heldBytes += index.byteLength;
  *out = assetc_impl_describe_level(&texture->texture, level);
  out->stored = assetc_stream_level_size(texture, level) > 0 ? target : texture->texture.bytes + index.byteOffset;
  return 1;
}

void assetc_stream_release_texture(AssetcStreamTexture *texture) {
  texture->stream->heldBytes -= texture->heldBytes;
  texture->heldBytes = 0;
}
