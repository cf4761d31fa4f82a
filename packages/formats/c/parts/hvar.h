/* ---- Variants of shaders. ---- */

typedef struct AssetcVariants {
  const AssetcHvarAxis *axes;
  const AssetcHvarModule *modules; /* Their keys in the manifest. */
  const uint32_t *cells; /* Of entry point e: cells[e * combinationCount + combination]. */
  AssetcNames names; /* Of the axes, all values, the entry points and the paths of the modules, in this order. */
  uint32_t axisCount, valueCount, entryCount, moduleCount, combinationCount;
} AssetcVariants;

/* A macro and its value: "1" for true, "false" for a macro that is not defined. */
typedef struct AssetcDefine {
  const char *name;
  const char *value;
} AssetcDefine;

/* Every rule of docs/formats/hvar.md. `error` may be NULL. */
ASSETC_API int assetc_variants_validate(const void *file, size_t size, AssetcError *error);
/* Validates, then opens. Returns 1 on success. */
ASSETC_API int assetc_variants_open(AssetcVariants *variants, const void *file, size_t size, AssetcError *error);
/* Checks magic and version only. */
ASSETC_API int assetc_variants_open_trusted(AssetcVariants *variants, const void *file, size_t size);
/*
 * The module of an entry point ("fragment") by the values of all macros, in any order. UINT32_MAX if a macro has no value or another one,
 * if there is a macro that does not vary, or if the combination was not compiled.
 */
ASSETC_API uint32_t assetc_variants_find(
  const AssetcVariants *variants, const char *entry, const AssetcDefine *defines, uint32_t count
);
/* The path of a module in the pack; empty if there is none. */
ASSETC_API AssetcText assetc_variants_path(const AssetcVariants *variants, uint32_t module);

/* @implementation */

static int assetc_impl_variant_axes(const AssetcImplFile *file, uint64_t axisCount) {
  uint64_t values = 0, stride = 1, i;
  const unsigned char *header = file->bytes;
  for (i = axisCount; i-- > 0;) {
    uint64_t at = sizeof(AssetcHvarHeader) + i * sizeof(AssetcHvarAxis);
    if (!assetc_impl_inspect_hvar_axis(file, at)) return 0;
    if (assetc_read_u32(file->bytes + at + offsetof(AssetcHvarAxis, stride)) != stride)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcHvarAxis, stride), "axes[].stride");
    values += assetc_read_u32(file->bytes + at);
    stride *= assetc_read_u32(file->bytes + at);
    if (stride > ASSETC_HVAR_MAX_COMBINATIONS)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "axes[].valueCount");
  }
  if (values != assetc_read_u32(header + offsetof(AssetcHvarHeader, valueCount)))
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_VALUE, offsetof(AssetcHvarHeader, valueCount), "HvarHeader.valueCount"
    );
  if (stride != assetc_read_u32(header + offsetof(AssetcHvarHeader, combinationCount)))
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_VALUE, offsetof(AssetcHvarHeader, combinationCount), "HvarHeader.combinationCount"
    );
  return 1;
}

/* A view of a file whose sizes have been checked or are trusted. */
static void assetc_impl_view_variants(AssetcVariants *variants, const unsigned char *bytes) {
  const AssetcHvarHeader *header = (const AssetcHvarHeader *)(const void *)bytes;
  variants->axisCount = header->axisCount;
  variants->valueCount = header->valueCount;
  variants->entryCount = header->entryCount;
  variants->moduleCount = header->moduleCount;
  variants->combinationCount = header->combinationCount;
  variants->axes = (const AssetcHvarAxis *)(const void *)(bytes + sizeof *header);
  variants->modules = (const AssetcHvarModule *)(const void *)(variants->axes + header->axisCount);
  variants->cells = (const uint32_t *)(const void *)(variants->modules + header->moduleCount);
  variants->names = assetc_impl_names(
    (const unsigned char *)(variants->cells + (size_t)header->entryCount * header->combinationCount),
    header->axisCount + header->valueCount + header->entryCount + header->moduleCount
  );
}

static int assetc_impl_variant_modules(const AssetcImplFile *file, uint64_t at, uint64_t count, uint64_t namesAt) {
  uint32_t axes = assetc_read_u32(file->bytes + offsetof(AssetcHvarHeader, axisCount));
  uint32_t values = assetc_read_u32(file->bytes + offsetof(AssetcHvarHeader, valueCount));
  uint32_t entries = assetc_read_u32(file->bytes + offsetof(AssetcHvarHeader, entryCount));
  uint64_t first = (uint64_t)axes + values + entries, i;
  uint64_t text = namesAt + assetc_impl_names_text(first + count);
  for (i = 0; i < count; i++) {
    const unsigned char *offsets = file->bytes + namesAt + (first + i) * 4;
    uint64_t from = assetc_read_u32(offsets), to = assetc_read_u32(offsets + 4);
    AssetcText path = assetc_impl_text_at(file, text + from, to - from);
    if (!assetc_impl_is_path(path))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + i * sizeof(AssetcHvarModule), "modules[].path");
    if (assetc_read_u64(file->bytes + at + i * sizeof(AssetcHvarModule)) !=
        assetc_manifest_hash(ASSETC_HMAN_KIND_SHADER, path.data, path.length))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + i * sizeof(AssetcHvarModule), "modules[].hash");
  }
  return 1;
}

