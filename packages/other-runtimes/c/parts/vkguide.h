/* ---- vkguide's asset files: a header, JSON, a blob. ---- */

/* Ask the JSON for single fields: assetc_json_find(file.json, "width", &value), assetc_json_number(value, &width). */
typedef struct AssetcVkguideFile {
  uint32_t type; /* ASSETC_VKGUIDE_MAGIC_..., or four other characters. */
  uint32_t version;
  AssetcText json;
  const unsigned char *blob;
  size_t blobSize;
} AssetcVkguideFile;

/* Checks the header, the sizes and that the JSON is an object, not its fields. `error` may be NULL. */
ASSETC_API int assetc_vkguide_open(AssetcVkguideFile *asset, const void *file, size_t size, AssetcError *error);
/* Header only. */
ASSETC_API int assetc_vkguide_open_trusted(AssetcVkguideFile *asset, const void *file, size_t size);
/* Every rule for textures (.tx): the fields, and that every page has the stated size. */
ASSETC_API int assetc_vkguide_texture_validate(const void *file, size_t size, AssetcError *error);
/*
 * Every rule for meshes (.mesh): the fields, indices, vertices and bounds. A compressed mesh is unpacked into `scratch`; if that
 * is too small, the error is ASSETC_ERROR_MEMORY. assetc_vkguide_unpacked_size returns the size needed.
 */
ASSETC_API int assetc_vkguide_mesh_validate(const void *file, size_t size, void *scratch, size_t scratchSize, AssetcError *error);
/* The bytes of all pixels, or of vertices and indices together; 0 for other types. */
ASSETC_API size_t assetc_vkguide_unpacked_size(const AssetcVkguideFile *asset);
/* Pixels of all pages one after the other, or vertices and then indices. `outSize` is the unpacked size. */
ASSETC_API int assetc_vkguide_unpack(const AssetcVkguideFile *asset, void *out, size_t outSize);

/* @implementation */

int assetc_vkguide_open_trusted(AssetcVkguideFile *asset, const void *file, size_t size) {
  const unsigned char *bytes = (const unsigned char *)file;
  if (size < sizeof(AssetcVkguideHeader)) return 0;
  asset->type = assetc_read_u32(bytes);
  asset->version = assetc_read_u32(bytes + offsetof(AssetcVkguideHeader, version));
  asset->json.data = (const char *)bytes + sizeof(AssetcVkguideHeader);
  asset->json.length = assetc_read_u32(bytes + offsetof(AssetcVkguideHeader, jsonLength));
  asset->blob = bytes + sizeof(AssetcVkguideHeader) + asset->json.length;
  asset->blobSize = assetc_read_u32(bytes + offsetof(AssetcVkguideHeader, blobLength));
  return 1;
}

int assetc_vkguide_open(AssetcVkguideFile *asset, const void *file, size_t size, AssetcError *error) {
  AssetcImplFile whole = assetc_impl_file(file, size, error);
  const uint64_t json = sizeof(AssetcVkguideHeader);
  uint64_t end;
  if (!assetc_impl_inspect_vkguide_header(&whole, 0) || !assetc_vkguide_open_trusted(asset, file, size)) return 0;
  end = json + (uint64_t)asset->json.length + asset->blobSize;
  if (end > size) return assetc_impl_fail(&whole, ASSETC_ERROR_TRUNCATED, 8, "VkguideHeader");
  if (end < size) return assetc_impl_fail(&whole, ASSETC_ERROR_TRAILING_BYTES, end, "file");
  if (!assetc_impl_check_utf8(&whole, json, asset->json.length, "json")) return 0;
  if (!assetc_json_is_valid(asset->json)) return assetc_impl_fail(&whole, ASSETC_ERROR_BAD_TEXT, json, "json");
  if (asset->json.data[assetc_impl_json_space(asset->json, 0)] != '{')
    return assetc_impl_fail(&whole, ASSETC_ERROR_BAD_VALUE, json, "json");
  return 1;
}

