/* ---- Signed packs: who made a pack, and whether its entries are the ones that were signed. ---- */

/*
 * Checks the signature over assetc/pack.json, and that it lists exactly the entries of the pack. Reads no payload: check each with
  * assetc_pack_verify_entry when you load it. `publicKey` has the 32 bytes that "assetc pack keygen" prints. `error` may be NULL.
 */
ASSETC_API int assetc_pack_verify_list(const AssetcPack *pack, const unsigned char publicKey[32], AssetcError *error);
/* Compares the SHA-256 of one entry with the list. Only for packs that assetc_pack_verify_list has accepted. Scans the list. */
ASSETC_API int assetc_pack_verify_entry(const AssetcPack *pack, const AssetcPackEntry *entry, AssetcError *error);
/* The list, then every entry: reads the whole pack. */
ASSETC_API int assetc_pack_verify(const AssetcPack *pack, const unsigned char publicKey[32], AssetcError *error);

/* @implementation */

static AssetcImplFile assetc_impl_pack_file(const AssetcPack *pack, AssetcError *error) {
  return assetc_impl_file(pack->bytes, pack->size, error);
}

static uint64_t assetc_impl_entry_offset(const AssetcPack *pack, const AssetcPackEntry *entry) {
  return (uint64_t)(entry->bytes - pack->bytes);
}

static int assetc_impl_is_pack_info(AssetcText path) {
  return assetc_text_equal(path, assetc_text("assetc/pack.json")) || assetc_text_equal(path, assetc_text("assetc/pack.sig"));
}

/* One \uXXXX or a pair of them as UTF-8. Returns its bytes; a surrogate without its pair has none. */
static size_t assetc_impl_json_escape(AssetcText string, size_t *at, unsigned char utf8[4]) {
  uint32_t code = assetc_impl_json_unit(string, at), low;
  size_t next = *at;
  if (code >= 0xD800 && code < 0xE000) {
    if (code >= 0xDC00 || string.data[next] != '\\' || string.data[next + 1] != 'u') return 0;
    low = assetc_impl_json_unit(string, &next);
    if (low < 0xDC00 || low > 0xDFFF) return 0;
    *at = next;
    code = 0x10000 + ((code - 0xD800) << 10 | (low - 0xDC00));
  }
  if (code < 0x80) return utf8[0] = (unsigned char)code, 1;
  if (code < 0x800) return utf8[0] = (unsigned char)(0xC0 | code >> 6), utf8[1] = (unsigned char)(0x80 | (code & 63)), 2;
  utf8[code < 0x10000 ? 2 : 3] = (unsigned char)(0x80 | (code & 63));
  utf8[code < 0x10000 ? 1 : 2] = (unsigned char)(0x80 | (code >> 6 & 63));
  if (code < 0x10000) return utf8[0] = (unsigned char)(0xE0 | code >> 12), 3;
  utf8[1] = (unsigned char)(0x80 | (code >> 12 & 63));
  return utf8[0] = (unsigned char)(0xF0 | code >> 18), 4;
}

/* Whether a JSON string, unescaped, equals UTF-8 text. */
static int assetc_impl_json_is_text(AssetcText string, AssetcText text) {
  size_t at = 1, done = 0, count;
  unsigned char utf8[4];
  if (string.length < 2 || string.data[0] != '"') return 0;
  while (string.data[at] != '"') {
    count = 1;
    if (string.data[at] == '\\' && string.data[at + 1] == 'u') count = assetc_impl_json_escape(string, &at, utf8);
    else utf8[0] = (unsigned char)assetc_impl_json_unit(string, &at);
    if (count == 0 || count > text.length - done || memcmp(text.data + done, utf8, count) != 0) return 0;
    done += count;
  }
  return done == text.length;
}

/* The "entries" of the list. It is valid JSON: whoever signed it wrote it. */
static int assetc_impl_pack_list(const AssetcPack *pack, AssetcText *rows, AssetcError *error) {
  AssetcImplFile file = assetc_impl_pack_file(pack, error);
  AssetcPackEntry list;
  AssetcText text;
  if (!assetc_pack_find(pack, "assetc/pack.json", 16, &list))
    return assetc_impl_fail(&file, ASSETC_ERROR_MISSING, 0, "assetc/pack.json");
  text.data = (const char *)list.bytes;
  text.length = list.size;
  if (!assetc_json_is_valid(text) || !assetc_json_find(text, "entries", rows))
    return assetc_impl_fail(&file, ASSETC_ERROR_BAD_VALUE, assetc_impl_entry_offset(pack, &list), "assetc/pack.json");
  return 1;
}

