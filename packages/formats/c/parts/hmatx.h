/* ---- Extended materials. ---- */

/* Extensions of materials, and the struct of their rows. */
typedef enum AssetcMaterialExtension {
  ASSETC_EXTENSION_ANISOTROPY, /* AssetcHmatxAnisotropyRow, and so on. */
  ASSETC_EXTENSION_CLEARCOAT,
  ASSETC_EXTENSION_DIFFUSE_TRANSMISSION,
  ASSETC_EXTENSION_DISPERSION,
  ASSETC_EXTENSION_IOR,
  ASSETC_EXTENSION_IRIDESCENCE,
  ASSETC_EXTENSION_SHEEN,
  ASSETC_EXTENSION_SPECULAR,
  ASSETC_EXTENSION_TRANSMISSION,
  ASSETC_EXTENSION_UNLIT,
  ASSETC_EXTENSION_VOLUME,
  ASSETC_EXTENSION_COUNT
} AssetcMaterialExtension;

typedef struct AssetcMaterialExtras {
  uint32_t rowCount; /* Of the companion .hmat. */
  const AssetcHmatxTextureRow *textures; /* Ascending by row, then slot. */
  uint32_t textureCount;
  const void *rows[ASSETC_EXTENSION_COUNT]; /* Ascending by row; NULL if no material uses the extension. */
  uint32_t rowCounts[ASSETC_EXTENSION_COUNT];
  AssetcNames variants;
  const AssetcHmatxVariantRow *variantRows; /* Ascending by variant, then submesh. */
  uint32_t variantRowCount;
} AssetcMaterialExtras;

/* Every rule of docs/formats/hmatx.md. `error` may be NULL. */
ASSETC_API int assetc_material_extras_validate(const void *file, size_t size, AssetcError *error);
/* Validates, then opens. Returns 1 on success. */
ASSETC_API int assetc_material_extras_open(AssetcMaterialExtras *extras, const void *file, size_t size, AssetcError *error);
/* Checks magic and version, and finds the chunks. */
ASSETC_API int assetc_material_extras_open_trusted(AssetcMaterialExtras *extras, const void *file, size_t size);
/* How a slot of a row uses its texture; NULL for uv set 0 without a transform, repeated. */
ASSETC_API const AssetcHmatxTextureRow *assetc_material_texture(const AssetcMaterialExtras *extras, uint32_t row, uint32_t slot);
/* The row of an extension, to be cast to its struct; NULL if the material does not use it. */
ASSETC_API const void *assetc_material_extension(
  const AssetcMaterialExtras *extras, AssetcMaterialExtension extension, uint32_t row
);
/* The row of .hmat that a submesh has in a variant; NULL if it keeps its own. */
ASSETC_API const AssetcHmatxVariantRow *assetc_material_variant(
  const AssetcMaterialExtras *extras, uint32_t variant, uint32_t submesh
);

/* @implementation */

enum {
  ASSETC_IMPL_MDSC, ASSETC_IMPL_TEXS, ASSETC_IMPL_EXTENSIONS,
  ASSETC_IMPL_VNAM = ASSETC_IMPL_EXTENSIONS + ASSETC_EXTENSION_COUNT, ASSETC_IMPL_VMAP, ASSETC_IMPL_HMATX_CHUNKS
};

static const uint32_t assetc_impl_hmatx_chunks[ASSETC_IMPL_HMATX_CHUNKS] = {
  ASSETC_HMATX_CHUNK_MDSC, ASSETC_HMATX_CHUNK_TEXS, ASSETC_HMATX_CHUNK_ANIS, ASSETC_HMATX_CHUNK_CLRC,
  ASSETC_HMATX_CHUNK_DTRN, ASSETC_HMATX_CHUNK_DISP, ASSETC_HMATX_CHUNK_IORX, ASSETC_HMATX_CHUNK_IRID,
  ASSETC_HMATX_CHUNK_SHEN, ASSETC_HMATX_CHUNK_SPEC, ASSETC_HMATX_CHUNK_TRNS, ASSETC_HMATX_CHUNK_UNLT,
  ASSETC_HMATX_CHUNK_VOLM, ASSETC_HMATX_CHUNK_VNAM, ASSETC_HMATX_CHUNK_VMAP
};

typedef struct AssetcImplExtension {
  uint64_t size;
  int (*inspect)(const AssetcImplFile *file, uint64_t at);
} AssetcImplExtension;

