/* ---- Manifests: map hashes to files. ---- */

typedef struct AssetcManifest {
  const unsigned char *bytes;
  size_t size;
  uint32_t count; /* Entries, ascending by hash. */
  const uint32_t *starts; /* NULL, or the offset of each entry: see assetc_manifest_index. */
} AssetcManifest;

typedef struct AssetcManifestEntry {
  uint64_t hash;
  uint8_t kind; /* ASSETC_HMAN_KIND_..., or one of a later version. */
  uint8_t colorspace; /* 0 linear, 1 sRGB. */
  AssetcText path; /* Below the output folder, with forward slashes: a path of the pack. */
} AssetcManifestEntry;

/* Every rule of docs/formats/hman.md that the file alone can break. `error` may be NULL. */
ASSETC_API int assetc_manifest_validate(const void *file, size_t size, AssetcError *error);
/* Validates, then opens. Returns 1 on success. */
ASSETC_API int assetc_manifest_open(AssetcManifest *manifest, const void *file, size_t size, AssetcError *error);
/* Checks magic and version only. */
ASSETC_API int assetc_manifest_open_trusted(AssetcManifest *manifest, const void *file, size_t size);
/* Without an index a lookup scans the entries, with one it bisects. Pass memory for `count` numbers and keep it. */
ASSETC_API int assetc_manifest_index(AssetcManifest *manifest, uint32_t *starts);
/* Returns 1 if a hash is listed. assetc_hash_name makes hashes of names; hashes in other assets can be used directly. */
ASSETC_API int assetc_manifest_find(const AssetcManifest *manifest, uint64_t hash, AssetcManifestEntry *entry);
/* Returns 1 if a path is listed, byte for byte. Scans the entries. */
ASSETC_API int assetc_manifest_find_path(
  const AssetcManifest *manifest, const char *path, size_t length, AssetcManifestEntry *entry
);
/* Entries in order: begin with *cursor = 0; returns 0 after the last. */
ASSETC_API int assetc_manifest_next(const AssetcManifest *manifest, uint64_t *cursor, AssetcManifestEntry *entry);
/*
 * Finds the file of a hash in a pack, such as that of HmatRow.baseColorTex, by the pack's own manifest, assets.hman. Returns 0 for a hash of 0
 * and one that is not listed. Scans the manifest: to find many, open it and index it.
 */
ASSETC_API int assetc_pack_find_hash(const AssetcPack *pack, uint64_t hash, AssetcPackEntry *entry);
/*
 * The key of a path, by its kind: without the extension for textures and shaders, the number in the name for shared textures.
  * Converts the path to NFC, like the compiler.
 */
ASSETC_API uint64_t assetc_manifest_hash(uint8_t kind, const char *path, size_t length);

/* @implementation */

static uint64_t assetc_impl_manifest_entry_end(const unsigned char *bytes, uint64_t at) {
  return at + ASSETC_HMAN_ENTRY_HEAD_SIZE + assetc_hman_entry_head_path_len(bytes + at);
}

/* Whether a path is tex/<16 hex digits>.ktx2, and the number of these digits. */
static int assetc_impl_shared_texture(AssetcText path, uint64_t *hash) {
  size_t i;
  if (path.length != 25 || memcmp(path.data, "tex/", 4) != 0 || memcmp(path.data + 20, ".ktx2", 5) != 0) return 0;
  *hash = 0;
  for (i = 4; i < 20; i++) {
    char c = path.data[i];
    uint64_t digit;
    if (c >= '0' && c <= '9') digit = (uint64_t)(c - '0');
    else if (c >= 'a' && c <= 'f') digit = (uint64_t)(c - 'a' + 10);
    else return 0;
    *hash = *hash << 4 | digit;
  }
  return 1;
}

static uint64_t assetc_impl_hash_path(uint8_t kind, AssetcText path) {
  if (kind == ASSETC_HMAN_KIND_TEXTURE && assetc_impl_ends_with(path, ".ktx2")) path.length -= 5;
  if (kind == ASSETC_HMAN_KIND_SHADER && assetc_impl_ends_with(path, ".spv")) path.length -= 4;
  return assetc_hash_name(path.data, path.length);
}

uint64_t assetc_manifest_hash(uint8_t kind, const char *path, size_t length) {
  AssetcText text;
  uint64_t hash;
  text.data = path;
  text.length = length;
  if (kind == ASSETC_HMAN_KIND_TEXTURE && assetc_impl_shared_texture(text, &hash)) return hash;
  return assetc_impl_hash_path(kind, text);
}

/* A source may itself be called tex/<16 hex digits>.png: then the plain rule applies, so both are accepted. */
static int assetc_impl_obeys_manifest_rule(uint8_t kind, AssetcText path, uint64_t hash) {
  uint64_t shared;
  if (kind == ASSETC_HMAN_KIND_TEXTURE && assetc_impl_shared_texture(path, &shared) && shared == hash) return 1;
  return assetc_impl_hash_path(kind, path) == hash;
}

