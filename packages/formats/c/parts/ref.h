/* ---- Hashes of names in any Unicode normalization. ---- */

/* assetc_hash_ref of a name converted to NFC, as in the compiler. Returns 0 if it is not UTF-8. */
ASSETC_API uint64_t assetc_hash_name(const char *name, size_t length);

/* @implementation */

/* A character and the marks after it, while they are converted to NFC. Real text has fewer marks per character. */
#define ASSETC_IMPL_MARKS 64u

typedef struct AssetcImplNfc {
  uint64_t hash;
  uint32_t starter; /* UINT32_MAX before the first. */
  uint32_t marks[ASSETC_IMPL_MARKS];
  size_t markCount;
  int isComposed; /* Marks are tried once: a skipped one stays separate, even if the character changes later. */
} AssetcImplNfc;

static uint32_t assetc_impl_mark_rank(uint32_t code) {
  size_t low = 0, high = sizeof assetc_impl_mark_ranges / sizeof assetc_impl_mark_ranges[0];
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (code > assetc_impl_mark_ranges[middle][1]) low = middle + 1;
    else if (code < assetc_impl_mark_ranges[middle][0]) high = middle;
    else return assetc_impl_mark_ranges[middle][2];
  }
  return 0;
}

/* The composition of two characters; 0 if there is none. */
static uint32_t assetc_impl_compose_pair(uint32_t first, uint32_t second) {
  size_t i;
  if (first >= 0x1100 && first < 0x1113 && second >= 0x1161 && second < 0x1176)
    return 0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28;
  if (first >= 0xAC00 && first < 0xD7A4 && (first - 0xAC00) % 28 == 0 && second > 0x11A7 && second < 0x11C3)
    return first + (second - 0x11A7);
  for (i = 0; i < sizeof assetc_impl_decompositions / sizeof assetc_impl_decompositions[0]; i++)
    if (assetc_impl_decompositions[i][1] == first && assetc_impl_decompositions[i][2] == (second | UINT32_C(0x80000000)))
      return assetc_impl_decompositions[i][0];
  return 0;
}

static void assetc_impl_hash_code(AssetcImplNfc *nfc, uint32_t code) {
  unsigned char bytes[4];
  size_t count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4, i;
  static const unsigned char leads[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
  for (i = count; i-- > 1; code >>= 6) bytes[i] = (unsigned char)(0x80u | (code & 0x3Fu));
  bytes[0] = (unsigned char)(leads[count] | code);
  for (i = 0; i < count; i++) nfc->hash = (nfc->hash ^ bytes[i]) * UINT64_C(0x100000001b3);
}

/* Composes marks with the character before them, unless a mark of the same class is between. */
static void assetc_impl_compose_marks(AssetcImplNfc *nfc) {
  size_t i, kept = 0;
  uint32_t last = 0;
  if (nfc->isComposed) return;
  nfc->isComposed = 1;
  for (i = 0; i < nfc->markCount; i++) {
    uint32_t rank = assetc_impl_mark_rank(nfc->marks[i]);
    uint32_t composed = kept > 0 && last >= rank ? 0 : assetc_impl_compose_pair(nfc->starter, nfc->marks[i]);
    if (composed != 0) {
      nfc->starter = composed;
      continue;
    }
    nfc->marks[kept++] = nfc->marks[i];
    last = rank;
  }
  nfc->markCount = kept;
}

/* Hashes the character and its marks, with ASCII letters lowercased: a lowercase letter may compose with a mark with which its capital does not. */
static void assetc_impl_flush(AssetcImplNfc *nfc) {
  size_t i;
  assetc_impl_compose_marks(nfc);
  if (nfc->starter >= 'A' && nfc->starter <= 'Z') {
    nfc->starter += 'a' - 'A';
    nfc->isComposed = 0;
    assetc_impl_compose_marks(nfc);
  }
  if (nfc->starter != UINT32_MAX) assetc_impl_hash_code(nfc, nfc->starter);
  for (i = 0; i < nfc->markCount; i++) assetc_impl_hash_code(nfc, nfc->marks[i]);
  nfc->markCount = 0;
  nfc->starter = UINT32_MAX;
}

/* A character without a decomposition. */
static void assetc_impl_take_code(AssetcImplNfc *nfc, uint32_t code) {
  uint32_t rank = assetc_impl_mark_rank(code), composed = 0;
  size_t i;
  if (rank > 0 && nfc->markCount < ASSETC_IMPL_MARKS) {
    for (i = nfc->markCount; i > 0 && assetc_impl_mark_rank(nfc->marks[i - 1]) > rank; i--) nfc->marks[i] = nfc->marks[i - 1];
    nfc->marks[i] = code;
    nfc->markCount++;
    return;
  }
  if (nfc->starter != UINT32_MAX) {
    assetc_impl_compose_marks(nfc);
    if (nfc->markCount == 0) composed = assetc_impl_compose_pair(nfc->starter, code);
  }
  if (composed == 0) assetc_impl_flush(nfc);
  nfc->starter = composed != 0 ? composed : code;
  nfc->isComposed = 0;
}

static void assetc_impl_decompose(AssetcImplNfc *nfc, uint32_t code) {
  uint32_t rest[4];
  size_t low, high, count = 0;
  if (code >= 0xAC00 && code < 0xD7A4) {
    uint32_t place = code - 0xAC00;
    assetc_impl_take_code(nfc, 0x1100 + place / 588);
    assetc_impl_take_code(nfc, 0x1161 + place % 588 / 28);
    if (place % 28 != 0) assetc_impl_take_code(nfc, 0x11A7 + place % 28);
    return;
  }
  for (;;) {
    low = 0;
    high = sizeof assetc_impl_decompositions / sizeof assetc_impl_decompositions[0];
    while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (assetc_impl_decompositions[middle][0] < code) low = middle + 1;
      else high = middle;
    }
    if (low == sizeof assetc_impl_decompositions / sizeof assetc_impl_decompositions[0] ||
        assetc_impl_decompositions[low][0] != code)
      break;
    code = assetc_impl_decompositions[low][1];
    if (assetc_impl_decompositions[low][2] != 0 && count < 4)
      rest[count++] = assetc_impl_decompositions[low][2] & UINT32_C(0x7FFFFFFF);
  }
  assetc_impl_take_code(nfc, code);
  while (count > 0) assetc_impl_take_code(nfc, rest[--count]);
}

uint64_t assetc_hash_name(const char *data, size_t length) {
  AssetcText name;
  AssetcImplNfc nfc;
  size_t at = 0;
  name.data = data;
  name.length = length;
  while (at < name.length && (unsigned char)name.data[at] < 0x80) at++;
  if (at == name.length) return assetc_hash_ref(name.data, name.length);
  nfc.hash = UINT64_C(0xcbf29ce484222325);
  nfc.starter = UINT32_MAX;
  nfc.markCount = 0;
  nfc.isComposed = 0;
  for (at = 0; at < name.length;) {
    uint32_t code = assetc_next_codepoint(name, &at);
    if (code == UINT32_MAX) return 0;
    assetc_impl_decompose(&nfc, code);
  }
  assetc_impl_flush(&nfc);
  return nfc.hash;
}
