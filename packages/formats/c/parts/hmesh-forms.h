/* @implementation */

static int assetc_impl_is_compact(const AssetcImplChunks *chunks) { return chunks->known[ASSETC_IMPL_GRID].entry != 0; }

static int assetc_impl_is_split(const AssetcImplChunks *chunks) {
  return chunks->known[assetc_impl_is_compact(chunks) ? ASSETC_IMPL_VPSC : ASSETC_IMPL_VPOS].entry != 0;
}

/* Bytes of a row in the chunk of positions. */
static uint64_t assetc_impl_position_stride(const AssetcImplChunks *chunks) {
  if (assetc_impl_is_split(chunks))
    return assetc_impl_is_compact(chunks) ? sizeof(AssetcCompactPosition) : sizeof(AssetcSplitPosition);
  return assetc_impl_is_compact(chunks) ? sizeof(AssetcCompactVertex) : sizeof(AssetcGpuVertex);
}

static uint64_t assetc_impl_compact_skin_size(uint64_t jointCount) {
  return jointCount > 256 ? sizeof(AssetcCompactSkinVertexWide) : sizeof(AssetcCompactSkinVertex);
}

/* Enters chunks that replace others under the names of those, too. */
static void assetc_impl_alias_chunks(AssetcImplChunks *chunks) {
  static const unsigned char pairs[][2] = {
    { ASSETC_IMPL_VTXS, ASSETC_IMPL_VPOS }, { ASSETC_IMPL_VTXS, ASSETC_IMPL_VTXC }, { ASSETC_IMPL_VTXS, ASSETC_IMPL_VPSC },
    { ASSETC_IMPL_MLVR, ASSETC_IMPL_MLV2 }, { ASSETC_IMPL_SKIN, ASSETC_IMPL_SKNC }, { ASSETC_IMPL_LODI, ASSETC_IMPL_LDI2 },
    { ASSETC_IMPL_UVS1, ASSETC_IMPL_UV1C }, { ASSETC_IMPL_MRPH, ASSETC_IMPL_MRPC }, { ASSETC_IMPL_CLVR, ASSETC_IMPL_CLV2 }
  };
  size_t i;
  for (i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (chunks->known[pairs[i][1]].entry != 0) chunks->known[pairs[i][0]] = chunks->known[pairs[i][1]];
}

static int assetc_impl_is_power_of_two(const unsigned char *p) {
  uint32_t bits = assetc_read_u32(p);
  return (bits & 0x7FFFFFu) == 0 && bits >> 23 > 0 && bits >> 23 < 255;
}

/* Texture coordinates: `min` and the extent after it are offsets in GRID. */
static int assetc_impl_check_uv_range(const AssetcImplFile *file, uint64_t at, uint64_t min, uint64_t format) {
  const unsigned char *p = file->bytes + at + min;
  float u0 = assetc_read_f32(p), v0 = assetc_read_f32(p + 4), u = assetc_read_f32(p + 8), v = assetc_read_f32(p + 12);
  if (assetc_read_u32(file->bytes + at + format) == ASSETC_HMESH_UV_FLOAT16) {
    if (u0 != 0 || v0 != 0 || u != 1 || v != 1) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + min, "GRID.uvMin");
    return 1;
  }
  return u < 0 || v < 0 ? assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + min + 8, "GRID.uvExtent") : 1;
}

static int assetc_impl_check_grid(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *chunk = &chunks->known[ASSETC_IMPL_GRID];
  const unsigned char *p = file->bytes + chunk->offset;
  unsigned axis;
  if (!assetc_impl_require(file, chunk, "GRID")) return 0;
  if (!assetc_impl_expect_head(file, chunk, sizeof(AssetcVertexGrid), "GRID.size")) return 0;
  if (!assetc_impl_inspect_vertex_grid(file, chunk->offset)) return 0;
  if (!assetc_impl_expect_size(file, chunk, sizeof(AssetcVertexGrid), "GRID.size")) return 0;
  if (!assetc_impl_is_power_of_two(p)) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, chunk->offset, "GRID.step");
  for (axis = 0; axis < 3; axis++) {
    double steps = (double)assetc_read_f32(p + offsetof(AssetcVertexGrid, offset) + axis * 4) / assetc_read_f32(p);
    if (steps != floor(steps))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, chunk->offset + offsetof(AssetcVertexGrid, offset), "GRID.offset");
  }
  return assetc_impl_check_uv_range(file, chunk->offset, offsetof(AssetcVertexGrid, uvMin), offsetof(AssetcVertexGrid, uvFormat)) &&
         assetc_impl_check_uv_range(file, chunk->offset, offsetof(AssetcVertexGrid, uvs1Min), offsetof(AssetcVertexGrid, uvs1Format));
}

