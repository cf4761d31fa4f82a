/* @implementation */

/* The chunks of a mesh, in the order of assetc_impl_mesh_chunks. */
enum {
  ASSETC_IMPL_DESC, ASSETC_IMPL_BNDS, ASSETC_IMPL_VTXS, ASSETC_IMPL_IDXS, ASSETC_IMPL_MLET, ASSETC_IMPL_MLVR,
  ASSETC_IMPL_MLTR, ASSETC_IMPL_MLBN, ASSETC_IMPL_MTRL, ASSETC_IMPL_SUBM, ASSETC_IMPL_SKIN, ASSETC_IMPL_SKEL,
  ASSETC_IMPL_LODI, ASSETC_IMPL_LODT, ASSETC_IMPL_NODE, ASSETC_IMPL_NAMS, ASSETC_IMPL_LODE, ASSETC_IMPL_CLR0,
  ASSETC_IMPL_UVS1, ASSETC_IMPL_MRPH, ASSETC_IMPL_LNPT, ASSETC_IMPL_CLUS, ASSETC_IMPL_CLVR, ASSETC_IMPL_CLTR,
  ASSETC_IMPL_CLGR, ASSETC_IMPL_CLPG, ASSETC_IMPL_MLTW, ASSETC_IMPL_CLTW, ASSETC_IMPL_OMAP,
  ASSETC_IMPL_GRID, ASSETC_IMPL_VPOS, ASSETC_IMPL_VATR, ASSETC_IMPL_VTXC, ASSETC_IMPL_VPSC, ASSETC_IMPL_VATC,
  ASSETC_IMPL_MLV2, ASSETC_IMPL_SKNC, ASSETC_IMPL_LDI2, ASSETC_IMPL_UV1C, ASSETC_IMPL_MRPC, ASSETC_IMPL_CLV2,
  ASSETC_IMPL_MESH_CHUNKS
};

static const uint32_t assetc_impl_mesh_chunks[ASSETC_IMPL_MESH_CHUNKS] = {
  ASSETC_HMESH_CHUNK_DESC, ASSETC_HMESH_CHUNK_BNDS, ASSETC_HMESH_CHUNK_VTXS, ASSETC_HMESH_CHUNK_IDXS,
  ASSETC_HMESH_CHUNK_MLET, ASSETC_HMESH_CHUNK_MLVR, ASSETC_HMESH_CHUNK_MLTR, ASSETC_HMESH_CHUNK_MLBN,
  ASSETC_HMESH_CHUNK_MTRL, ASSETC_HMESH_CHUNK_SUBM, ASSETC_HMESH_CHUNK_SKIN, ASSETC_HMESH_CHUNK_SKEL,
  ASSETC_HMESH_CHUNK_LODI, ASSETC_HMESH_CHUNK_LODT, ASSETC_HMESH_CHUNK_NODE, ASSETC_HMESH_CHUNK_NAMS,
  ASSETC_HMESH_CHUNK_LODE, ASSETC_HMESH_CHUNK_CLR0, ASSETC_HMESH_CHUNK_UVS1, ASSETC_HMESH_CHUNK_MRPH,
  ASSETC_HMESH_CHUNK_LNPT, ASSETC_HMESH_CHUNK_CLUS, ASSETC_HMESH_CHUNK_CLVR, ASSETC_HMESH_CHUNK_CLTR,
  ASSETC_HMESH_CHUNK_CLGR, ASSETC_HMESH_CHUNK_CLPG, ASSETC_HMESH_CHUNK_MLTW, ASSETC_HMESH_CHUNK_CLTW,
  ASSETC_HMESH_CHUNK_OMAP, ASSETC_HMESH_CHUNK_GRID, ASSETC_HMESH_CHUNK_VPOS, ASSETC_HMESH_CHUNK_VATR,
  ASSETC_HMESH_CHUNK_VTXC, ASSETC_HMESH_CHUNK_VPSC, ASSETC_HMESH_CHUNK_VATC, ASSETC_HMESH_CHUNK_MLV2,
  ASSETC_HMESH_CHUNK_SKNC, ASSETC_HMESH_CHUNK_LDI2, ASSETC_HMESH_CHUNK_UV1C, ASSETC_HMESH_CHUNK_MRPC,
  ASSETC_HMESH_CHUNK_CLV2
};

/* Bytes of an index in MLVR, LODI or CLVR; `narrow`: the chunk that may replace it. */
static uint64_t assetc_impl_width(const AssetcImplChunks *chunks, int narrow) {
  return chunks->known[narrow].entry != 0 ? 2 : 4;
}

