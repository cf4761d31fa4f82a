/* @implementation */

/* MRPH or MRPC: its arrays in order: header, ranges, targets, vertices, positions, normals, tangents. */
static void assetc_impl_morph_sizes(const AssetcImplChunks *chunks, uint64_t sizes[7]) {
  const unsigned char *head = chunks->file.bytes + chunks->known[ASSETC_IMPL_MRPH].offset;
  uint64_t delta = assetc_impl_is_compact(chunks) ? 8 : 12;
  uint64_t entries = assetc_read_u32(head + offsetof(AssetcMorphHeader, entryCount));
  sizes[0] = sizeof(AssetcMorphHeader);
  sizes[1] = (uint64_t)assetc_read_u32(head + offsetof(AssetcMorphHeader, submeshCount)) * sizeof(AssetcMorphRange);
  sizes[2] = (uint64_t)assetc_read_u32(head + offsetof(AssetcMorphHeader, targetCount)) * sizeof(AssetcMorphTarget);
  sizes[3] = entries * 4;
  sizes[4] = entries * delta;
  sizes[5] = (uint64_t)assetc_read_u32(head + offsetof(AssetcMorphHeader, normalCount)) * delta;
  sizes[6] = (uint64_t)assetc_read_u32(head + offsetof(AssetcMorphHeader, tangentCount)) * delta;
}

/* Ranges tile the targets in the order of submeshes. */
static int assetc_impl_check_morph_ranges(const AssetcImplFile *file, uint64_t at, uint64_t count, uint64_t targets, uint64_t chunk) {
  uint64_t next = 0;
  for (; count > 0; count--, at += sizeof(AssetcMorphRange)) {
    const unsigned char *p = file->bytes + at;
    if (assetc_read_u32(p) != next) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "MRPH.range[].firstTarget");
    next += assetc_read_u32(p + offsetof(AssetcMorphRange, targetCount));
    if (next > targets)
      return assetc_impl_fail(
        file, ASSETC_ERROR_BAD_RANGE, at + offsetof(AssetcMorphRange, targetCount), "MRPH.range[].targetCount");
  }
  return next == targets ? 1 : assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, chunk, "MRPH.targetCount");
}

/* Targets tile entries, normals and tangents in order; the latter two if their flag is set. */
static int assetc_impl_check_morph_targets(const AssetcImplFile *file, uint64_t at, uint64_t count, uint64_t chunk) {
  static const size_t firsts[] = {
    offsetof(AssetcMorphTarget, firstEntry), offsetof(AssetcMorphTarget, firstNormal), offsetof(AssetcMorphTarget, firstTangent)
  };
  static const size_t counts[] = {
    offsetof(AssetcMorphHeader, entryCount), offsetof(AssetcMorphHeader, normalCount), offsetof(AssetcMorphHeader, tangentCount)
  };
  const unsigned char *head = file->bytes + chunk;
  uint64_t next[3] = { 0, 0, 0 };
  int list;
  for (; count > 0; count--, at += sizeof(AssetcMorphTarget))
    for (list = 0; list < 3; list++) {
      const unsigned char *p = file->bytes + at;
      uint32_t flags = assetc_read_u32(p + offsetof(AssetcMorphTarget, flags));
      if (assetc_read_u32(p + firsts[list]) != next[list])
        return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + firsts[list], "MRPH.target[].first");
      if (list == 0 || (flags & (list == 1 ? ASSETC_HMESH_MORPH_NORMALS : ASSETC_HMESH_MORPH_TANGENTS)) != 0)
        next[list] += assetc_read_u32(p + offsetof(AssetcMorphTarget, entryCount));
      if (next[list] > assetc_read_u32(head + counts[list]))
        return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + firsts[list], "MRPH.target[].first");
    }
  for (list = 0; list < 3; list++)
    if (next[list] < assetc_read_u32(head + counts[list]))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, chunk + counts[list], "MRPH");
  return 1;
}