/* A chunk and the forms that have it: 1 full, 2 full and split, 4 compact, 8 compact and split. */
typedef struct AssetcImplFormChunk {
  unsigned char chunk;
  unsigned char forms;
  const char *name;
} AssetcImplFormChunk;

static const AssetcImplFormChunk assetc_impl_form_chunks[] = {
  { ASSETC_IMPL_VTXS, 1, "VTXS" }, { ASSETC_IMPL_VPOS, 2, "VPOS" }, { ASSETC_IMPL_VATR, 2, "VATR" },
  { ASSETC_IMPL_VTXC, 4, "VTXC" }, { ASSETC_IMPL_VPSC, 8, "VPSC" }, { ASSETC_IMPL_VATC, 8, "VATC" },
  { ASSETC_IMPL_SKIN, 3, "SKIN" }, { ASSETC_IMPL_SKNC, 12, "SKNC" }, { ASSETC_IMPL_UVS1, 3, "UVS1" },
  { ASSETC_IMPL_UV1C, 12, "UV1C" }, { ASSETC_IMPL_MRPH, 3, "MRPH" }, { ASSETC_IMPL_MRPC, 12, "MRPC" }
};
#define ASSETC_IMPL_STREAM_CHUNKS 6u /* The first of them: streams, which a form must have. */

/* Indices have one width, and the file has the vertex chunks of exactly one form. */
static int assetc_impl_check_forms(AssetcImplChunks *chunks) {
  static const unsigned char widths[][2] = {
    { ASSETC_IMPL_MLVR, ASSETC_IMPL_MLV2 }, { ASSETC_IMPL_LODI, ASSETC_IMPL_LDI2 }, { ASSETC_IMPL_CLVR, ASSETC_IMPL_CLV2 }
  };
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *known = chunks->known;
  int isSplit = known[ASSETC_IMPL_VPSC].entry != 0 || known[ASSETC_IMPL_VATC].entry != 0;
  int isCompact = isSplit || known[ASSETC_IMPL_GRID].entry != 0 || known[ASSETC_IMPL_VTXC].entry != 0;
  unsigned form;
  size_t i;
  if (!isCompact) isSplit = known[ASSETC_IMPL_VPOS].entry != 0 || known[ASSETC_IMPL_VATR].entry != 0;
  form = 1u << (isCompact * 2 + isSplit);
  for (i = 0; i < sizeof assetc_impl_form_chunks / sizeof *assetc_impl_form_chunks; i++) {
    const AssetcImplFormChunk *each = &assetc_impl_form_chunks[i];
    if (known[each->chunk].entry != 0 && (each->forms & form) == 0)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, known[each->chunk].entry, each->name);
  }
  for (i = 0; i < sizeof widths / sizeof *widths; i++)
    if (known[widths[i][0]].entry != 0 && known[widths[i][1]].entry != 0)
      return assetc_impl_fail(file, ASSETC_ERROR_DUPLICATE, known[widths[i][1]].entry, "indices of two widths");
  if (isCompact && !assetc_impl_check_grid(chunks)) return 0;
  for (i = 0; i < ASSETC_IMPL_STREAM_CHUNKS; i++)
    if ((assetc_impl_form_chunks[i].forms & form) != 0 &&
        !assetc_impl_require(file, &known[assetc_impl_form_chunks[i].chunk], assetc_impl_form_chunks[i].name))
      return 0;
  assetc_impl_alias_chunks(chunks);
  return 1;
}

/* The sizes of both streams. */
static int assetc_impl_check_stream_sizes(const AssetcImplChunks *chunks, uint64_t vertices) {
  const AssetcImplChunk *known = chunks->known;
  int isCompact = assetc_impl_is_compact(chunks);
  if (!assetc_impl_expect_size(
        &chunks->file, &known[ASSETC_IMPL_VTXS], vertices * assetc_impl_position_stride(chunks), "VTXS.size"))
    return 0;
  if (!assetc_impl_is_split(chunks)) return 1;
  return assetc_impl_expect_size(
    &chunks->file, &known[isCompact ? ASSETC_IMPL_VATC : ASSETC_IMPL_VATR],
    vertices * (isCompact ? sizeof(AssetcCompactAttributes) : sizeof(AssetcSplitAttributes)), "VATR.size");
}

/* Positions in any form. */
typedef struct AssetcImplPositions {
  const unsigned char *bytes;
  uint64_t stride;
  int isCompact;
  double step, offset[3];
} AssetcImplPositions;