typedef struct AssetcImplBox {
  double low[3];
  double high[3];
} AssetcImplBox;

static AssetcImplBox assetc_impl_read_box(const unsigned char *p) {
  AssetcImplBox box;
  int axis;
  for (axis = 0; axis < 3; axis++) {
    box.low[axis] = assetc_read_f32(p + axis * 4);
    box.high[axis] = assetc_read_f32(p + 12 + axis * 4);
  }
  return box;
}

/* How far a vertex may be outside the box: rounding by the writer is not an error. */
static double assetc_impl_box_tolerance(const AssetcImplBox *box) {
  double extent = 0;
  int axis;
  for (axis = 0; axis < 3; axis++)
    if (box->high[axis] - box->low[axis] > extent) extent = box->high[axis] - box->low[axis];
  return extent * 1e-5;
}

static void assetc_impl_widen_box(AssetcImplBox *box, double by) {
  int axis;
  for (axis = 0; axis < 3; axis++) {
    box->low[axis] -= by;
    box->high[axis] += by;
  }
}

/* Box and sphere, as in MeshBounds and at the end of SubMesh. */
static int assetc_impl_check_box(const AssetcImplFile *file, uint64_t at) {
  AssetcImplBox box = assetc_impl_read_box(file->bytes + at);
  unsigned axis;
  for (axis = 0; axis < 3; axis++)
    if (box.low[axis] > box.high[axis])
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + axis * 4, "aabbMin");
  at += offsetof(AssetcMeshBounds, sphereRadius);
  if (assetc_read_f32(file->bytes + at) < 0) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "sphereRadius");
  return 1;
}

static int assetc_impl_fail_submesh(const AssetcImplFile *file, uint64_t at, size_t field, const char *name) {
  return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + field, name);
}

/* The box of the submesh at `at` is inside that of the mesh. */
static int assetc_impl_check_inside(const AssetcImplFile *file, uint64_t at, const AssetcImplBox *bounds) {
  AssetcImplBox box = assetc_impl_read_box(file->bytes + at + offsetof(AssetcSubMesh, aabbMin));
  int axis;
  for (axis = 0; axis < 3; axis++) {
    if (box.low[axis] < bounds->low[axis])
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcSubMesh, aabbMin), "SUBM[].aabbMin");
    if (box.high[axis] > bounds->high[axis])
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcSubMesh, aabbMax), "SUBM[].aabbMax");
  }
  return 1;
}

/* `next`: the end of the previous submesh's indices and meshlets. */
static int assetc_impl_check_submesh(
  const AssetcImplFile *file, const AssetcImplChunk *desc, uint64_t at, const AssetcImplBox *bounds, uint64_t next[2]
) {
  const unsigned char *p = file->bytes + at, *d = file->bytes + desc->offset;
  uint32_t slot = assetc_read_u32(p + offsetof(AssetcSubMesh, materialSlot));
  uint32_t indexCount = assetc_read_u32(p + offsetof(AssetcSubMesh, indexCount));
  if (assetc_read_u32(p) != next[0])
    return assetc_impl_fail_submesh(file, at, offsetof(AssetcSubMesh, firstIndex), "SUBM[].firstIndex");
  if (assetc_read_u32(p + offsetof(AssetcSubMesh, firstMeshlet)) != next[1])
    return assetc_impl_fail_submesh(file, at, offsetof(AssetcSubMesh, firstMeshlet), "SUBM[].firstMeshlet");
  next[0] += indexCount;
  next[1] += assetc_read_u32(p + offsetof(AssetcSubMesh, meshletCount));
  if (next[0] > assetc_read_u32(d + offsetof(AssetcMeshDesc, indexCount)))
    return assetc_impl_fail_submesh(file, at, offsetof(AssetcSubMesh, indexCount), "SUBM[].indexCount");
  if (next[1] > assetc_read_u32(d + offsetof(AssetcMeshDesc, meshletCount)))
    return assetc_impl_fail_submesh(file, at, offsetof(AssetcSubMesh, meshletCount), "SUBM[].meshletCount");
  if (slot != ASSETC_HMESH_NO_MATERIAL && slot >= assetc_read_u32(d + offsetof(AssetcMeshDesc, materialCount)))
    return assetc_impl_fail_submesh(file, at, offsetof(AssetcSubMesh, materialSlot), "SUBM[].materialSlot");
  if (!assetc_impl_check_box(file, at + offsetof(AssetcSubMesh, aabbMin))) return 0;
  return indexCount == 0 || assetc_impl_check_inside(file, at, bounds);
}

