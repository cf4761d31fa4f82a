/* ---- Material tables. ---- */

typedef struct AssetcMaterials {
  const AssetcHmatRow *rows; /* Row i belongs to materialSlot i of the mesh of the same name. */
  uint32_t count;
} AssetcMaterials;

/* Every rule of docs/formats/hmat.md. `error` may be NULL. */
ASSETC_API int assetc_materials_validate(const void *file, size_t size, AssetcError *error);
/* Validates, then opens. Returns 1 on success. */
ASSETC_API int assetc_materials_open(AssetcMaterials *materials, const void *file, size_t size, AssetcError *error);
/* Checks magic and version only. */
ASSETC_API int assetc_materials_open_trusted(AssetcMaterials *materials, const void *file, size_t size);

/* ASSETC_HMAT_ALPHA_... of a row. */
static inline uint32_t assetc_material_alpha_mode(const AssetcHmatRow *row) {
  return (row->flags & ASSETC_HMAT_ALPHA_MODE_MASK) >> ASSETC_HMAT_ALPHA_MODE_SHIFT;
}

static inline int assetc_material_is_double_sided(const AssetcHmatRow *row) {
  return (row->flags & ASSETC_HMAT_FLAG_DOUBLE_SIDED) != 0;
}

/* @implementation */

int assetc_materials_validate(const void *file, size_t size, AssetcError *error) {
  AssetcImplFile whole = assetc_impl_file(file, size, error);
  uint64_t wanted, at;
  if (!assetc_impl_inspect_hmat_header(&whole, 0)) return 0;
  wanted = assetc_read_u32(whole.bytes + offsetof(AssetcHmatHeader, count));
  wanted = sizeof(AssetcHmatHeader) + wanted * sizeof(AssetcHmatRow);
  if (size < wanted) return assetc_impl_fail(&whole, ASSETC_ERROR_TRUNCATED, size, "HmatHeader.count");
  if (size > wanted) return assetc_impl_fail(&whole, ASSETC_ERROR_TRAILING_BYTES, wanted, "file");
  for (at = sizeof(AssetcHmatHeader); at < wanted; at += sizeof(AssetcHmatRow))
    if (!assetc_impl_inspect_hmat_row(&whole, at)) return 0;
  return 1;
}

int assetc_materials_open_trusted(AssetcMaterials *materials, const void *file, size_t size) {
  const unsigned char *bytes = (const unsigned char *)file;
  if (size < sizeof(AssetcHmatHeader) || assetc_read_u32(bytes) != ASSETC_HMAT_MAGIC) return 0;
  if (assetc_read_u32(bytes + offsetof(AssetcHmatHeader, version)) != ASSETC_HMAT_VERSION) return 0;
  materials->rows = (const AssetcHmatRow *)(const void *)(bytes + sizeof(AssetcHmatHeader));
  materials->count = assetc_read_u32(bytes + offsetof(AssetcHmatHeader, count));
  return 1;
}

int assetc_materials_open(AssetcMaterials *materials, const void *file, size_t size, AssetcError *error) {
  if (!assetc_materials_validate(file, size, error) || !assetc_impl_is_aligned(file, error)) return 0;
  return assetc_materials_open_trusted(materials, file, size);
}
