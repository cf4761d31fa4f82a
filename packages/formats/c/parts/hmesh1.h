/* ---- Meshes, version 1: for older engines. ---- */

typedef struct AssetcMesh1 {
  const AssetcMeshBounds *bounds;
  const AssetcGpuVertexV1 *vertices;
  uint32_t vertexCount;
  const void *indices;
  uint32_t indexCount;
  uint32_t indexWidth; /* 2 or 4 bytes. */
  const unsigned char *materials; /* Hashes that are not aligned: see assetc_mesh1_material. */
  uint32_t materialCount;
  const AssetcMeshlet *meshlets;
  const AssetcMeshletBounds *meshletBounds;
  uint32_t meshletCount;
  const uint32_t *meshletVertices;
  const uint8_t *meshletTriangles;
} AssetcMesh1;

/* Every rule of version 1. `error` may be NULL. */
ASSETC_API int assetc_mesh1_validate(const void *file, size_t size, AssetcError *error);
/* Validates, then opens. Returns 1 on success. */
ASSETC_API int assetc_mesh1_open(AssetcMesh1 *mesh, const void *file, size_t size, AssetcError *error);
/* Checks magic and version, and finds the chunks. */
ASSETC_API int assetc_mesh1_open_trusted(AssetcMesh1 *mesh, const void *file, size_t size);
static inline uint64_t assetc_mesh1_material(const AssetcMesh1 *mesh, uint32_t i) {
  return assetc_read_u64(mesh->materials + (size_t)i * 8);
}

/* @implementation */

static int assetc_impl_check_mesh1_heads(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *bounds = &chunks->known[ASSETC_IMPL_BNDS], *vertices = &chunks->known[ASSETC_IMPL_VTXS];
  const AssetcImplChunk *indices = &chunks->known[ASSETC_IMPL_IDXS], *materials = &chunks->known[ASSETC_IMPL_MTRL];
  const unsigned char *bytes = file->bytes;
  if (!assetc_impl_require(file, bounds, "BNDS")) return 0;
  if (!assetc_impl_expect_head(file, bounds, sizeof(AssetcMeshBounds), "BNDS.size")) return 0;
  if (!assetc_impl_inspect_mesh_bounds(file, bounds->offset)) return 0;
  if (!assetc_impl_expect_size(file, bounds, sizeof(AssetcMeshBounds), "BNDS.size")) return 0;
  if (!assetc_impl_check_box(file, bounds->offset)) return 0;
  if (!assetc_impl_require(file, vertices, "VTXS")) return 0;
  if (!assetc_impl_expect_head(file, vertices, sizeof(AssetcVerticesPreludeV1), "VTXS.size")) return 0;
  if (!assetc_impl_inspect_vertices_prelude_v1(file, vertices->offset)) return 0;
  if (!assetc_impl_require(file, indices, "IDXS")) return 0;
  if (!assetc_impl_expect_head(file, indices, sizeof(AssetcIndicesPreludeV1), "IDXS.size")) return 0;
  if (!assetc_impl_inspect_indices_prelude_v1(file, indices->offset)) return 0;
  if (!assetc_impl_require(file, materials, "MTRL")) return 0;
  if (!assetc_impl_expect_head(file, materials, sizeof(AssetcMaterialsPreludeV1), "MTRL.size")) return 0;
  return assetc_impl_expect_size(
           file, vertices, sizeof(AssetcVerticesPreludeV1) + (uint64_t)assetc_read_u32(bytes + vertices->offset) * 36,
           "VTXS.size") &&
         assetc_impl_expect_size(
           file, indices,
           sizeof(AssetcIndicesPreludeV1) +
             (uint64_t)assetc_read_u32(bytes + indices->offset) * assetc_read_u32(bytes + indices->offset + 4),
           "IDXS.size") &&
         assetc_impl_expect_size(
           file, materials, sizeof(AssetcMaterialsPreludeV1) + (uint64_t)assetc_read_u32(bytes + materials->offset) * 8,
           "MTRL.size");
}

static int assetc_impl_check_mesh1_meshlets(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *known = chunks->known;
  uint64_t count = known[ASSETC_IMPL_MLET].size / sizeof(AssetcMeshlet);
  if (!assetc_impl_expect_multiple(file, &known[ASSETC_IMPL_MLET], sizeof(AssetcMeshlet), "MLET.size")) return 0;
  if (count > 0 && !assetc_impl_require(file, &known[ASSETC_IMPL_MLVR], "MLVR")) return 0;
  if (count > 0 && !assetc_impl_require(file, &known[ASSETC_IMPL_MLTR], "MLTR")) return 0;
  if (!assetc_impl_counted(file, &known[ASSETC_IMPL_MLBN], count * sizeof(AssetcMeshletBounds), "MLBN")) return 0;
  if (!assetc_impl_expect_multiple(file, &known[ASSETC_IMPL_MLTR], 3, "MLTR.size")) return 0;
  return assetc_impl_expect_multiple(file, &known[ASSETC_IMPL_MLVR], 4, "MLVR.size");
}

/* Chunks that only version 2 has. */
static int assetc_impl_check_no_later_chunk(const AssetcImplChunks *chunks) {
  int i;
  for (i = 0; i < ASSETC_IMPL_MESH_CHUNKS; i++) {
    int isOwn = (i >= ASSETC_IMPL_BNDS && i <= ASSETC_IMPL_MTRL);
    if (!isOwn && chunks->known[i].entry != 0)
      return assetc_impl_fail(&chunks->file, ASSETC_ERROR_UNSUPPORTED, chunks->known[i].entry, "ChunkEntry.fourcc");
  }
  return 1;
}

