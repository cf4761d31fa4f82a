/* ---- Tables of names. ---- */

typedef struct AssetcNames {
  const uint32_t *offsets; /* count + 1 of them; NULL if there is no table. */
  const char *text;
  uint32_t count;
} AssetcNames;

/* Name i; empty if there is none. */
ASSETC_API AssetcText assetc_name_at(const AssetcNames *names, uint32_t i);

/* @implementation */

AssetcText assetc_name_at(const AssetcNames *names, uint32_t i) {
  AssetcText name = { "", 0 };
  if (names->offsets == NULL || i >= names->count) return name;
  name.data = names->text + names->offsets[i];
  name.length = names->offsets[i + 1] - names->offsets[i];
  return name;
}

static uint64_t assetc_impl_names_text(uint64_t count) {
  return assetc_impl_align((count + 1) * 4, 16);
}

/* A view of a table that has been checked or is trusted. */
static AssetcNames assetc_impl_names(const unsigned char *table, uint32_t count) {
  AssetcNames names;
  names.offsets = (const uint32_t *)(const void *)table;
  names.text = (const char *)table + assetc_impl_names_text(count);
  names.count = count;
  return names;
}

/* Checks the table of `count` names in `size` bytes at `at`. */
static int assetc_impl_check_names(const AssetcImplFile *file, uint64_t at, uint64_t size, uint64_t count) {
  const unsigned char *p = file->bytes + at;
  uint64_t start = assetc_impl_names_text(count), i, padding;
  uint32_t from, to;
  if (start > size) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "names");
  if (assetc_read_u32(p) != 0) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "names.offsets[0]");
  for (i = 1; i <= count; i++)
    if (assetc_read_u32(p + i * 4) < assetc_read_u32(p + (i - 1) * 4))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_ORDER, at + i * 4, "names.offsets[]");
  padding = assetc_impl_first_nonzero(file, at + (count + 1) * 4, at + start);
  if (padding < at + start) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, padding, "names.padding");
  if (assetc_read_u32(p + count * 4) != size - start)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + count * 4, "names.offsets[]");
  for (i = 0; i < count; i++) {
    from = assetc_read_u32(p + i * 4);
    to = assetc_read_u32(p + (i + 1) * 4);
    if (!assetc_impl_check_utf8(file, at + start + from, to - from, "names[]")) return 0;
  }
  return 1;
}