static const AssetcImplExtension assetc_impl_extensions[ASSETC_EXTENSION_COUNT] = {
  { sizeof(AssetcHmatxAnisotropyRow), assetc_impl_inspect_hmatx_anisotropy_row },
  { sizeof(AssetcHmatxClearcoatRow), assetc_impl_inspect_hmatx_clearcoat_row },
  { sizeof(AssetcHmatxDiffuseTransmissionRow), assetc_impl_inspect_hmatx_diffuse_transmission_row },
  { sizeof(AssetcHmatxDispersionRow), assetc_impl_inspect_hmatx_dispersion_row },
  { sizeof(AssetcHmatxIorRow), assetc_impl_inspect_hmatx_ior_row },
  { sizeof(AssetcHmatxIridescenceRow), assetc_impl_inspect_hmatx_iridescence_row },
  { sizeof(AssetcHmatxSheenRow), assetc_impl_inspect_hmatx_sheen_row },
  { sizeof(AssetcHmatxSpecularRow), assetc_impl_inspect_hmatx_specular_row },
  { sizeof(AssetcHmatxTransmissionRow), assetc_impl_inspect_hmatx_transmission_row },
  { sizeof(AssetcHmatxUnlitRow), assetc_impl_inspect_hmatx_unlit_row },
  { sizeof(AssetcHmatxVolumeRow), assetc_impl_inspect_hmatx_volume_row }
};

/* One number of a row, or two combined into one with the same order. */
static uint64_t assetc_impl_row_key(const unsigned char *row, int isPair) {
  return isPair ? (uint64_t)assetc_read_u32(row) << 32 | assetc_read_u32(row + 4) : assetc_read_u32(row);
}

/* Checks rows by the rules of their struct; they ascend by their first number or their first two, each once. */
static int assetc_impl_check_sorted_rows(
  const AssetcImplFile *file, const AssetcImplChunk *chunk, const AssetcImplExtension *of, int isPair, const char *field
) {
  uint64_t at;
  if (!assetc_impl_expect_multiple(file, chunk, of->size, field)) return 0;
  if (!assetc_impl_inspect_rows(file, chunk->offset, chunk->size / of->size, of->size, of->inspect)) return 0;
  for (at = chunk->offset + of->size; at < chunk->offset + chunk->size; at += of->size) {
    uint64_t key = assetc_impl_row_key(file->bytes + at, isPair);
    uint64_t before = assetc_impl_row_key(file->bytes + at - of->size, isPair);
    if (key == before) return assetc_impl_fail(file, ASSETC_ERROR_DUPLICATE, at, field);
    if (key < before) return assetc_impl_fail(file, ASSETC_ERROR_BAD_ORDER, at, field);
  }
  return 1;
}

/* A number of every row is below a limit. */
static int assetc_impl_check_below(
  const AssetcImplFile *file, const AssetcImplChunk *chunk, uint64_t rowSize, uint64_t number, uint32_t limit, const char *field
) {
  uint64_t at;
  for (at = chunk->offset + number; at < chunk->offset + chunk->size; at += rowSize)
    if (assetc_read_u32(file->bytes + at) >= limit) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, field);
  return 1;
}

static int assetc_impl_check_variants(const AssetcImplChunks *chunks, uint32_t rowCount, uint32_t variantCount) {
  static const AssetcImplExtension rows = { sizeof(AssetcHmatxVariantRow), assetc_impl_inspect_hmatx_variant_row };
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *names = &chunks->known[ASSETC_IMPL_VNAM], *map = &chunks->known[ASSETC_IMPL_VMAP];
  if (variantCount > 0 && !assetc_impl_require(file, names, "VNAM")) return 0;
  if (names->entry != 0 && !assetc_impl_check_names(file, names->offset, names->size, variantCount)) return 0;
  if (map->entry == 0) return 1;
  return assetc_impl_check_sorted_rows(file, map, &rows, 1, "VMAP[].variant") &&
         assetc_impl_check_below(file, map, rows.size, 0, variantCount, "VMAP[].variant") &&
         assetc_impl_check_below(file, map, rows.size, offsetof(AssetcHmatxVariantRow, row), rowCount, "VMAP[].row");
}

