/* ---- Libraries: packs on top of each other, such as a base, patches and mods. ---- */

typedef struct AssetcLayer {
  AssetcPack pack;
  AssetcManifest manifest; /* Empty if the pack has none. To find faster, index it after mounting. */
  AssetcText removed; /* JSON: the paths that the pack removes from those below it. */
} AssetcLayer;

/* Higher layers replace files of lower ones by path, and remove those that their assetc/pack.json names. */
typedef struct AssetcLibrary {
  AssetcLayer *layers; /* Memory of the caller; the lowest first. */
  uint32_t count, capacity;
} AssetcLibrary;

/* A path that a layer has and others have or remove. */
typedef struct AssetcConflict {
  AssetcText path;
  uint32_t lowest; /* The lowest layer that has it. */
  uint32_t highest; /* The highest layer that has or removes it: this one decides. */
  int isRemoved; /* Whether that layer removes it. */
  uint64_t cursor;
} AssetcConflict;

ASSETC_API void assetc_library_begin(AssetcLibrary *library, AssetcLayer *layers, uint32_t capacity);
/*
 * Puts an open pack on top. Its file, and its index if it has one, must stay. Checks its list and its manifest; if it returns 0, the library
 * is as before. `error` may be NULL.
 */
ASSETC_API int assetc_library_mount(AssetcLibrary *library, const AssetcPack *pack, AssetcError *error);
/* The file of the highest layer that has the path; 0 if there is none, or a layer above removes it. */
ASSETC_API int assetc_library_find(const AssetcLibrary *library, const char *path, size_t length, AssetcPackEntry *entry);
/* The same for a hash, such as that of HmatRow.baseColorTex. Returns 0 for a hash of 0. */
ASSETC_API int assetc_library_find_hash(const AssetcLibrary *library, uint64_t hash, AssetcPackEntry *entry);
/* Entries of the merged manifest, by layer: begin with *layer = 0 and *cursor = 0; returns 0 after the last. */
ASSETC_API int assetc_library_next(
  const AssetcLibrary *library, uint32_t *layer, uint64_t *cursor, AssetcManifestEntry *entry
);
/* Conflicts, for example of two mods: begin with a struct of zeros; returns 0 after the last. */
ASSETC_API int assetc_library_next_conflict(const AssetcLibrary *library, AssetcConflict *conflict);

/* @implementation */

void assetc_library_begin(AssetcLibrary *library, AssetcLayer *layers, uint32_t capacity) {
  library->layers = layers;
  library->count = 0;
  library->capacity = capacity;
}

/* Reads what a pack removes. A pack without a list removes nothing. */
static int assetc_impl_read_removed(const AssetcPack *pack, AssetcText *removed, AssetcError *error) {
  AssetcImplFile file = assetc_impl_pack_file(pack, error);
  AssetcPackEntry list;
  AssetcText text, value, path;
  size_t cursor = 0;
  double version;
  *removed = assetc_text("[]");
  if (!assetc_pack_find(pack, "assetc/pack.json", 16, &list)) return 1;
  text.data = (const char *)list.bytes;
  text.length = list.size;
  if (!assetc_json_is_valid(text) || !assetc_json_find(text, "format", &value) ||
      !assetc_impl_json_is_text(value, assetc_text("assetc pack")))
    return assetc_impl_fail(&file, ASSETC_ERROR_BAD_VALUE, assetc_impl_entry_offset(pack, &list), "assetc/pack.json");
  if (!assetc_json_find(text, "version", &value) || !assetc_json_number(value, &version) || version != 1)
    return assetc_impl_fail(&file, ASSETC_ERROR_BAD_VERSION, assetc_impl_entry_offset(pack, &list), "assetc/pack.json");
  if (!assetc_json_find(text, "removed", removed) || removed->data[0] != '[')
    return assetc_impl_fail(&file, ASSETC_ERROR_BAD_VALUE, assetc_impl_entry_offset(pack, &list), "removed");
  while (assetc_json_next(*removed, &cursor, &path))
    if (path.data[0] != '"')
      return assetc_impl_fail(&file, ASSETC_ERROR_BAD_VALUE, assetc_impl_entry_offset(pack, &list), "removed[]");
  return 1;
}

int assetc_library_mount(AssetcLibrary *library, const AssetcPack *pack, AssetcError *error) {
  AssetcImplFile file = assetc_impl_pack_file(pack, error);
  AssetcPackEntry entry;
  AssetcLayer layer;
  if (library->count == library->capacity) return assetc_impl_fail(&file, ASSETC_ERROR_MEMORY, 0, "layers");
  memset(&layer, 0, sizeof layer);
  layer.pack = *pack;
  if (!assetc_impl_read_removed(pack, &layer.removed, error)) return 0;
  if (assetc_pack_find(pack, "assets.hman", 11, &entry) &&
      !assetc_manifest_open(&layer.manifest, entry.bytes, entry.size, error))
    return 0;
  library->layers[library->count++] = layer;
  return 1;
}