/* Opens a file of one type, in the version that is read here. */
static int assetc_impl_open_fields(
  const AssetcImplFile *file, AssetcVkguideFile *asset, uint32_t type, AssetcImplFields *fields
) {
  if (!assetc_vkguide_open(asset, file->bytes, (size_t)file->size, file->error)) return 0;
  if (asset->type != type) return assetc_impl_fail(file, ASSETC_ERROR_BAD_MAGIC, 0, "VkguideHeader.magic");
  if (asset->version != ASSETC_VKGUIDE_VERSION)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VERSION, 4, "VkguideHeader.version");
  fields->file = file;
  fields->start = sizeof(AssetcVkguideHeader);
  fields->whole = fields->object = asset->json;
  fields->place = NULL;
  return 1;
}

/* One page of a texture. */
typedef struct AssetcImplPage {
  double width;
  double height;
  double originalSize;
  double compressedSize;
} AssetcImplPage;

/* max(1, size >> 1) as JavaScript counts: in 32 bits. */
static double assetc_impl_half(double size) {
  uint32_t low = (uint32_t)((uint64_t)size & UINT32_MAX) >> 1;
  int isNegative = ((uint64_t)size >> 31 & 1u) != 0;
  return isNegative || low < 1 ? 1 : (double)low;
}

static int assetc_impl_read_page(const AssetcImplFields *fields, AssetcImplPage *page) {
  return assetc_impl_count(fields, "width", 1, &page->width) && assetc_impl_count(fields, "height", 1, &page->height) &&
         assetc_impl_count(fields, "original_size", 1, &page->originalSize) &&
         assetc_impl_count(fields, "compressed_size", 1, &page->compressedSize);
}

static int assetc_impl_check_page(
  const AssetcImplFields *fields, const AssetcImplPage *page, const AssetcImplPage *before, int isPlain, double left
) {
  if (page->originalSize != page->width * page->height * 4) return assetc_impl_wrong(fields, "original_size");
  if (before != NULL &&
      (page->width != assetc_impl_half(before->width) || page->height != assetc_impl_half(before->height)))
    return assetc_impl_wrong(fields, "width");
  if (isPlain && page->compressedSize != page->originalSize) return assetc_impl_wrong(fields, "compressed_size");
  return page->compressedSize > left ? assetc_impl_wrong(fields, "compressed_size") : 1;
}

/* Pages fill the blob. With `inflate`, each must have the stated size; that is checked after all fields. */
static int assetc_impl_check_pages(const AssetcImplFields *fields, const AssetcVkguideFile *asset, int isPlain, double *total, int inflate) {
  AssetcImplFields inner = *fields;
  AssetcImplPage page = { 0, 0, 0, 0 }, before = page;
  AssetcText list;
  size_t cursor = 0;
  double at = 0;
  uint64_t blob = fields->start + asset->json.length;
  if (!assetc_impl_field(fields, "pages", &list)) return 0;
  if (list.data[0] != '[') return assetc_impl_wrong(fields, "pages");
  inner.place = "pages";
  *total = 0;
  while (assetc_json_next(list, &cursor, &inner.object)) {
    if (inner.object.data[0] != '{') return assetc_impl_wrong(fields, "pages");
    if (!assetc_impl_read_page(&inner, &page)) return 0;
    if (!assetc_impl_check_page(&inner, &page, *total > 0 ? &before : NULL, isPlain, (double)asset->blobSize - at)) return 0;
    if (inflate && !isPlain && page.compressedSize != page.originalSize &&
        !assetc_impl_check_lz4(fields->file, blob + (uint64_t)at, (uint64_t)page.compressedSize, page.originalSize))
      return 0;
    at += page.compressedSize;
    *total += page.originalSize;
    before = page;
  }
  if (*total == 0) return assetc_impl_wrong(fields, "pages");
  if (at < (double)asset->blobSize)
    return assetc_impl_fail(fields->file, ASSETC_ERROR_TRAILING_BYTES, blob + (uint64_t)at, "blob");
  return 1;
}

