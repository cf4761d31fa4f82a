/* @implementation */

/* One entry of the key/value data. */
typedef struct AssetcImplPair {
  uint64_t at;
  AssetcText key;
  AssetcText value;
  uint64_t end; /* End of the value, before padding. */
} AssetcImplPair;

/* The entry at `at` of data that begins at `start`, and the offset of the next one. */
static AssetcImplPair assetc_impl_pair_at(const AssetcImplFile *file, uint64_t start, uint64_t at, uint64_t *next) {
  AssetcImplPair pair;
  uint64_t size = assetc_read_u32(file->bytes + at), length = 0;
  while (length < size && file->bytes[at + 4 + length] != 0) length++;
  pair.at = at;
  pair.end = at + 4 + size;
  pair.key = assetc_impl_text_at(file, at + 4, length);
  pair.value = length < size ? assetc_impl_text_at(file, at + 5 + length, size - length - 1) : assetc_impl_text_at(file, at, 0);
  *next = start + assetc_impl_align(pair.end - start, 4);
  return pair;
}

/* Every entry is inside the data and has a key. */
static int assetc_impl_read_values(const AssetcImplFile *file, uint64_t start, uint64_t length) {
  uint64_t at, end = start + length, next;
  if (!assetc_impl_fits(file, start, length, "KVD")) return 0;
  for (at = start; at < end; at = next) {
    AssetcImplPair pair;
    if (at + 4 > end) return assetc_impl_fail(file, ASSETC_ERROR_TRUNCATED, at, "KVD");
    if (assetc_read_u32(file->bytes + at) > end - at - 4) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "KVD");
    pair = assetc_impl_pair_at(file, start, at, &next);
    if (pair.key.length == pair.end - at - 4) return assetc_impl_fail(file, ASSETC_ERROR_BAD_TEXT, at + 4, "KVD[].key");
    if (!assetc_impl_check_utf8(file, at + 4, pair.key.length, "KVD[].key")) return 0;
  }
  return 1;
}

/* `value` has one letter of each set, and nothing else. */
static int assetc_impl_spells(AssetcText value, const char *const *sets, size_t count) {
  size_t i;
  if (value.length != count) return 0;
  for (i = 0; i < count; i++)
    if (value.data[i] == 0 || strchr(sets[i], value.data[i]) == NULL) return 0;
  return 1;
}

static int assetc_impl_is_utf8(AssetcText text) {
  size_t at = 0;
  while (at < text.length)
    if (assetc_next_codepoint(text, &at) == UINT32_MAX) return 0;
  return 1;
}

static int assetc_impl_is_cubemap_incomplete(const AssetcKtx2Header *header, AssetcText value) {
  unsigned faces = value.length == 1 ? (unsigned char)value.data[0] : 0, count = 0, bit;
  if (faces == 0 || faces > 0x3F) return 0;
  for (bit = 0; bit < 6; bit++) count += faces >> bit & 1u;
  return header->faceCount == 1 && header->layerCount > 0 && header->layerCount % count == 0;
}

/* 27 finite numbers. */
static int assetc_impl_is_irradiance(AssetcText value) {
  size_t i;
  if (value.length != 27 * 4) return 0;
  for (i = 0; i < 27; i++)
    if (!assetc_impl_finite(assetc_read_f32(value.data + i * 4))) return 0;
  return 1;
}