int assetc_variants_validate(const void *file, size_t size, AssetcError *error) {
  AssetcImplFile whole = assetc_impl_file(file, size, error);
  uint64_t axes, values, entries, modules, modulesAt, cellsAt, cells, namesAt, i;
  if (!assetc_impl_inspect_hvar_header(&whole, 0)) return 0;
  axes = assetc_read_u32(whole.bytes + offsetof(AssetcHvarHeader, axisCount));
  values = assetc_read_u32(whole.bytes + offsetof(AssetcHvarHeader, valueCount));
  entries = assetc_read_u32(whole.bytes + offsetof(AssetcHvarHeader, entryCount));
  modules = assetc_read_u32(whole.bytes + offsetof(AssetcHvarHeader, moduleCount));
  cells = entries * assetc_read_u32(whole.bytes + offsetof(AssetcHvarHeader, combinationCount));
  modulesAt = sizeof(AssetcHvarHeader) + axes * sizeof(AssetcHvarAxis);
  cellsAt = modulesAt + modules * sizeof(AssetcHvarModule);
  /* The first comparison keeps the product below 2^64. */
  if (cells > size || cellsAt + cells * 4 > size)
    return assetc_impl_fail(&whole, ASSETC_ERROR_TRUNCATED, size, "HvarHeader");
  namesAt = cellsAt + cells * 4;
  if (!assetc_impl_variant_axes(&whole, axes)) return 0;
  for (i = cellsAt; i < namesAt; i += 4) {
    uint32_t cell = assetc_read_u32(whole.bytes + i);
    if (cell >= modules && cell != ASSETC_HVAR_NO_MODULE)
      return assetc_impl_fail(&whole, ASSETC_ERROR_BAD_RANGE, i, "cells[]");
  }
  if (!assetc_impl_check_names(&whole, namesAt, size - namesAt, axes + values + entries + modules)) return 0;
  return assetc_impl_variant_modules(&whole, modulesAt, modules, namesAt);
}

int assetc_variants_open_trusted(AssetcVariants *variants, const void *file, size_t size) {
  const unsigned char *bytes = (const unsigned char *)file;
  if (size < sizeof(AssetcHvarHeader) || assetc_read_u32(bytes) != ASSETC_HVAR_MAGIC) return 0;
  if (assetc_read_u32(bytes + offsetof(AssetcHvarHeader, version)) != ASSETC_HVAR_VERSION) return 0;
  assetc_impl_view_variants(variants, bytes);
  return 1;
}

int assetc_variants_open(AssetcVariants *variants, const void *file, size_t size, AssetcError *error) {
  if (!assetc_variants_validate(file, size, error) || !assetc_impl_is_aligned(file, error)) return 0;
  return assetc_variants_open_trusted(variants, file, size);
}

/* The value that the defines give an axis, as an index; UINT32_MAX if none does. */
static uint32_t assetc_impl_variant_value(
  const AssetcVariants *variants, uint32_t axis, uint32_t firstName, const AssetcDefine *defines, uint32_t count
) {
  AssetcText name = assetc_name_at(&variants->names, axis);
  uint32_t i, value;
  for (i = 0; i < count; i++) {
    if (!assetc_text_equal(name, assetc_text(defines[i].name))) continue;
    for (value = 0; value < variants->axes[axis].valueCount; value++)
      if (assetc_text_equal(assetc_name_at(&variants->names, firstName + value), assetc_text(defines[i].value)))
        return value;
    return UINT32_MAX;
  }
  return UINT32_MAX;
}

uint32_t assetc_variants_find(
  const AssetcVariants *variants, const char *entry, const AssetcDefine *defines, uint32_t count
) {
  uint32_t first = variants->axisCount, combination = 0, axis, i;
  if (count != variants->axisCount) return UINT32_MAX;
  for (axis = 0; axis < variants->axisCount; axis++) {
    uint32_t value = assetc_impl_variant_value(variants, axis, first, defines, count);
    if (value == UINT32_MAX) return UINT32_MAX;
    combination += value * variants->axes[axis].stride;
    first += variants->axes[axis].valueCount;
  }
  for (i = 0; i < variants->entryCount; i++)
    if (assetc_text_equal(assetc_name_at(&variants->names, first + i), assetc_text(entry)))
      return variants->cells[(size_t)i * variants->combinationCount + combination];
  return UINT32_MAX;
}

AssetcText assetc_variants_path(const AssetcVariants *variants, uint32_t module) {
  AssetcText none = { "", 0 };
  if (module >= variants->moduleCount) return none;
  return assetc_name_at(&variants->names, variants->names.count - variants->moduleCount + module);
}