int assetc_material_extras_validate(const void *file, size_t size, AssetcError *error) {
  static const AssetcImplExtension textures = { sizeof(AssetcHmatxTextureRow), assetc_impl_inspect_hmatx_texture_row };
  AssetcImplChunks chunks;
  const AssetcImplChunk *known = chunks.known;
  uint32_t rowCount, variantCount;
  int i;
  chunks.file = assetc_impl_file(file, size, error);
  chunks.names = assetc_impl_hmatx_chunks;
  chunks.nameCount = ASSETC_IMPL_HMATX_CHUNKS;
  if (!assetc_impl_inspect_hmatx_file_header(&chunks.file, 0)) return 0;
  if (!assetc_impl_read_table(&chunks, ASSETC_HMATX_VERSION)) return 0;
  if (!assetc_impl_require(&chunks.file, known, "MDSC")) return 0;
  if (!assetc_impl_expect_head(&chunks.file, known, sizeof(AssetcHmatxDesc), "MDSC.size")) return 0;
  if (!assetc_impl_inspect_hmatx_desc(&chunks.file, known->offset)) return 0;
  if (!assetc_impl_expect_size(&chunks.file, known, sizeof(AssetcHmatxDesc), "MDSC.size")) return 0;
  rowCount = assetc_read_u32(chunks.file.bytes + known->offset);
  variantCount = assetc_read_u32(chunks.file.bytes + known->offset + offsetof(AssetcHmatxDesc, variantCount));
  if (!assetc_impl_check_sorted_rows(&chunks.file, &known[ASSETC_IMPL_TEXS], &textures, 1, "TEXS[].row")) return 0;
  if (!assetc_impl_check_below(&chunks.file, &known[ASSETC_IMPL_TEXS], textures.size, 0, rowCount, "TEXS[].row")) return 0;
  for (i = 0; i < ASSETC_EXTENSION_COUNT; i++) {
    const AssetcImplChunk *chunk = &known[ASSETC_IMPL_EXTENSIONS + i];
    if (!assetc_impl_check_sorted_rows(&chunks.file, chunk, &assetc_impl_extensions[i], 0, "row")) return 0;
    if (!assetc_impl_check_below(&chunks.file, chunk, assetc_impl_extensions[i].size, 0, rowCount, "row")) return 0;
  }
  return assetc_impl_check_variants(&chunks, rowCount, variantCount) && assetc_impl_check_padding(&chunks.file);
}

int assetc_material_extras_open_trusted(AssetcMaterialExtras *extras, const void *file, size_t size) {
  AssetcImplChunks chunks;
  const unsigned char *desc;
  int i;
  chunks.file = assetc_impl_file(file, size, NULL);
  chunks.names = assetc_impl_hmatx_chunks;
  chunks.nameCount = ASSETC_IMPL_HMATX_CHUNKS;
  memset(extras, 0, sizeof *extras);
  if (!assetc_impl_find_chunks(&chunks, ASSETC_HMATX_MAGIC, ASSETC_HMATX_VERSION)) return 0;
  desc = chunks.file.bytes + chunks.known[ASSETC_IMPL_MDSC].offset;
  extras->rowCount = assetc_read_u32(desc);
  extras->textures = (const AssetcHmatxTextureRow *)assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_TEXS);
  extras->textureCount = (uint32_t)(chunks.known[ASSETC_IMPL_TEXS].size / sizeof(AssetcHmatxTextureRow));
  for (i = 0; i < ASSETC_EXTENSION_COUNT; i++) {
    const AssetcImplChunk *chunk = &chunks.known[ASSETC_IMPL_EXTENSIONS + i];
    extras->rows[i] = assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_EXTENSIONS + i);
    extras->rowCounts[i] = (uint32_t)(chunk->size / assetc_impl_extensions[i].size);
  }
  if (chunks.known[ASSETC_IMPL_VNAM].entry != 0)
    extras->variants = assetc_impl_names(
      chunks.file.bytes + chunks.known[ASSETC_IMPL_VNAM].offset,
      assetc_read_u32(desc + offsetof(AssetcHmatxDesc, variantCount)));
  extras->variantRows = (const AssetcHmatxVariantRow *)assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_VMAP);
  extras->variantRowCount = (uint32_t)(chunks.known[ASSETC_IMPL_VMAP].size / sizeof(AssetcHmatxVariantRow));
  return 1;
}

int assetc_material_extras_open(AssetcMaterialExtras *extras, const void *file, size_t size, AssetcError *error) {
  if (!assetc_material_extras_validate(file, size, error) || !assetc_impl_is_aligned(file, error)) return 0;
  return assetc_material_extras_open_trusted(extras, file, size);
}

/* The row of a key in a sorted table; NULL if there is none. */
static const void *assetc_impl_find_row(const void *rows, uint32_t count, uint64_t size, int isPair, uint64_t key) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const unsigned char *row = (const unsigned char *)rows + middle * size;
    uint64_t own = assetc_impl_row_key(row, isPair);
    if (own == key) return row;
    if (own < key) low = middle + 1;
    else high = middle;
  }
  return NULL;
}

const AssetcHmatxTextureRow *assetc_material_texture(const AssetcMaterialExtras *extras, uint32_t row, uint32_t slot) {
  return (const AssetcHmatxTextureRow *)assetc_impl_find_row(
    extras->textures, extras->textureCount, sizeof *extras->textures, 1, (uint64_t)row << 32 | slot);
}

const void *assetc_material_extension(const AssetcMaterialExtras *extras, AssetcMaterialExtension extension, uint32_t row) {
  return assetc_impl_find_row(
    extras->rows[extension], extras->rowCounts[extension], assetc_impl_extensions[extension].size, 0, row);
}

const AssetcHmatxVariantRow *assetc_material_variant(const AssetcMaterialExtras *extras, uint32_t variant, uint32_t submesh) {
  return (const AssetcHmatxVariantRow *)assetc_impl_find_row(
    extras->variantRows, extras->variantRowCount, sizeof *extras->variantRows, 1, (uint64_t)variant << 32 | submesh);
}