static int assetc_impl_check_morph_tables(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *chunk = &chunks->known[ASSETC_IMPL_MRPH];
  const unsigned char *head = file->bytes + chunk->offset;
  uint64_t places[7], ranges, targets;
  if (!assetc_impl_expect_head(file, chunk, sizeof(AssetcMorphHeader), "MRPH")) return 0;
  if (!assetc_impl_inspect_morph_header(file, chunk->offset)) return 0;
  ranges = assetc_read_u32(head + offsetof(AssetcMorphHeader, submeshCount));
  targets = assetc_read_u32(head + offsetof(AssetcMorphHeader, targetCount));
  if (ranges != assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, submeshCount)))
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_VALUE, chunk->offset + offsetof(AssetcMorphHeader, submeshCount), "MRPH.submeshCount");
  assetc_impl_morph_sizes(chunks, places);
  if (!assetc_impl_sections(file, chunk, places, 7, "MRPH")) return 0;
  if (!assetc_impl_inspect_rows(file, places[1], ranges, sizeof(AssetcMorphRange), assetc_impl_inspect_morph_range)) return 0;
  if (!assetc_impl_inspect_rows(file, places[2], targets, sizeof(AssetcMorphTarget), assetc_impl_inspect_morph_target))
    return 0;
  if (!assetc_impl_check_morph_ranges(file, places[1], ranges, targets, chunk->offset)) return 0;
  return assetc_impl_check_morph_targets(file, places[2], targets, chunk->offset);
}

/* Vertices ascend inside a target; deltas are finite. */
static int assetc_impl_check_morph_deltas(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const unsigned char *vertices;
  uint64_t sizes[7], places[7], entry = 0, t, i;
  uint32_t vertexCount = assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, vertexCount));
  assetc_impl_morph_sizes(chunks, sizes);
  memcpy(places, sizes, sizeof places);
  assetc_impl_sections(file, &chunks->known[ASSETC_IMPL_MRPH], places, 7, "MRPH");
  if (!assetc_impl_check_indices(file, places[3], sizes[3] / 4, 4, vertexCount, "MRPH.vertex[]")) return 0;
  vertices = file->bytes + places[3];
  for (t = 0; t < sizes[2] / sizeof(AssetcMorphTarget); t++) {
    const unsigned char *target = file->bytes + places[2] + t * sizeof(AssetcMorphTarget);
    uint64_t end = entry + assetc_read_u32(target + offsetof(AssetcMorphTarget, entryCount));
    for (i = entry + 1; i < end; i++)
      if (assetc_read_u32(vertices + i * 4) <= assetc_read_u32(vertices + (i - 1) * 4))
        return assetc_impl_fail(file, ASSETC_ERROR_BAD_ORDER, places[3] + i * 4, "MRPH.vertex[]");
    entry = end;
  }
  if (assetc_impl_is_compact(chunks)) return 1;
  return assetc_impl_check_finite(file, places[4], sizes[4] / 4, "MRPH.positions[]") &&
         assetc_impl_check_finite(file, places[5], sizes[5] / 4, "MRPH.normals[]") &&
         assetc_impl_check_finite(file, places[6], sizes[6] / 4, "MRPH.tangents[]");
}

static int assetc_impl_check_lod_errors(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *chunk = &chunks->known[ASSETC_IMPL_LODE], *table = &chunks->known[ASSETC_IMPL_LODT];
  uint64_t levels, at;
  if (!assetc_impl_require(file, table, "LODT")) return 0;
  levels = (table->size - sizeof(AssetcLodTableHeader)) / sizeof(AssetcMeshLod);
  if (!assetc_impl_expect_size(file, chunk, levels * 4, "LODE.size")) return 0;
  for (at = chunk->offset; at < chunk->offset + chunk->size; at += 4) {
    float error = assetc_read_f32(file->bytes + at);
    if (!(error >= 0) || !assetc_impl_finite(error)) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "LODE[]");
  }
  return 1;
}

