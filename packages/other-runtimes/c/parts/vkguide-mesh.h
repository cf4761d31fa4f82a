/* @implementation */

/* The metadata of a mesh. */
typedef struct AssetcImplVkguideMesh {
  AssetcVkguideFile asset;
  AssetcImplFields fields;
  int isPacked; /* P32N8C8V16, else PNCV_F32. */
  int isPlain;
  double vertexBytes;
  double indexBytes;
  double indexSize;
  double bounds[7]; /* Origin, radius, extents. */
} AssetcImplVkguideMesh;

static int assetc_impl_read_vkguide_bounds(const AssetcImplFields *fields, double bounds[7]) {
  AssetcText list, item;
  size_t cursor = 0, count = 0;
  int isGood = 1;
  if (!assetc_impl_field(fields, "bounds", &list)) return 0;
  if (list.data[0] != '[') return assetc_impl_wrong(fields, "bounds");
  for (; assetc_json_next(list, &cursor, &item); count++)
    if (count < 7 && (!assetc_json_number(item, &bounds[count]) || bounds[count] - bounds[count] != 0)) isGood = 0;
  return isGood && count == 7 ? 1 : assetc_impl_wrong(fields, "bounds");
}

static int assetc_impl_read_vkguide_mesh(const AssetcImplFile *file, AssetcImplVkguideMesh *mesh) {
  const AssetcImplFields *fields = &mesh->fields;
  AssetcText value;
  if (!assetc_impl_open_fields(file, &mesh->asset, ASSETC_VKGUIDE_MAGIC_MESH, &mesh->fields)) return 0;
  if (!assetc_impl_choice(fields, "vertex_format", "PNCV_F32", "P32N8C8V16", &mesh->isPacked) ||
      !assetc_impl_count(fields, "vertex_buffer_size", 0, &mesh->vertexBytes) ||
      !assetc_impl_count(fields, "index_buffer_size", 0, &mesh->indexBytes) ||
      !assetc_impl_count(fields, "index_size", 0, &mesh->indexSize) ||
      !assetc_impl_string_field(fields, "original_file", &value) ||
      !assetc_impl_choice(fields, "compression", "LZ4", "None", &mesh->isPlain) ||
      !assetc_impl_read_vkguide_bounds(fields, mesh->bounds))
    return 0;
  if (mesh->indexSize != 2 && mesh->indexSize != 4) return assetc_impl_wrong(fields, "index_size");
  if (fmod(mesh->vertexBytes, mesh->isPacked ? 28 : 44) != 0) return assetc_impl_wrong(fields, "vertex_buffer_size");
  if (fmod(mesh->indexBytes, 3 * mesh->indexSize) != 0) return assetc_impl_wrong(fields, "index_buffer_size");
  if (mesh->isPlain && mesh->vertexBytes + mesh->indexBytes != (double)mesh->asset.blobSize)
    return assetc_impl_wrong(fields, "vertex_buffer_size");
  return 1;
}

/* Whether the floats of a vertex are finite: all of PNCV_F32, position and uv of the other. */
static int assetc_impl_is_vkguide_vertex(const unsigned char *p, int isPacked) {
  size_t i;
  for (i = 0; i < (isPacked ? 28u : 44u); i += 4)
    if ((!isPacked || i < 12 || i >= 20) && !assetc_impl_finite(assetc_read_f32(p + i))) return 0;
  return 1;
}

static int assetc_impl_in_vkguide_bounds(const unsigned char *p, const double bounds[7], double tolerance) {
  double squared = 0;
  int axis, isInside = 1;
  for (axis = 0; axis < 3; axis++) {
    double offset = (double)assetc_read_f32(p + axis * 4) - bounds[axis];
    squared += offset * offset;
    if (fabs(offset) > bounds[4 + axis] + tolerance) isInside = 0;
  }
  return isInside && sqrt(squared) <= bounds[3] + tolerance;
}

/* The rules for the unpacked data. */
static int assetc_impl_check_vkguide_data(const AssetcImplVkguideMesh *mesh, const unsigned char *data) {
  const AssetcImplFile *file = mesh->fields.file;
  uint64_t blob = mesh->fields.start + mesh->asset.json.length, i;
  uint64_t stride = mesh->isPacked ? 28 : 44, vertexCount = (uint64_t)mesh->vertexBytes / stride;
  uint64_t width = (uint64_t)mesh->indexSize, indexCount = (uint64_t)mesh->indexBytes / width;
  double scale = mesh->bounds[3];
  for (i = 0; i < indexCount; i++)
    if (assetc_impl_index_at(data + (uint64_t)mesh->vertexBytes, i, width) >= vertexCount)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, blob, "indices[]");
  for (i = 3; i < 7; i++)
    if (mesh->bounds[i] < 0) return assetc_impl_wrong(&mesh->fields, "bounds");
  for (i = 0; i < vertexCount; i++)
    if (!assetc_impl_is_vkguide_vertex(data + i * stride, mesh->isPacked))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, blob, "vertices[]");
  for (i = 0; i < 7; i++)
    if (fabs(mesh->bounds[i]) > scale) scale = fabs(mesh->bounds[i]);
  for (i = 0; i < vertexCount; i++)
    if (!assetc_impl_in_vkguide_bounds(data + i * stride, mesh->bounds, 1e-5 * scale))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, assetc_impl_key_offset(&mesh->fields, "bounds"), "bounds");
  return 1;
}

int assetc_vkguide_mesh_validate(const void *file, size_t size, void *scratch, size_t scratchSize, AssetcError *error) {
  AssetcImplFile whole = assetc_impl_file(file, size, error);
  AssetcImplVkguideMesh mesh;
  double total;
  if (!assetc_impl_read_vkguide_mesh(&whole, &mesh)) return 0;
  if (mesh.isPlain) return assetc_impl_check_vkguide_data(&mesh, mesh.asset.blob);
  total = mesh.vertexBytes + mesh.indexBytes;
  if (!assetc_impl_check_lz4(&whole, mesh.fields.start + mesh.asset.json.length, mesh.asset.blobSize, total)) return 0;
  if (total > (double)scratchSize) return assetc_impl_fail(&whole, ASSETC_ERROR_MEMORY, 0, "scratch");
  assetc_lz4_decompress(mesh.asset.blob, mesh.asset.blobSize, scratch, (size_t)total);
  return assetc_impl_check_vkguide_data(&mesh, (const unsigned char *)scratch);
}