static int assetc_impl_check_manifest_entry(const AssetcImplFile *file, uint64_t at, uint64_t *before, int isFirst) {
  const unsigned char *p = file->bytes + at;
  uint64_t name = at + ASSETC_HMAN_ENTRY_HEAD_SIZE, hash;
  uint8_t kind;
  AssetcText path;
  if (!assetc_impl_fits(file, at, ASSETC_HMAN_ENTRY_HEAD_SIZE, "entries[]")) return 0;
  hash = assetc_hman_entry_head_hash(p);
  if (!isFirst && hash == *before) return assetc_impl_fail(file, ASSETC_ERROR_DUPLICATE, at, "entries[].hash");
  if (!isFirst && hash < *before) return assetc_impl_fail(file, ASSETC_ERROR_BAD_ORDER, at, "entries[].hash");
  *before = hash;
  if (!assetc_impl_fits(file, name, assetc_hman_entry_head_path_len(p), "entries[].path")) return 0;
  kind = assetc_hman_entry_head_kind(p);
  if (kind <= ASSETC_HMAN_KIND_FONT && assetc_hman_entry_head_colorspace(p) > 1) {
    at += ASSETC_HMAN_ENTRY_HEAD_COLORSPACE_OFFSET;
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "entries[].colorspace");
  }
  path = assetc_impl_text_at(file, name, assetc_hman_entry_head_path_len(p));
  if (!assetc_impl_check_path(file, name, path.length, "entries[].path")) return 0;
  if (kind <= ASSETC_HMAN_KIND_FONT && !assetc_impl_obeys_manifest_rule(kind, path, hash))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "entries[].hash");
  return 1;
}

int assetc_manifest_validate(const void *file, size_t size, AssetcError *error) {
  AssetcImplFile whole = assetc_impl_file(file, size, error);
  uint64_t at = sizeof(AssetcHmanHeader), before = 0;
  uint32_t count, i;
  if (!assetc_impl_inspect_hman_header(&whole, 0)) return 0;
  count = assetc_read_u32(whole.bytes + offsetof(AssetcHmanHeader, count));
  for (i = 0; i < count; i++) {
    if (!assetc_impl_check_manifest_entry(&whole, at, &before, i == 0)) return 0;
    at = assetc_impl_manifest_entry_end(whole.bytes, at);
  }
  if (at < size) return assetc_impl_fail(&whole, ASSETC_ERROR_TRAILING_BYTES, at, "file");
  return 1;
}

int assetc_manifest_open_trusted(AssetcManifest *manifest, const void *file, size_t size) {
  const unsigned char *bytes = (const unsigned char *)file;
  if (size < sizeof(AssetcHmanHeader) || assetc_read_u32(bytes) != ASSETC_HMAN_MAGIC) return 0;
  if (assetc_read_u32(bytes + offsetof(AssetcHmanHeader, version)) != ASSETC_HMAN_VERSION) return 0;
  manifest->bytes = bytes;
  manifest->size = size;
  manifest->count = assetc_read_u32(bytes + offsetof(AssetcHmanHeader, count));
  manifest->starts = NULL;
  return 1;
}

int assetc_manifest_open(AssetcManifest *manifest, const void *file, size_t size, AssetcError *error) {
  return assetc_manifest_validate(file, size, error) && assetc_manifest_open_trusted(manifest, file, size);
}

static void assetc_impl_manifest_entry(const AssetcManifest *manifest, uint64_t at, AssetcManifestEntry *entry) {
  const unsigned char *p = manifest->bytes + at;
  entry->hash = assetc_hman_entry_head_hash(p);
  entry->kind = assetc_hman_entry_head_kind(p);
  entry->colorspace = assetc_hman_entry_head_colorspace(p);
  entry->path.data = (const char *)p + ASSETC_HMAN_ENTRY_HEAD_SIZE;
  entry->path.length = assetc_hman_entry_head_path_len(p);
}

int assetc_manifest_next(const AssetcManifest *manifest, uint64_t *cursor, AssetcManifestEntry *entry) {
  uint64_t at = *cursor == 0 ? sizeof(AssetcHmanHeader) : *cursor;
  if (at >= manifest->size) return 0;
  assetc_impl_manifest_entry(manifest, at, entry);
  *cursor = assetc_impl_manifest_entry_end(manifest->bytes, at);
  return 1;
}

int assetc_manifest_index(AssetcManifest *manifest, uint32_t *starts) {
  uint64_t at = sizeof(AssetcHmanHeader);
  uint32_t i;
  for (i = 0; i < manifest->count; i++) {
    if (at > UINT32_MAX) return 0;
    starts[i] = (uint32_t)at;
    at = assetc_impl_manifest_entry_end(manifest->bytes, at);
  }
  manifest->starts = starts;
  return 1;
}

int assetc_manifest_find(const AssetcManifest *manifest, uint64_t hash, AssetcManifestEntry *entry) {
  uint32_t low = 0, high = manifest->count;
  uint64_t cursor = 0;
  while (manifest->starts == NULL && assetc_manifest_next(manifest, &cursor, entry))
    if (entry->hash >= hash) return entry->hash == hash;
  if (manifest->starts == NULL) return 0;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    assetc_impl_manifest_entry(manifest, manifest->starts[middle], entry);
    if (entry->hash == hash) return 1;
    if (entry->hash < hash) low = middle + 1;
    else high = middle;
  }
  return 0;
}

int assetc_manifest_find_path(
  const AssetcManifest *manifest, const char *path, size_t length, AssetcManifestEntry *entry
) {
  AssetcText wanted;
  uint64_t cursor = 0;
  wanted.data = path;
  wanted.length = length;
  while (assetc_manifest_next(manifest, &cursor, entry))
    if (assetc_text_equal(entry->path, wanted)) return 1;
  return 0;
}

int assetc_pack_find_hash(const AssetcPack *pack, uint64_t hash, AssetcPackEntry *entry) {
  AssetcText names = assetc_text("assets.hman");
  AssetcManifest manifest;
  AssetcManifestEntry asset;
  if (hash == 0 || !assetc_pack_find(pack, names.data, names.length, entry)) return 0;
  if (!assetc_manifest_open(&manifest, entry->bytes, entry->size, NULL) || !assetc_manifest_find(&manifest, hash, &asset)) return 0;
  return assetc_pack_find(pack, asset.path.data, asset.path.length, entry);
}
