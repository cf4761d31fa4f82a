/* ---- Text: UTF-8 without a terminator, as a slice of a file. ---- */

typedef struct AssetcText {
  const char *data; /* Not terminated. */
  size_t length; /* Bytes. */
} AssetcText;

/* Whether two texts have the same bytes. */
static inline int assetc_text_equal(AssetcText a, AssetcText b) {
  return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

/* The text of a zero-terminated string. */
static inline AssetcText assetc_text(const char *string) {
  AssetcText text;
  text.data = string;
  text.length = strlen(string);
  return text;
}

/* Returns the next code point and moves `at` past it; UINT32_MAX if the text is not UTF-8. */
ASSETC_API uint32_t assetc_next_codepoint(AssetcText text, size_t *at);

/* @implementation */

uint32_t assetc_next_codepoint(AssetcText text, size_t *at) {
  static const uint32_t smallest[] = { 0, 0x80, 0x800, 0x10000 };
  const unsigned char *p = (const unsigned char *)text.data + *at;
  size_t left = text.length - *at, more, i;
  uint32_t code;
  if (left == 0) return UINT32_MAX;
  code = p[0];
  if (code < 0x80) {
    *at += 1;
    return code;
  }
  if (code >= 0xF0) more = 3, code &= 0x07;
  else if (code >= 0xE0) more = 2, code &= 0x0F;
  else more = 1, code &= 0x1F;
  if (p[0] < 0xC2 || p[0] > 0xF4 || left <= more) return UINT32_MAX;
  for (i = 1; i <= more; i++) {
    if ((p[i] & 0xC0) != 0x80) return UINT32_MAX;
    code = code << 6 | (p[i] & 0x3Fu);
  }
  if (code < smallest[more] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return UINT32_MAX;
  *at += more + 1;
  return code;
}

static AssetcText assetc_impl_text_at(const AssetcImplFile *file, uint64_t at, uint64_t length) {
  AssetcText text;
  text.data = (const char *)file->bytes + at;
  text.length = (size_t)length;
  return text;
}

/* Reports an error at `at` if the text there is not UTF-8. */
static int assetc_impl_check_utf8(const AssetcImplFile *file, uint64_t at, uint64_t length, const char *field) {
  AssetcText text = assetc_impl_text_at(file, at, length);
  size_t next = 0;
  while (next < text.length)
    if (assetc_next_codepoint(text, &next) == UINT32_MAX)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_TEXT, at, field);
  return 1;
}

static int assetc_impl_ends_with(AssetcText text, const char *end) {
  size_t length = strlen(end);
  return text.length >= length && memcmp(text.data + (text.length - length), end, length) == 0;
}

/* Code points that HFS+ ignores when it compares names. */
static int assetc_impl_is_ignored(uint32_t c) {
  return (c >= 0x200C && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x206A && c <= 0x206F) || c == 0xFEFF;
}

/* Whether the part of a path that begins at `at` is reserved for builds. */
static int assetc_impl_is_reserved(AssetcText path, size_t at) {
  static const char reserved[] = ".assetc-";
  size_t matched = 0;
  while (at < path.length && reserved[matched] != 0) {
    uint32_t c = assetc_next_codepoint(path, &at);
    if (c == UINT32_MAX) return 0;
    if (assetc_impl_is_ignored(c)) continue;
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
    if (c == 0x17F) c = 's'; /* The long s is an s on disks that fold case. */
    if (c != (unsigned char)reserved[matched++]) return 0;
  }
  return reserved[matched] == 0;
}

/* The rule for paths in manifests and packs: relative, forward slashes, never outside the folder, no names reserved for builds. */
static int assetc_impl_is_path(AssetcText path) {
  size_t i, start = 0;
  if (path.length == 0) return 0;
  if (path.length > 1 && path.data[1] == ':' && ((path.data[0] | 32) >= 'a' && (path.data[0] | 32) <= 'z')) return 0;
  for (i = 0; i <= path.length; i++) {
    size_t length = i - start;
    if (i < path.length && (path.data[i] == '\\' || path.data[i] == 0)) return 0;
    if (i < path.length && path.data[i] != '/') continue;
    if (length == 0 || (length == 1 && path.data[start] == '.')) return 0;
    if (length == 2 && path.data[start] == '.' && path.data[start + 1] == '.') return 0;
    if (assetc_impl_is_reserved(path, start)) return 0;
    start = i + 1;
  }
  return 1;
}

/* Checks that bytes are UTF-8 and a valid path; reports errors at the start. */
static int assetc_impl_check_path(const AssetcImplFile *file, uint64_t at, uint64_t length, const char *field) {
  if (!assetc_impl_check_utf8(file, at, length, field)) return 0;
  if (assetc_impl_is_path(assetc_impl_text_at(file, at, length))) return 1;
  return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, field);
}

/* Orders like memcmp; of equal prefixes the shorter one is first. */
static int assetc_impl_compare(AssetcText a, AssetcText b) {
  size_t shared = a.length < b.length ? a.length : b.length;
  int order = shared == 0 ? 0 : memcmp(a.data, b.data, shared);
  if (order != 0) return order;
  return a.length < b.length ? -1 : a.length > b.length;
}
