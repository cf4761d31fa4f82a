/* Every format by its number (FORMATS in formats.ts): its validator, and a walk over all that its view gives. */

/* Sums bytes that views lead to, so that a sanitizer sees a pointer that leaves the file. */
static uint64_t touched;

static void touch(const void *bytes, size_t size) {
  const unsigned char *p = (const unsigned char *)bytes;
  size_t i;
  for (i = 0; i < size; i++) touched += p[i];
}

static int walk_pack(const void *file, size_t size) {
  AssetcPack pack;
  AssetcPackEntry entry, found;
  uint64_t cursor = 0;
  if (!assetc_pack_open(&pack, file, size, NULL)) return 0;
  while (assetc_pack_next(&pack, &cursor, &entry)) {
    touch(entry.bytes, entry.size);
    if (!assetc_pack_find(&pack, entry.path.data, entry.path.length, &found) || found.bytes != entry.bytes) abort();
  }
  return 1;
}

static int walk_materials(const void *file, size_t size) {
  AssetcMaterials materials;
  if (!assetc_materials_open(&materials, file, size, NULL)) return 0;
  touch(materials.rows, materials.count * sizeof *materials.rows);
  return 1;
}

typedef struct Format {
  int (*validate)(const void *file, size_t size, AssetcError *error);
  int (*walk)(const void *file, size_t size);
} Format;

static const Format formats[] = {
  { assetc_pack_validate, walk_pack },
  { assetc_materials_validate, walk_materials },
};

static int validate(uint32_t format, const void *file, size_t size, AssetcError *error) {
  if (format >= sizeof formats / sizeof formats[0]) abort();
  return formats[format].validate(file, size, error);
}

static int walk(uint32_t format, const void *file, size_t size) {
  if (format >= sizeof formats / sizeof formats[0]) abort();
  return formats[format].walk(file, size);
}