/* Lanes [2..3] of normals and tangents are zero. */
static int assetc_impl_check_spare_lanes(const AssetcImplFile *file, uint64_t at, uint64_t count) {
  for (; count > 0; count--, at += sizeof(AssetcGpuVertexV1)) {
    uint64_t normal = at + offsetof(AssetcGpuVertexV1, normal) + 4, tangent = at + offsetof(AssetcGpuVertexV1, tangent) + 4;
    if (assetc_read_u32(file->bytes + normal) != 0)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, normal, "VTXS[].normal");
    if (assetc_read_u32(file->bytes + tangent) != 0)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, tangent, "VTXS[].tangent");
  }
  return 1;
}

int assetc_mesh1_validate(const void *file, size_t size, AssetcError *error) {
  AssetcImplChunks chunks;
  const AssetcImplFile *whole = &chunks.file;
  const AssetcImplChunk *known = chunks.known;
  uint64_t vertices, indices, width;
  uint32_t vertexCount;
  chunks.file = assetc_impl_file(file, size, error);
  chunks.names = assetc_impl_mesh_chunks;
  chunks.nameCount = ASSETC_IMPL_MESH_CHUNKS;
  if (!assetc_impl_inspect_hmesh_file_header(whole, 0) || !assetc_impl_read_table(&chunks, ASSETC_HMESH_VERSION_1)) return 0;
  if (!assetc_impl_check_mesh1_heads(&chunks) || !assetc_impl_check_mesh1_meshlets(&chunks)) return 0;
  if (!assetc_impl_check_no_later_chunk(&chunks) || !assetc_impl_check_padding(whole)) return 0;
  vertexCount = assetc_read_u32(whole->bytes + known[ASSETC_IMPL_VTXS].offset);
  vertices = known[ASSETC_IMPL_VTXS].offset + sizeof(AssetcVerticesPreludeV1);
  indices = known[ASSETC_IMPL_IDXS].offset + sizeof(AssetcIndicesPreludeV1);
  width = assetc_read_u32(whole->bytes + known[ASSETC_IMPL_IDXS].offset + offsetof(AssetcIndicesPreludeV1, size));
  return assetc_impl_check_vertices(
           whole, vertices, vertexCount, sizeof(AssetcGpuVertexV1), offsetof(AssetcGpuVertexV1, uv),
           known[ASSETC_IMPL_BNDS].offset) &&
         assetc_impl_check_spare_lanes(whole, vertices, vertexCount) &&
         assetc_impl_check_indices(
           whole, indices, assetc_read_u32(whole->bytes + known[ASSETC_IMPL_IDXS].offset), width, vertexCount, "IDXS[]") &&
         assetc_impl_check_meshlets(&chunks) &&
         assetc_impl_check_indices(
           whole, known[ASSETC_IMPL_MLVR].offset, known[ASSETC_IMPL_MLVR].size / 4, 4, vertexCount, "MLVR[]") &&
         assetc_impl_check_meshlet_bounds(whole, &known[ASSETC_IMPL_MLBN]);
}

int assetc_mesh1_open_trusted(AssetcMesh1 *mesh, const void *file, size_t size) {
  AssetcImplChunks chunks;
  const unsigned char *vertices, *indices, *materials;
  chunks.file = assetc_impl_file(file, size, NULL);
  chunks.names = assetc_impl_mesh_chunks;
  chunks.nameCount = ASSETC_IMPL_MESH_CHUNKS;
  memset(mesh, 0, sizeof *mesh);
  if (!assetc_impl_find_chunks(&chunks, ASSETC_HMESH_MAGIC, ASSETC_HMESH_VERSION_1)) return 0;
  vertices = chunks.file.bytes + chunks.known[ASSETC_IMPL_VTXS].offset;
  indices = chunks.file.bytes + chunks.known[ASSETC_IMPL_IDXS].offset;
  materials = chunks.file.bytes + chunks.known[ASSETC_IMPL_MTRL].offset;
  mesh->bounds = (const AssetcMeshBounds *)assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_BNDS);
  mesh->vertexCount = assetc_read_u32(vertices);
  mesh->vertices = (const AssetcGpuVertexV1 *)(const void *)(vertices + sizeof(AssetcVerticesPreludeV1));
  mesh->indexCount = assetc_read_u32(indices);
  mesh->indexWidth = assetc_read_u32(indices + offsetof(AssetcIndicesPreludeV1, size));
  mesh->indices = indices + sizeof(AssetcIndicesPreludeV1);
  mesh->materialCount = assetc_read_u32(materials);
  mesh->materials = materials + sizeof(AssetcMaterialsPreludeV1);
  mesh->meshlets = (const AssetcMeshlet *)assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_MLET);
  mesh->meshletCount = (uint32_t)(chunks.known[ASSETC_IMPL_MLET].size / sizeof(AssetcMeshlet));
  mesh->meshletBounds = (const AssetcMeshletBounds *)assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_MLBN);
  mesh->meshletVertices = (const uint32_t *)assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_MLVR);
  mesh->meshletTriangles = (const uint8_t *)assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_MLTR);
  return 1;
}

int assetc_mesh1_open(AssetcMesh1 *mesh, const void *file, size_t size, AssetcError *error) {
  if (!assetc_mesh1_validate(file, size, error) || !assetc_impl_is_aligned(file, error)) return 0;
  return assetc_mesh1_open_trusted(mesh, file, size);
}