/* Checks the values of keys of the specification, and of ours: 1 if valid, 0 if not, -1 for an unknown key. */
static int assetc_impl_known_value(const AssetcKtx2Header *header, AssetcText key, AssetcText value) {
  static const char *const orientation[] = { "rl", "du", "oi" };
  static const char *const swizzle[] = { "rgba01", "rgba01", "rgba01", "rgba01" };
  AssetcText text = value;
  if (text.length > 0 && text.data[text.length - 1] == 0) text.length--;
  if (assetc_text_equal(key, assetc_text("KTXcubemapIncomplete"))) return assetc_impl_is_cubemap_incomplete(header, value);
  if (assetc_text_equal(key, assetc_text("KTXorientation")))
    return assetc_impl_spells(text, orientation, header->pixelHeight == 0 ? 1 : header->pixelDepth == 0 ? 2 : 3);
  if (assetc_text_equal(key, assetc_text("KTXglFormat"))) return value.length == 12;
  if (assetc_text_equal(key, assetc_text("KTXdxgiFormat__"))) return value.length == 4;
  if (assetc_text_equal(key, assetc_text("KTXmetalPixelFormat"))) return value.length == 4;
  if (assetc_text_equal(key, assetc_text("KTXswizzle"))) return assetc_impl_spells(text, swizzle, 4);
  if (assetc_text_equal(key, assetc_text("KTXwriter"))) return assetc_impl_is_utf8(text);
  if (assetc_text_equal(key, assetc_text("KTXwriterScParams"))) return assetc_impl_is_utf8(text);
  if (assetc_text_equal(key, assetc_text("KTXastcDecodeMode")))
    return assetc_text_equal(text, assetc_text("rgb9e5")) || assetc_text_equal(text, assetc_text("unorm8"));
  if (assetc_text_equal(key, assetc_text("assetcSH9"))) return header->faceCount == 6 && assetc_impl_is_irradiance(value);
  if (assetc_text_equal(key, assetc_text("KTXanimData"))) return value.length == 12 && header->layerCount > 0;
  return -1;
}

/* Whether an entry before `at` has the same key. */
static int assetc_impl_has_key(const AssetcImplFile *file, uint64_t start, uint64_t at, AssetcText key) {
  uint64_t other = start;
  while (other < at)
    if (assetc_text_equal(assetc_impl_pair_at(file, start, other, &other).key, key)) return 1;
  return 0;
}

static int assetc_impl_check_pair(const AssetcImplKtx *ktx, const AssetcImplPair *pair, AssetcText before) {
  const AssetcImplFile *file = &ktx->file;
  AssetcText key = pair->key;
  uint64_t start = ktx->header.kvdByteOffset, place = pair->at + 4;
  int known = assetc_impl_known_value(&ktx->header, key, pair->value);
  int goesBack = pair->at > start && assetc_impl_compare(before, key) >= 0;
  if (key.length == 0) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, place, "KVD[].key");
  if (key.length >= 3 && memcmp(key.data, "\xEF\xBB\xBF", 3) == 0)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_TEXT, place, "KVD[].key");
  if (goesBack)
    return assetc_impl_fail(
      file, assetc_impl_has_key(file, start, pair->at, key) ? ASSETC_ERROR_DUPLICATE : ASSETC_ERROR_BAD_ORDER, place,
      "KVD[].key");
  if (known == 0) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, pair->end - pair->value.length, "KVD[].value");
  if (known < 0 && key.length >= 3 && (memcmp(key.data, "KTX", 3) == 0 || memcmp(key.data, "ktx", 3) == 0))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, place, "KVD[].key");
  return 1;
}

static int assetc_impl_check_values(const AssetcImplKtx *ktx) {
  const AssetcImplFile *file = &ktx->file;
  uint64_t start = ktx->header.kvdByteOffset, end = start + ktx->header.kvdByteLength, at, next, nonzero;
  AssetcText before = { "", 0 };
  if (!assetc_impl_read_values(file, start, ktx->header.kvdByteLength)) return 0;
  for (at = start; at < end; at = next) {
    AssetcImplPair pair = assetc_impl_pair_at(file, start, at, &next);
    if (!assetc_impl_check_pair(ktx, &pair, before)) return 0;
    nonzero = assetc_impl_first_nonzero(file, pair.end, next < end ? next : end);
    if (nonzero < next && nonzero < end) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, nonzero, "KVD[].padding");
    before = pair.key;
  }
  if (assetc_impl_has_key(file, start, end, assetc_text("KTXwriterScParams")) &&
      !assetc_impl_has_key(file, start, end, assetc_text("KTXwriter")))
    return assetc_impl_fail(file, ASSETC_ERROR_MISSING, start, "KVD");
  return 1;
}
