/* ---- LZ4 blocks (not frames), as in vkguide's files. ---- */

/* Writes exactly `outSize` bytes. Returns 0 and writes nothing if the block decodes to another size or is malformed. */
ASSETC_API int assetc_lz4_decompress(const void *block, size_t size, void *out, size_t outSize);

/* @implementation */

/* A length that continues in further bytes while they are 255. Returns 0 if the block ends first. */
static int assetc_impl_lz4_length(const unsigned char *block, size_t size, size_t *at, uint64_t *length) {
  unsigned char more = 255;
  while (more == 255) {
    if (*at >= size) return 0;
    more = block[(*at)++];
    *length += more;
  }
  return 1;
}

/* Measures a block, and fills `out` unless it is NULL. Returns 0 if the block is malformed, with the offset in *at. */
static int assetc_impl_lz4_walk(const unsigned char *block, size_t size, unsigned char *out, uint64_t *total, size_t *at) {
  *total = 0;
  *at = 0;
  for (;;) {
    uint64_t literals, length, offset, i;
    unsigned char token;
    if (*at >= size) return 0;
    token = block[(*at)++];
    literals = token >> 4;
    if (literals == 15 && !assetc_impl_lz4_length(block, size, at, &literals)) return 0;
    if (literals > size - *at) return 0;
    if (out != NULL && literals > 0) memcpy(out + *total, block + *at, (size_t)literals);
    *at += (size_t)literals;
    *total += literals;
    if (*at == size) return 1;
    if (size - *at < 2) return 0;
    offset = assetc_read_u16(block + *at);
    if (offset == 0 || offset > *total) return 0;
    *at += 2;
    length = (token & 15u) + 4u;
    if (length == 19 && !assetc_impl_lz4_length(block, size, at, &length)) return 0;
    for (i = 0; out != NULL && i < length; i++) out[*total + i] = out[*total + i - offset];
    *total += length;
  }
}

int assetc_lz4_decompress(const void *block, size_t size, void *out, size_t outSize) {
  uint64_t total;
  size_t at;
  if (!assetc_impl_lz4_walk((const unsigned char *)block, size, NULL, &total, &at) || total != outSize) return 0;
  return assetc_impl_lz4_walk((const unsigned char *)block, size, (unsigned char *)out, &total, &at);
}

/* Reports, as the SDK does, a block that does not decode to `size` bytes. */
static int assetc_impl_check_lz4(const AssetcImplFile *file, uint64_t offset, uint64_t stored, double size) {
  uint64_t total;
  size_t at;
  if (!assetc_impl_lz4_walk(file->bytes + offset, (size_t)stored, NULL, &total, &at))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, offset + at, "LZ4 block");
  if ((double)total != size) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, offset, "LZ4 block");
  return 1;
}