static int assetc_impl_check_mesh_names(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *chunk = &chunks->known[ASSETC_IMPL_NAMS], *morphs = &chunks->known[ASSETC_IMPL_MRPH];
  uint64_t counts[4], total = 0, i;
  if (!assetc_impl_expect_head(file, chunk, sizeof(AssetcNamesHeader), "NAMS")) return 0;
  counts[0] = assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, submeshCount));
  counts[1] = assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, materialCount));
  counts[2] = chunks->known[ASSETC_IMPL_SKEL].size / sizeof(AssetcGpuJoint);
  counts[3] = morphs->entry == 0 ? 0 : assetc_read_u32(file->bytes + morphs->offset);
  for (i = 0; i < 4; i++) {
    if (assetc_read_u32(file->bytes + chunk->offset + i * 4) != counts[i])
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, chunk->offset + i * 4, "NAMS");
    total += counts[i];
  }
  return assetc_impl_check_names(
    file, chunk->offset + sizeof(AssetcNamesHeader), chunk->size - sizeof(AssetcNamesHeader), total);
}

static int assetc_impl_check_colors(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *chunk = &chunks->known[ASSETC_IMPL_CLR0];
  uint64_t places[2];
  if (!assetc_impl_expect_head(file, chunk, sizeof(AssetcColorHeader), "CLR0")) return 0;
  if (!assetc_impl_inspect_color_header(file, chunk->offset)) return 0;
  places[0] = sizeof(AssetcColorHeader);
  places[1] = (uint64_t)assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, vertexCount)) * 4;
  if (assetc_read_u32(file->bytes + chunk->offset) != ASSETC_HMESH_COLOR_UNORM8) places[1] *= 2;
  return assetc_impl_sections(file, chunk, places, 2, "CLR0.size");
}

/* Infinities and NaN of half floats have all bits of the exponent set. */
static int assetc_impl_check_half_colors(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *chunk = &chunks->known[ASSETC_IMPL_CLR0];
  uint64_t at;
  if (assetc_read_u32(file->bytes + chunk->offset) != ASSETC_HMESH_COLOR_FLOAT16) return 1;
  for (at = chunk->offset + sizeof(AssetcColorHeader); at < chunk->offset + chunk->size; at += 2)
    if ((assetc_read_u16(file->bytes + at) & 0x7C00u) == 0x7C00u)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "CLR0[]");
  return 1;
}

static int assetc_impl_check_line_ranges(const AssetcImplChunks *chunks, uint64_t at, uint64_t count, uint64_t indexCount) {
  const AssetcImplFile *file = &chunks->file;
  uint64_t next = 0;
  for (; count > 0; count--, at += sizeof(AssetcLineRange)) {
    const unsigned char *p = file->bytes + at;
    uint32_t own = assetc_read_u32(p + offsetof(AssetcLineRange, count));
    uint32_t slot = assetc_read_u32(p + offsetof(AssetcLineRange, materialSlot));
    if (assetc_read_u32(p + offsetof(AssetcLineRange, first)) != next)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + offsetof(AssetcLineRange, first), "LNPT.range[].first");
    next += own;
    if (next > indexCount)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + offsetof(AssetcLineRange, count), "LNPT.range[].count");
    if (assetc_read_u32(p) == ASSETC_HMESH_MODE_LINES && own % 2 != 0)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcLineRange, count), "LNPT.range[].count");
    if (slot != ASSETC_HMESH_NO_MATERIAL && slot >= assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, materialCount)))
      return assetc_impl_fail(
        file, ASSETC_ERROR_BAD_RANGE, at + offsetof(AssetcLineRange, materialSlot), "LNPT.range[].materialSlot");
  }
  if (next == indexCount) return 1;
  at = chunks->known[ASSETC_IMPL_LNPT].offset + offsetof(AssetcLinesHeader, indexCount);
  return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "LNPT.indexCount");
}

