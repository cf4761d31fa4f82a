/* @implementation */

/*
 * Everything that a submesh draws is inside its box, by its indices, its meshlets and its reduced levels: culling by the box would
  * lose the rest.
 */
typedef struct AssetcImplReach {
  const AssetcImplFile *file;
  AssetcImplPositions positions;
  AssetcImplBox box;
} AssetcImplReach;

/* `list`: indices of `width` bytes at `at`. */
static int assetc_impl_check_reach_of(
  const AssetcImplReach *reach, uint64_t at, uint64_t total, uint64_t width, uint64_t first, uint64_t count, const char *field
) {
  const unsigned char *p = reach->file->bytes + at;
  uint64_t end = first + count < total ? first + count : total, i;
  for (i = first; i < end; i++) {
    uint64_t vertex = assetc_impl_index_at(p, i, width);
    if (!assetc_impl_vertex_in_box(&reach->positions, vertex, &reach->box))
      return assetc_impl_fail(reach->file, ASSETC_ERROR_BAD_RANGE, at + i * width, field);
  }
  return 1;
}

static int assetc_impl_check_reach_of_meshlets(const AssetcImplChunks *chunks, const AssetcImplReach *reach, const unsigned char *submesh) {
  const AssetcImplChunk *meshlets = &chunks->known[ASSETC_IMPL_MLET], *vertices = &chunks->known[ASSETC_IMPL_MLVR];
  uint64_t first = assetc_read_u32(submesh + offsetof(AssetcSubMesh, firstMeshlet)), m;
  uint64_t count = assetc_read_u32(submesh + offsetof(AssetcSubMesh, meshletCount));
  uint64_t width = assetc_impl_width(chunks, ASSETC_IMPL_MLV2);
  for (m = first; m < first + count; m++) {
    const unsigned char *p = chunks->file.bytes + meshlets->offset + m * sizeof(AssetcMeshlet);
    if (!assetc_impl_check_reach_of(
          reach, vertices->offset, vertices->size / width, width, assetc_read_u32(p), assetc_read_u32(p + 4), "MLVR[]"))
      return 0;
  }
  return 1;
}

/* Levels may share ranges of LODI; at most `left` indices are checked, because a file may repeat them too often. */
static int assetc_impl_check_reach_of_levels(const AssetcImplChunks *chunks, const AssetcImplReach *reach, uint64_t submesh, uint64_t *left) {
  const AssetcImplChunk *table = &chunks->known[ASSETC_IMPL_LODT], *indices = &chunks->known[ASSETC_IMPL_LODI];
  const unsigned char *p = chunks->file.bytes + table->offset;
  uint64_t lodCount, level, width = assetc_impl_width(chunks, ASSETC_IMPL_LDI2);
  if (table->entry == 0) return 1;
  lodCount = assetc_read_u32(p);
  p += sizeof(AssetcLodTableHeader) + submesh * lodCount * sizeof(AssetcMeshLod);
  for (level = 0; level < lodCount && *left > 0; level++, p += sizeof(AssetcMeshLod)) {
    uint64_t count = assetc_read_u32(p + offsetof(AssetcMeshLod, indexCount));
    if (count > *left) count = *left;
    if (!assetc_impl_check_reach_of(reach, indices->offset, indices->size / width, width, assetc_read_u32(p), count, "LODI[]"))
      return 0;
    *left -= count;
  }
  return 1;
}

static int assetc_impl_check_reach(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *indices = &chunks->known[ASSETC_IMPL_IDXS], *submeshes = &chunks->known[ASSETC_IMPL_SUBM];
  const unsigned char *d = file->bytes + chunks->known[ASSETC_IMPL_DESC].offset;
  uint64_t left = chunks->known[ASSETC_IMPL_LODI].size / assetc_impl_width(chunks, ASSETC_IMPL_LDI2) * 8, width = d[offsetof(AssetcMeshDesc, indexWidth)], i;
  AssetcImplBox bounds = assetc_impl_read_box(file->bytes + chunks->known[ASSETC_IMPL_BNDS].offset);
  AssetcImplReach reach;
  reach.file = file;
  reach.positions = assetc_impl_positions(chunks);
  for (i = 0; i < submeshes->size / sizeof(AssetcSubMesh); i++) {
    const unsigned char *p = file->bytes + submeshes->offset + i * sizeof(AssetcSubMesh);
    reach.box = assetc_impl_read_box(p + offsetof(AssetcSubMesh, aabbMin));
    assetc_impl_widen_box(&reach.box, assetc_impl_box_tolerance(&bounds));
    if (!assetc_impl_check_reach_of(
          &reach, indices->offset, indices->size / width, width, assetc_read_u32(p),
          assetc_read_u32(p + offsetof(AssetcSubMesh, indexCount)), "IDXS[]"))
      return 0;
    if (!assetc_impl_check_reach_of_meshlets(chunks, &reach, p)) return 0;
    if (!assetc_impl_check_reach_of_levels(chunks, &reach, i, &left)) return 0;
  }
  return 1;
}
