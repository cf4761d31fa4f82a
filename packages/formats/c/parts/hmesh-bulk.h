/* @implementation */

static double assetc_impl_f64_at(const unsigned char *p) { return assetc_read_f32(p); }

static int assetc_impl_in_box(const AssetcImplBox *box, const unsigned char *position) {
  double x = assetc_impl_f64_at(position), y = assetc_impl_f64_at(position + 4), z = assetc_impl_f64_at(position + 8);
  return x >= box->low[0] && x <= box->high[0] && y >= box->low[1] && y <= box->high[1] && z >= box->low[2] &&
         z <= box->high[2];
}

/* Positions inside the bounds; positions and texture coordinates finite. */
static int assetc_impl_check_vertices(
  const AssetcImplFile *file, uint64_t at, uint64_t count, uint64_t stride, uint64_t uv, uint64_t boundsAt
) {
  AssetcImplBox box = assetc_impl_read_box(file->bytes + boundsAt);
  assetc_impl_widen_box(&box, assetc_impl_box_tolerance(&box));
  for (; count > 0; count--, at += stride) {
    const unsigned char *p = file->bytes + at;
    if (!assetc_impl_in_box(&box, p)) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "VTXS[].position");
    if (!assetc_impl_finite(assetc_read_f32(p + uv)) || !assetc_impl_finite(assetc_read_f32(p + uv + 4)))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + uv, "VTXS[].uv");
  }
  return 1;
}

static uint32_t assetc_impl_index_at(const unsigned char *p, uint64_t i, uint64_t width) {
  return width == 2 ? assetc_read_u16(p + i * 2) : assetc_read_u32(p + i * 4);
}

static int assetc_impl_check_indices(
  const AssetcImplFile *file, uint64_t at, uint64_t count, uint64_t width, uint32_t vertexCount, const char *field
) {
  uint64_t i;
  for (i = 0; i < count; i++)
    if (assetc_impl_index_at(file->bytes + at, i, width) >= vertexCount)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + i * width, field);
  return 1;
}

/* One meshlet: limits, ranges, and corners below its number of vertices. */
static int assetc_impl_check_meshlet(const AssetcImplFile *file, uint64_t at, uint64_t vertices, uint64_t triangles, uint64_t corners) {
  const unsigned char *p = file->bytes + at;
  uint64_t vertexOffset = assetc_read_u32(p), vertexCount = assetc_read_u32(p + 4), i;
  uint64_t triangleOffset = assetc_read_u32(p + 8), triangleCount = assetc_read_u32(p + 12);
  if (vertexCount > 64) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + 4, "MLET[].vertexCount");
  if (vertexOffset + vertexCount > vertices) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "MLET[].vertexOffset");
  if (triangleCount > 124) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + 12, "MLET[].triangleCount");
  if (triangleOffset + triangleCount > triangles)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + 8, "MLET[].triangleOffset");
  for (i = corners + triangleOffset * 3; i < corners + (triangleOffset + triangleCount) * 3; i++)
    if (file->bytes[i] >= vertexCount) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, i, "MLTR[]");
  return 1;
}

static int assetc_impl_check_meshlets(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *meshlets = &chunks->known[ASSETC_IMPL_MLET], *corners = &chunks->known[ASSETC_IMPL_MLTR];
  uint64_t vertices = chunks->known[ASSETC_IMPL_MLVR].size / assetc_impl_width(chunks, ASSETC_IMPL_MLV2), triangles = corners->size / 3, used = 0, at;
  for (at = meshlets->offset; at < meshlets->offset + meshlets->size; at += sizeof(AssetcMeshlet)) {
    if (!assetc_impl_check_meshlet(file, at, vertices, triangles, corners->offset)) return 0;
    used += assetc_read_u32(file->bytes + at + offsetof(AssetcMeshlet, triangleCount));
  }
  return used == triangles ? 1 : assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, corners->offset, "MLTR");
}

/* Words repeat the bytes of the triangles. */
static int assetc_impl_check_words(const AssetcImplChunks *chunks, int words, int corners, const char *field) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *list = &chunks->known[words];
  const unsigned char *bytes = file->bytes + chunks->known[corners].offset;
  uint64_t i;
  for (i = 0; i < list->size / 4; i++)
    if (assetc_read_u32(file->bytes + list->offset + i * 4) != assetc_triangle_word(bytes + i * 3))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, list->offset + i * 4, field);
  return 1;
}

static int assetc_impl_check_finite(const AssetcImplFile *file, uint64_t at, uint64_t count, const char *field) {
  for (; count > 0; count--, at += 4)
    if (!assetc_impl_finite(assetc_read_f32(file->bytes + at)))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, field);
  return 1;
}

static int assetc_impl_check_meshlet_bounds(const AssetcImplFile *file, const AssetcImplChunk *chunk) {
  uint64_t at;
  if (!assetc_impl_check_finite(file, chunk->offset, chunk->size / 4, "MLBN[]")) return 0;
  for (at = chunk->offset; at < chunk->offset + chunk->size; at += sizeof(AssetcMeshletBounds)) {
    uint64_t radius = at + offsetof(AssetcMeshletBounds, radius);
    if (assetc_read_f32(file->bytes + radius) < 0)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, radius, "MLBN[].radius");
  }
  return 1;
}

/* Weights may come from 8-bit sources: four roundings to 1/255 can add up to this. */
static int assetc_impl_check_skin(const AssetcImplFile *file, const AssetcImplChunk *chunk, uint64_t jointCount) {
  uint64_t at, lane;
  for (at = chunk->offset; at < chunk->offset + chunk->size; at += sizeof(AssetcGpuSkinVertex)) {
    uint64_t weights = at + offsetof(AssetcGpuSkinVertex, weights);
    double sum = 0;
    for (lane = 0; lane < 4; lane++) {
      float weight = assetc_read_f32(file->bytes + weights + lane * 4);
      if (assetc_read_u16(file->bytes + at + lane * 2) >= jointCount)
        return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + lane * 2, "SKIN[].joints");
      if (!(weight >= 0) || !assetc_impl_finite(weight))
        return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, weights + lane * 4, "SKIN[].weights");
      sum += weight;
    }
    if (sum - 1 > 0.01 || 1 - sum > 0.01) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, weights, "SKIN[].weights");
  }
  return 1;
}