int assetc_vkguide_texture_validate(const void *file, size_t size, AssetcError *error) {
  AssetcImplFile whole = assetc_impl_file(file, size, error);
  AssetcVkguideFile asset;
  AssetcImplFields fields;
  AssetcText value;
  double bufferSize, width, height, total;
  int isPlain, which;
  if (!assetc_impl_open_fields(&whole, &asset, ASSETC_VKGUIDE_MAGIC_TEXI, &fields)) return 0;
  if (!assetc_impl_choice(&fields, "format", "RGBA8", "RGBA8", &which)) return 0;
  if (!assetc_impl_choice(&fields, "compression", "LZ4", "None", &isPlain)) return 0;
  if (!assetc_impl_string_field(&fields, "original_file", &value)) return 0;
  if (!assetc_impl_count(&fields, "buffer_size", 0, &bufferSize)) return 0;
  if (assetc_json_find(asset.json, "pages", &value)) {
    if (!assetc_impl_check_pages(&fields, &asset, isPlain, &total, 0)) return 0;
    if (total != bufferSize) return assetc_impl_wrong(&fields, "buffer_size");
    return assetc_impl_check_pages(&fields, &asset, isPlain, &total, 1);
  }
  if (!assetc_impl_count(&fields, "width", 1, &width) || !assetc_impl_count(&fields, "height", 1, &height)) return 0;
  if (width * height * 4 != bufferSize) return assetc_impl_wrong(&fields, "buffer_size");
  if (isPlain) return (double)asset.blobSize == bufferSize ? 1 : assetc_impl_wrong(&fields, "buffer_size");
  return assetc_impl_check_lz4(&whole, fields.start + asset.json.length, asset.blobSize, bufferSize);
}

size_t assetc_vkguide_unpacked_size(const AssetcVkguideFile *asset) {
  AssetcText value;
  double bytes, more;
  if (assetc_json_find(asset->json, "buffer_size", &value) && assetc_json_number(value, &bytes)) return (size_t)bytes;
  if (!assetc_json_find(asset->json, "vertex_buffer_size", &value) || !assetc_json_number(value, &bytes)) return 0;
  if (!assetc_json_find(asset->json, "index_buffer_size", &value) || !assetc_json_number(value, &more)) return 0;
  return (size_t)(bytes + more);
}

/* One page into `out`, of which `left` bytes are left. */
static int assetc_impl_unpack_page(const AssetcVkguideFile *asset, AssetcText page, int isPlain, size_t *at, unsigned char **out, size_t *left) {
  AssetcText value;
  double original, compressed;
  if (!assetc_json_find(page, "original_size", &value) || !assetc_json_number(value, &original)) return 0;
  if (!assetc_json_find(page, "compressed_size", &value) || !assetc_json_number(value, &compressed)) return 0;
  if (original < 0 || original > (double)*left || compressed < 0 || compressed > (double)(asset->blobSize - *at)) return 0;
  if (isPlain || original == compressed) {
    if (original != compressed) return 0;
    memcpy(*out, asset->blob + *at, (size_t)original);
  } else if (!assetc_lz4_decompress(asset->blob + *at, (size_t)compressed, *out, (size_t)original)) {
    return 0;
  }
  *at += (size_t)compressed;
  *out += (size_t)original;
  *left -= (size_t)original;
  return 1;
}

int assetc_vkguide_unpack(const AssetcVkguideFile *asset, void *out, size_t outSize) {
  AssetcText value, page;
  unsigned char *to = (unsigned char *)out;
  size_t cursor = 0, at = 0, left = outSize;
  int isPlain = assetc_json_find(asset->json, "compression", &value) && value.data[0] == '"' &&
                assetc_impl_json_equals(value, 0, "None");
  if (assetc_json_find(asset->json, "pages", &value)) {
    while (assetc_json_next(value, &cursor, &page))
      if (!assetc_impl_unpack_page(asset, page, isPlain, &at, &to, &left)) return 0;
    return left == 0;
  }
  if (!isPlain) return assetc_lz4_decompress(asset->blob, asset->blobSize, out, outSize);
  if (asset->blobSize != outSize) return 0;
  if (outSize > 0) memcpy(out, asset->blob, outSize);
  return 1;
}