/* Submeshes tile indices and meshlets in order. */
static int assetc_impl_check_submeshes(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *subm = &chunks->known[ASSETC_IMPL_SUBM], *desc = &chunks->known[ASSETC_IMPL_DESC];
  const unsigned char *d = file->bytes + desc->offset;
  AssetcImplBox bounds = assetc_impl_read_box(file->bytes + chunks->known[ASSETC_IMPL_BNDS].offset);
  uint64_t next[2] = { 0, 0 }, at;
  assetc_impl_widen_box(&bounds, assetc_impl_box_tolerance(&bounds));
  for (at = subm->offset; at < subm->offset + subm->size; at += sizeof(AssetcSubMesh))
    if (!assetc_impl_check_submesh(file, desc, at, &bounds, next)) return 0;
  if (next[0] < assetc_read_u32(d + offsetof(AssetcMeshDesc, indexCount)) ||
      next[1] < assetc_read_u32(d + offsetof(AssetcMeshDesc, meshletCount)))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, subm->offset, "SUBM");
  return 1;
}

/* Older files have empty submeshes with a box of zeros anywhere. They can be opened, but are not valid. */
static int assetc_impl_check_empty_submeshes(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *subm = &chunks->known[ASSETC_IMPL_SUBM];
  AssetcImplBox bounds = assetc_impl_read_box(file->bytes + chunks->known[ASSETC_IMPL_BNDS].offset);
  uint64_t at;
  assetc_impl_widen_box(&bounds, assetc_impl_box_tolerance(&bounds));
  for (at = subm->offset; at < subm->offset + subm->size; at += sizeof(AssetcSubMesh))
    if (assetc_read_u32(file->bytes + at + offsetof(AssetcSubMesh, indexCount)) == 0 &&
        !assetc_impl_check_inside(file, at, &bounds))
      return 0;
  return 1;
}

/* Nodes in pre-order: the parent of a node is the node before it or one of that node's ancestors. */
static int assetc_impl_check_pre_order(const AssetcImplFile *file, uint64_t at, uint64_t count, uint64_t row, const char *field) {
  const unsigned char *parents = file->bytes + at;
  uint64_t i;
  for (i = 0; i < count; i++) {
    int64_t parent = assetc_read_i32(parents + i * row), ancestor = (int64_t)i - 1;
    if (parent >= (int64_t)i) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + i * row, field);
    while (ancestor >= 0 && ancestor != parent) ancestor = assetc_read_i32(parents + (uint64_t)ancestor * row);
    if (parent >= 0 && ancestor != parent) return assetc_impl_fail(file, ASSETC_ERROR_BAD_ORDER, at + i * row, field);
  }
  return 1;
}

static int assetc_impl_check_mesh_nodes(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *nodes = &chunks->known[ASSETC_IMPL_NODE];
  const unsigned char *d = file->bytes + chunks->known[ASSETC_IMPL_DESC].offset;
  uint64_t submeshCount = assetc_read_u32(d + offsetof(AssetcMeshDesc, submeshCount)), at;
  at = nodes->offset + offsetof(AssetcSceneNode, parent);
  if (!assetc_impl_check_pre_order(file, at, nodes->size / sizeof(AssetcSceneNode), sizeof(AssetcSceneNode), "NODE[].parent"))
    return 0;
  for (at = nodes->offset; at < nodes->offset + nodes->size; at += sizeof(AssetcSceneNode)) {
    uint64_t place = at + offsetof(AssetcSceneNode, firstSubmesh);
    uint64_t count = assetc_read_u32(file->bytes + at + offsetof(AssetcSceneNode, submeshCount));
    if (count > 0 && assetc_read_u32(file->bytes + place) + count > submeshCount)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, place, "NODE[].firstSubmesh");
  }
  return 1;
}

static int assetc_impl_check_lod_ranges(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *table = &chunks->known[ASSETC_IMPL_LODT];
  uint64_t indices = chunks->known[ASSETC_IMPL_LODI].size / assetc_impl_width(chunks, ASSETC_IMPL_LDI2), at;
  for (at = table->offset + sizeof(AssetcLodTableHeader); at < table->offset + table->size; at += sizeof(AssetcMeshLod)) {
    uint64_t first = assetc_read_u32(file->bytes + at);
    uint64_t count = assetc_read_u32(file->bytes + at + offsetof(AssetcMeshLod, indexCount));
    if (count % 3 != 0)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcMeshLod, indexCount), "LODT[].indexCount");
    if (count > 0 && first + count > indices)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "LODT[].firstIndex");
  }
  return 1;
}