static int assetc_impl_check_lines(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *chunk = &chunks->known[ASSETC_IMPL_LNPT];
  uint64_t places[3], ranges, indices;
  if (!assetc_impl_expect_head(file, chunk, sizeof(AssetcLinesHeader), "LNPT")) return 0;
  if (!assetc_impl_inspect_lines_header(file, chunk->offset)) return 0;
  ranges = assetc_read_u32(file->bytes + chunk->offset);
  indices = assetc_read_u32(file->bytes + chunk->offset + offsetof(AssetcLinesHeader, indexCount));
  places[0] = sizeof(AssetcLinesHeader);
  places[1] = ranges * sizeof(AssetcLineRange);
  places[2] = indices * 4;
  if (!assetc_impl_sections(file, chunk, places, 3, "LNPT.size")) return 0;
  if (!assetc_impl_inspect_rows(file, places[1], ranges, sizeof(AssetcLineRange), assetc_impl_inspect_line_range)) return 0;
  return assetc_impl_check_line_ranges(chunks, places[1], ranges, indices);
}

static int assetc_impl_check_optional_tables(const AssetcImplChunks *chunks) {
  const AssetcImplChunk *known = chunks->known;
  uint64_t uvs = (uint64_t)assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, vertexCount)) * (assetc_impl_is_compact(chunks) ? 4 : 8);
  if (known[ASSETC_IMPL_MRPH].entry != 0 && !assetc_impl_check_morph_tables(chunks)) return 0;
  if (known[ASSETC_IMPL_LODE].entry != 0 && !assetc_impl_check_lod_errors(chunks)) return 0;
  if (known[ASSETC_IMPL_NAMS].entry != 0 && !assetc_impl_check_mesh_names(chunks)) return 0;
  if (known[ASSETC_IMPL_CLR0].entry != 0 && !assetc_impl_check_colors(chunks)) return 0;
  if (known[ASSETC_IMPL_UVS1].entry != 0 &&
      !assetc_impl_expect_size(&chunks->file, &known[ASSETC_IMPL_UVS1], uvs, "UVS1.size"))
    return 0;
  if (known[ASSETC_IMPL_LNPT].entry != 0 && !assetc_impl_check_lines(chunks)) return 0;
  return assetc_impl_check_cluster_sizes(chunks) && assetc_impl_check_micromap_tables(chunks);
}

static int assetc_impl_check_second_uvs(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *uvs = &chunks->known[ASSETC_IMPL_UVS1], *grid = &chunks->known[ASSETC_IMPL_GRID];
  uint64_t at;
  if (!assetc_impl_is_compact(chunks)) return assetc_impl_check_finite(file, uvs->offset, uvs->size / 4, "UVS1[]");
  if (assetc_read_u32(file->bytes + grid->offset + offsetof(AssetcVertexGrid, uvs1Format)) != ASSETC_HMESH_UV_FLOAT16) return 1;
  for (at = uvs->offset; at < uvs->offset + uvs->size; at += 2)
    if ((assetc_read_u16(file->bytes + at) & 0x7C00u) == 0x7C00u)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "UV1C[]");
  return 1;
}

static int assetc_impl_check_optional_bulk(const AssetcImplChunks *chunks) {
  const AssetcImplChunk *known = chunks->known, *uvs = &known[ASSETC_IMPL_UVS1], *lines = &known[ASSETC_IMPL_LNPT];
  const AssetcImplFile *file = &chunks->file;
  uint64_t at;
  if (known[ASSETC_IMPL_CLR0].entry != 0 && !assetc_impl_check_half_colors(chunks)) return 0;
  if (uvs->entry != 0 && !assetc_impl_check_second_uvs(chunks)) return 0;
  if (known[ASSETC_IMPL_MRPH].entry != 0 && !assetc_impl_check_morph_deltas(chunks)) return 0;
  if (lines->entry == 0) return 1;
  at = lines->offset + sizeof(AssetcLinesHeader) + (uint64_t)assetc_read_u32(file->bytes + lines->offset) * sizeof(AssetcLineRange);
  return assetc_impl_check_indices(
    file, at, (lines->offset + lines->size - at) / 4, 4, assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, vertexCount)),
    "LNPT.index[]");
}