int assetc_pack_verify_list(const AssetcPack *pack, const unsigned char publicKey[32], AssetcError *error) {
  AssetcImplFile file = assetc_impl_pack_file(pack, error);
  AssetcPackEntry list, signature, entry;
  AssetcText rows, row, path;
  uint64_t cursor = 0;
  size_t at = 0;
  if (!assetc_pack_find(pack, "assetc/pack.json", 16, &list))
    return assetc_impl_fail(&file, ASSETC_ERROR_MISSING, 0, "assetc/pack.json");
  if (!assetc_pack_find(pack, "assetc/pack.sig", 15, &signature))
    return assetc_impl_fail(&file, ASSETC_ERROR_MISSING, 0, "assetc/pack.sig");
  if (signature.size != 64 || !assetc_ed25519_verify(signature.bytes, list.bytes, list.size, publicKey))
    return assetc_impl_fail(&file, ASSETC_ERROR_BAD_VALUE, assetc_impl_entry_offset(pack, &signature), "assetc/pack.sig");
  if (!assetc_impl_pack_list(pack, &rows, error)) return 0;
  /* Both are sorted by the bytes of the paths. */
  while (assetc_pack_next(pack, &cursor, &entry)) {
    if (assetc_impl_is_pack_info(entry.path)) continue;
    if (!assetc_json_next(rows, &at, &row) || !assetc_json_find(row, "path", &path) ||
        !assetc_impl_json_is_text(path, entry.path))
      return assetc_impl_fail(&file, ASSETC_ERROR_BAD_VALUE, assetc_impl_entry_offset(pack, &entry), "entries[]: not listed");
  }
  if (assetc_json_next(rows, &at, &row))
    return assetc_impl_fail(&file, ASSETC_ERROR_MISSING, assetc_impl_entry_offset(pack, &list), "entries[]: listed only");
  return 1;
}

/* Whether the row of the list has the SHA-256 of the bytes. */
static int assetc_impl_row_matches(AssetcText row, const AssetcPackEntry *entry) {
  AssetcText hex;
  AssetcSha256 hash;
  unsigned char digest[32];
  size_t i;
  if (!assetc_json_find(row, "sha256", &hex) || hex.length != 66) return 0;
  assetc_sha256_begin(&hash);
  assetc_sha256_add(&hash, entry->bytes, entry->size);
  assetc_sha256_end(&hash, digest);
  for (i = 0; i < 64; i++) {
    int wanted = assetc_impl_hex_digit(hex.data[i + 1]);
    if (wanted != (i % 2 == 0 ? digest[i / 2] >> 4 : digest[i / 2] & 15)) return 0;
  }
  return 1;
}

int assetc_pack_verify_entry(const AssetcPack *pack, const AssetcPackEntry *entry, AssetcError *error) {
  AssetcImplFile file = assetc_impl_pack_file(pack, error);
  AssetcText rows, row, path;
  size_t at = 0;
  if (assetc_impl_is_pack_info(entry->path)) return 1;
  if (!assetc_impl_pack_list(pack, &rows, error)) return 0;
  while (assetc_json_next(rows, &at, &row))
    if (assetc_json_find(row, "path", &path) && assetc_impl_json_is_text(path, entry->path)) {
      if (assetc_impl_row_matches(row, entry)) return 1;
      return assetc_impl_fail(&file, ASSETC_ERROR_BAD_VALUE, assetc_impl_entry_offset(pack, entry), "entries[]: SHA-256");
    }
  return assetc_impl_fail(&file, ASSETC_ERROR_MISSING, assetc_impl_entry_offset(pack, entry), "entries[]: not listed");
}

int assetc_pack_verify(const AssetcPack *pack, const unsigned char publicKey[32], AssetcError *error) {
  AssetcImplFile file = assetc_impl_pack_file(pack, error);
  AssetcPackEntry entry;
  AssetcText rows, row;
  uint64_t cursor = 0;
  size_t at = 0;
  if (!assetc_pack_verify_list(pack, publicKey, error) || !assetc_impl_pack_list(pack, &rows, error)) return 0;
  while (assetc_pack_next(pack, &cursor, &entry)) {
    if (assetc_impl_is_pack_info(entry.path)) continue;
    if (!assetc_json_next(rows, &at, &row) || !assetc_impl_row_matches(row, &entry))
      return assetc_impl_fail(&file, ASSETC_ERROR_BAD_VALUE, assetc_impl_entry_offset(pack, &entry), "entries[]: SHA-256");
  }
  return 1;
}