static AssetcImplPositions assetc_impl_positions(const AssetcImplChunks *chunks) {
  const unsigned char *grid = chunks->file.bytes + chunks->known[ASSETC_IMPL_GRID].offset;
  AssetcImplPositions positions;
  unsigned axis;
  positions.bytes = chunks->file.bytes + chunks->known[ASSETC_IMPL_VTXS].offset;
  positions.stride = assetc_impl_position_stride(chunks);
  positions.isCompact = assetc_impl_is_compact(chunks);
  positions.step = positions.isCompact ? assetc_read_f32(grid) : 0;
  for (axis = 0; axis < 3; axis++)
    positions.offset[axis] = positions.isCompact ? assetc_read_f32(grid + offsetof(AssetcVertexGrid, offset) + axis * 4) : 0;
  return positions;
}

static int assetc_impl_vertex_in_box(const AssetcImplPositions *positions, uint64_t vertex, const AssetcImplBox *box) {
  const unsigned char *p = positions->bytes + vertex * positions->stride;
  unsigned axis;
  for (axis = 0; axis < 3; axis++) {
    double value = positions->isCompact
      ? (float)((double)(int16_t)assetc_read_u16(p + axis * 2) * positions->step + positions->offset[axis])
      : assetc_read_f32(p + axis * 4);
    if (!(value >= box->low[axis] && value <= box->high[axis])) return 0;
  }
  return 1;
}

/* Half floats: infinities and NaN have all bits of the exponent set. */
static int assetc_impl_check_halfs(const AssetcImplFile *file, uint64_t at, uint64_t count, uint64_t stride, const char *field) {
  for (; count > 0; count--, at += stride)
    if ((assetc_read_u16(file->bytes + at) & 0x7C00u) == 0x7C00u || (assetc_read_u16(file->bytes + at + 2) & 0x7C00u) == 0x7C00u)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, field);
  return 1;
}

/* Vertices in two streams, compact, or both. */
static int assetc_impl_check_stored(const AssetcImplChunks *chunks, uint64_t vertexCount) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *known = chunks->known;
  AssetcImplPositions positions = assetc_impl_positions(chunks);
  AssetcImplBox box = assetc_impl_read_box(file->bytes + known[ASSETC_IMPL_BNDS].offset);
  uint64_t first = known[ASSETC_IMPL_VTXS].offset, stride = positions.stride, i;
  unsigned axis;
  for (i = 0; positions.isCompact && i < vertexCount; i++)
    for (axis = 0; axis < 3; axis++)
      if (assetc_read_u16(positions.bytes + i * stride + axis * 2) == 0x8000u)
        return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, first + i * stride, "VTXC[].position");
  assetc_impl_widen_box(&box, assetc_impl_box_tolerance(&box));
  for (i = 0; i < vertexCount; i++)
    if (!assetc_impl_vertex_in_box(&positions, i, &box))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, first + i * stride, "VTXC[].position");
  if (positions.isCompact) {
    const unsigned char *grid = file->bytes + known[ASSETC_IMPL_GRID].offset;
    if (assetc_read_u32(grid + offsetof(AssetcVertexGrid, uvFormat)) != ASSETC_HMESH_UV_FLOAT16) return 1;
    if (assetc_impl_is_split(chunks)) {
      first = known[ASSETC_IMPL_VATC].offset;
      stride = sizeof(AssetcCompactAttributes);
    }
    return assetc_impl_check_halfs(file, first + stride - 4, vertexCount, stride, "VTXC[].uv");
  }
  for (i = 0; i < vertexCount; i++) {
    uint64_t at = known[ASSETC_IMPL_VATR].offset + i * sizeof(AssetcSplitAttributes) + offsetof(AssetcSplitAttributes, uv);
    if (!assetc_impl_finite(assetc_read_f32(file->bytes + at)) || !assetc_impl_finite(assetc_read_f32(file->bytes + at + 4)))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "VATR[].uv");
  }
  return 1;
}

static int assetc_impl_check_compact_skin(const AssetcImplFile *file, const AssetcImplChunk *chunk, uint64_t jointCount) {
  uint64_t size = assetc_impl_compact_skin_size(jointCount), jointBytes = jointCount > 256 ? 2 : 1, at, lane;
  for (at = chunk->offset; at < chunk->offset + chunk->size; at += size) {
    unsigned sum = 0;
    for (lane = 0; lane < 4; lane++) {
      const unsigned char *joint = file->bytes + at + lane * jointBytes;
      if ((jointBytes == 1 ? *joint : assetc_read_u16(joint)) >= jointCount)
        return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + lane * jointBytes, "SKNC[].joints");
      sum += file->bytes[at + size - 4 + lane];
    }
    if (sum != 255) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + size - 4, "SKNC[].weights");
  }
  return 1;
}