static int assetc_impl_removes(const AssetcLayer *layer, AssetcText path) {
  AssetcText one;
  size_t cursor = 0;
  while (assetc_json_next(layer->removed, &cursor, &one))
    if (assetc_impl_json_is_text(one, path)) return 1;
  return 0;
}

/* Whether the manifest of a layer lists a path, under any hash that a path may have. */
static int assetc_impl_lists(const AssetcLayer *layer, AssetcText path) {
  static const uint8_t kinds[] = { ASSETC_HMAN_KIND_MESH, ASSETC_HMAN_KIND_TEXTURE, ASSETC_HMAN_KIND_SHADER };
  AssetcManifestEntry entry;
  uint64_t shared;
  size_t i;
  if (layer->manifest.count == 0) return 0;
  for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (assetc_manifest_find(&layer->manifest, assetc_impl_hash_path(kinds[i], path), &entry) &&
        assetc_text_equal(entry.path, path))
      return 1;
  return assetc_impl_shared_texture(path, &shared) && assetc_manifest_find(&layer->manifest, shared, &entry) &&
         assetc_text_equal(entry.path, path);
}

/* The list, the signature, the credits and the manifest of a pack concern it alone. */
static int assetc_impl_is_own_file(AssetcText path) {
  return assetc_impl_is_pack_info(path) || assetc_text_equal(path, assetc_text("assets.hman")) ||
         assetc_text_equal(path, assetc_text("assetc/credits.json")) || assetc_text_equal(path, assetc_text("assetc/credits.txt"));
}

int assetc_library_find(const AssetcLibrary *library, const char *path, size_t length, AssetcPackEntry *entry) {
  AssetcText wanted;
  uint32_t i;
  wanted.data = path;
  wanted.length = length;
  if (assetc_impl_is_own_file(wanted)) return 0;
  for (i = library->count; i-- > 0;) {
    if (assetc_pack_find(&library->layers[i].pack, path, length, entry)) return 1;
    if (assetc_impl_removes(&library->layers[i], wanted)) return 0;
  }
  return 0;
}

/* Whether a layer above replaces an entry of a manifest, or removes its path. */
static int assetc_impl_is_replaced(const AssetcLibrary *library, uint32_t layer, const AssetcManifestEntry *entry) {
  AssetcManifestEntry other;
  uint32_t i;
  for (i = layer + 1; i < library->count; i++) {
    const AssetcLayer *above = &library->layers[i];
    if (above->manifest.count > 0 && assetc_manifest_find(&above->manifest, entry->hash, &other)) return 1;
    if (assetc_impl_removes(above, entry->path) || assetc_impl_lists(above, entry->path)) return 1;
  }
  return 0;
}

int assetc_library_find_hash(const AssetcLibrary *library, uint64_t hash, AssetcPackEntry *entry) {
  AssetcManifestEntry found;
  uint32_t i;
  if (hash == 0) return 0;
  for (i = library->count; i-- > 0;) {
    const AssetcManifest *manifest = &library->layers[i].manifest;
    if (manifest->count == 0 || !assetc_manifest_find(manifest, hash, &found)) continue;
    return !assetc_impl_is_replaced(library, i, &found) &&
           assetc_library_find(library, found.path.data, found.path.length, entry);
  }
  return 0;
}

int assetc_library_next(
  const AssetcLibrary *library, uint32_t *layer, uint64_t *cursor, AssetcManifestEntry *entry
) {
  for (; *layer < library->count; (*layer)++, *cursor = 0) {
    const AssetcManifest *manifest = &library->layers[*layer].manifest;
    while (manifest->count > 0 && assetc_manifest_next(manifest, cursor, entry))
      if (!assetc_impl_is_replaced(library, *layer, entry)) return 1;
  }
  return 0;
}

int assetc_library_next_conflict(const AssetcLibrary *library, AssetcConflict *conflict) {
  AssetcPackEntry entry, other;
  for (; conflict->lowest < library->count; conflict->lowest++, conflict->cursor = 0) {
    while (assetc_pack_next(&library->layers[conflict->lowest].pack, &conflict->cursor, &entry)) {
      uint32_t i, layers = 0;
      if (assetc_impl_is_own_file(entry.path)) continue;
      for (i = 0; i < library->count; i++) {
        const AssetcLayer *layer = &library->layers[i];
        int has = assetc_pack_find(&layer->pack, entry.path.data, entry.path.length, &other);
        if (has && i < conflict->lowest) break;
        if (!has && !assetc_impl_removes(layer, entry.path)) continue;
        layers++;
        conflict->highest = i;
        conflict->isRemoved = !has;
      }
      if (i < library->count || layers < 2) continue;
      conflict->path = entry.path;
      return 1;
    }
  }
  return 0;
}
