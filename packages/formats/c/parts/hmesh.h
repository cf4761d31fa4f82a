/* ---- Meshes, version 2. ---- */

/* Pointers into a mesh. Missing parts are NULL, with a count of 0. */
typedef struct AssetcMesh {
  const AssetcMeshDesc *desc; /* Counts, index width. */
  const AssetcMeshBounds *bounds;
  const AssetcGpuVertex *vertices; /* desc->vertexCount; ready for the GPU, like everything here. NULL in another form: see assetc_mesh_vertex. */
  const AssetcSplitPosition *positions; /* With attributes, instead of vertices. */
  const AssetcSplitAttributes *attributes;
  const AssetcVertexGrid *grid; /* How compact vertices are decoded. NULL if they are full. */
  const AssetcCompactVertex *compactVertices; /* Instead of vertices. */
  const AssetcCompactPosition *compactPositions; /* With compactAttributes, instead of compactVertices. */
  const AssetcCompactAttributes *compactAttributes;
  const void *indices; /* desc->indexCount of desc->indexWidth bytes. */
  const AssetcSubMesh *submeshes; /* desc->submeshCount. */
  const uint64_t *materials; /* desc->materialCount hashes. */
  const AssetcMeshlet *meshlets; /* desc->meshletCount. */
  const AssetcMeshletBounds *meshletBounds; /* desc->meshletCount. */
  const uint32_t *meshletVertices; /* See assetc_meshlet_vertex. */
  const uint16_t *meshletVertices16; /* Instead of meshletVertices, with mesh.indexWidth: smallest. */
  size_t meshletVertexCount;
  const uint8_t *meshletTriangles; /* Three corners per triangle: indices of the meshlet's vertices. */
  size_t meshletTriangleCount;
  const uint32_t *meshletTriangleWords; /* The same triangles, one word each: see assetc_triangle_word. NULL without mesh.meshlets.triangles: words. */
  const AssetcGpuSkinVertex *skin; /* desc->vertexCount, or NULL. */
  const void *compactSkin; /* Instead of skin: AssetcCompactSkinVertex, with more than 256 joints AssetcCompactSkinVertexWide. See assetc_mesh_skin. */
  const AssetcGpuJoint *joints;
  uint32_t jointCount;
  const AssetcMeshLod *lods; /* lodCount for each submesh, one submesh after the other. */
  uint32_t lodCount; /* Reduced levels. */
  const uint32_t *lodIndices;
  const uint16_t *lodIndices16; /* Instead of lodIndices. */
  size_t lodIndexCount;
  const float *lodErrors; /* Like lods, or NULL: distance of a level from the surface, in units of the mesh. */
  const AssetcSceneNode *nodes;
  uint32_t nodeCount;
  AssetcNames names; /* Of submeshes, materials, joints and morph targets, in that order. */
  const AssetcColorHeader *colors; /* desc->vertexCount colors follow. */
  const float *uvs1; /* Two per vertex. */
  const uint16_t *compactUvs1; /* Instead of uvs1: two per vertex, decoded by the grid. */
  const AssetcMorphHeader *morphs;
  const AssetcMorphRange *morphRanges; /* desc->submeshCount. */
  const AssetcMorphTarget *morphTargets;
  const uint32_t *morphVertices;
  const float *morphPositions; /* Three each, like normals and tangents. */
  const float *morphNormals;
  const float *morphTangents;
  const int16_t *compactMorphPositions; /* Instead of morphPositions: four each, the last 0, times grid->step. */
  const int16_t *compactMorphNormals; /* Times grid->morphNormalStep. */
  const int16_t *compactMorphTangents; /* Times grid->morphTangentStep. */
  const AssetcLineRange *lineRanges;
  uint32_t lineRangeCount;
  const uint32_t *lineIndices;
  uint32_t lineIndexCount;
  const AssetcCluster *clusters; /* Coarse to fine; the last desc->meshletCount are the meshlets. See assetc_select_clusters. */
  uint32_t clusterCount;
  const uint16_t *clusterVertices16; /* Instead of clusterVertices. */
  const uint32_t *clusterVertices; /* Of the clusters above the meshlets; meshlets use meshletVertices. */
  size_t clusterVertexCount;
  const uint8_t *clusterTriangles; /* Of the clusters above the meshlets. */
  size_t clusterTriangleCount;
  const uint32_t *clusterTriangleWords; /* Like meshletTriangleWords. */
  const AssetcClusterGroup *clusterGroups;
  uint32_t clusterGroupCount;
  const AssetcClusterPage *clusterPages;
  uint32_t clusterPageCount;
  const AssetcMicromapHeader *micromaps; /* Counts of the lists below, or NULL without mesh.micromaps. */
  const AssetcMicromapUsage *micromapUsages; /* VkMicromapUsageEXT. */
  const uint32_t *micromapCounts; /* Triangles by usage: for each submesh, for it and each of its lodCount levels, usageCount numbers. */
  const AssetcMicromapTriangle *micromapTriangles; /* VkMicromapTriangleEXT. */
  const int32_t *micromapIndices; /* One per triangle of the mesh: a map, or VkOpacityMicromapSpecialIndexEXT. */
  const int32_t *micromapLodIndices; /* One per triangle of lodIndices. */
  const uint8_t *micromapData;
} AssetcMesh;

/* The triangles of a submesh at one level of detail. */
typedef struct AssetcDraw {
  const void *indices;
  uint32_t indexCount;
  uint32_t indexWidth; /* 2 or 4 bytes. */
  const AssetcSubMesh *submesh;
  /* For a draw call: the chunk whose bytes are in the index buffer, ASSETC_HMESH_CHUNK_IDXS, ASSETC_HMESH_CHUNK_LODI or ASSETC_HMESH_CHUNK_LDI2, and the first index in it. */
  uint32_t chunk;
  uint32_t firstIndex;
} AssetcDraw;

/* Every rule of docs/formats/hmesh.md, version 2; bulk data included. `error` may be NULL. */
ASSETC_API int assetc_mesh_validate(const void *file, size_t size, AssetcError *error);
/* Validates, then opens. Returns 1 on success. Accepts older files, whose empty submeshes have a box outside that of the mesh. */
ASSETC_API int assetc_mesh_open(AssetcMesh *mesh, const void *file, size_t size, AssetcError *error);
/* Checks magic and version, and finds the chunks. */
ASSETC_API int assetc_mesh_open_trusted(AssetcMesh *mesh, const void *file, size_t size);
/* Level 0 is the mesh itself, level i + 1 is lods[i]; a stalled level is the one before it. */
ASSETC_API AssetcDraw assetc_mesh_draw(const AssetcMesh *mesh, uint32_t submesh, uint32_t level);
/* A triangle of a meshlet as a word: corner 0 in bits 0 to 7, corner 1 in bits 8 to 15, corner 2 in bits 16 to 23, and zeros. */
static inline uint32_t assetc_triangle_word(const uint8_t corners[3]) {
  return corners[0] | (uint32_t)corners[1] << 8 | (uint32_t)corners[2] << 16;
}
/* The vertex of an entry of a meshlet, from Meshlet.vertexOffset on; indices may have either width. */
static inline uint32_t assetc_meshlet_vertex(const AssetcMesh *mesh, size_t entry) {
  return mesh->meshletVertices16 != NULL ? mesh->meshletVertices16[entry] : mesh->meshletVertices[entry];
}
/* The same for a cluster above the meshlets. */
static inline uint32_t assetc_cluster_vertex(const AssetcMesh *mesh, size_t entry) {
  return mesh->clusterVertices16 != NULL ? mesh->clusterVertices16[entry] : mesh->clusterVertices[entry];
}
/* One index of a draw. */
static inline uint32_t assetc_draw_index(const AssetcDraw *draw, uint32_t i) {
  const unsigned char *p = (const unsigned char *)draw->indices;
  return draw->indexWidth == 2 ? assetc_read_u16(p + (size_t)i * 2) : assetc_read_u32(p + (size_t)i * 4);
}

/* @implementation */

static uint64_t assetc_impl_multiply(uint64_t a, uint64_t b) {
  return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static int assetc_impl_check_skin_tables(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *skin = &chunks->known[ASSETC_IMPL_SKIN], *joints = &chunks->known[ASSETC_IMPL_SKEL];
  uint64_t vertexCount = assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, vertexCount)), size;
  if (skin->entry == 0 && joints->entry == 0) return 1;
  if (!assetc_impl_require(file, skin, "SKIN") || !assetc_impl_require(file, joints, "SKEL")) return 0;
  size = assetc_impl_is_compact(chunks) ? assetc_impl_compact_skin_size(joints->size / sizeof(AssetcGpuJoint)) : sizeof(AssetcGpuSkinVertex);
  if (!assetc_impl_expect_size(file, skin, vertexCount * size, "SKIN.size")) return 0;
  if (joints->size == 0) return assetc_impl_expect_size(file, joints, sizeof(AssetcGpuJoint), "SKEL.size");
  if (!assetc_impl_expect_multiple(file, joints, sizeof(AssetcGpuJoint), "SKEL.size")) return 0;
  return assetc_impl_inspect_rows(
    file, joints->offset, joints->size / sizeof(AssetcGpuJoint), sizeof(AssetcGpuJoint), assetc_impl_inspect_gpu_joint);
}

static int assetc_impl_check_lod_tables(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *indices = &chunks->known[ASSETC_IMPL_LODI], *table = &chunks->known[ASSETC_IMPL_LODT];
  uint64_t lodCount, submeshCount, at = table->offset + offsetof(AssetcLodTableHeader, submeshCount);
  if (indices->entry == 0 && table->entry == 0) return 1;
  if (!assetc_impl_require(file, indices, "LODI") || !assetc_impl_require(file, table, "LODT")) return 0;
  if (!assetc_impl_expect_head(file, table, sizeof(AssetcLodTableHeader), "LODT.size")) return 0;
  lodCount = assetc_read_u32(file->bytes + table->offset);
  submeshCount = assetc_read_u32(file->bytes + at);
  if (submeshCount != assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, submeshCount)))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "LODT.submeshCount");
  if (table->size - sizeof(AssetcLodTableHeader) != assetc_impl_multiply(lodCount * submeshCount, sizeof(AssetcMeshLod)))
    return assetc_impl_expect_size(file, table, UINT64_MAX, "LODT.size");
  return assetc_impl_expect_multiple(file, indices, assetc_impl_width(chunks, ASSETC_IMPL_LDI2), "LODI.size");
}

/* Checks DESC and BNDS, and the sizes that follow from them. */
static int assetc_impl_check_mesh_sizes(AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *known = chunks->known, *desc = &known[ASSETC_IMPL_DESC], *bounds = &known[ASSETC_IMPL_BNDS];
  uint64_t vertices, meshlets, width;
  if (!assetc_impl_require(file, desc, "DESC") || !assetc_impl_expect_head(file, desc, sizeof(AssetcMeshDesc), "DESC.size"))
    return 0;
  if (!assetc_impl_inspect_mesh_desc(file, desc->offset)) return 0;
  if (!assetc_impl_expect_size(file, desc, sizeof(AssetcMeshDesc), "DESC.size")) return 0;
  if (!assetc_impl_require(file, bounds, "BNDS")) return 0;
  if (!assetc_impl_expect_head(file, bounds, sizeof(AssetcMeshBounds), "BNDS.size")) return 0;
  if (!assetc_impl_inspect_mesh_bounds(file, bounds->offset)) return 0;
  if (!assetc_impl_expect_size(file, bounds, sizeof(AssetcMeshBounds), "BNDS.size")) return 0;
  if (!assetc_impl_check_forms(chunks)) return 0;
  if (!assetc_impl_require(file, &known[ASSETC_IMPL_IDXS], "IDXS")) return 0;
  if (!assetc_impl_require(file, &known[ASSETC_IMPL_SUBM], "SUBM")) return 0;
  vertices = assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, vertexCount));
  meshlets = assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, meshletCount));
  width = file->bytes[desc->offset + offsetof(AssetcMeshDesc, indexWidth)];
  if (assetc_read_u16(file->bytes + desc->offset + offsetof(AssetcMeshDesc, vertexStride)) !=
      (assetc_impl_is_compact(chunks) ? sizeof(AssetcCompactVertex) : sizeof(AssetcGpuVertex)))
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_VALUE, desc->offset + offsetof(AssetcMeshDesc, vertexStride), "DESC.vertexStride");
  if (width != (vertices <= 0xFFFF ? 2u : 4u))
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_VALUE, desc->offset + offsetof(AssetcMeshDesc, indexWidth), "DESC.indexWidth");
  if (!assetc_impl_check_stream_sizes(chunks, vertices)) return 0;
  if (!assetc_impl_expect_size(
        file, &known[ASSETC_IMPL_IDXS], width * assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, indexCount)), "IDXS.size"))
    return 0;
  if (!assetc_impl_expect_size(
        file, &known[ASSETC_IMPL_SUBM],
        (uint64_t)assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, submeshCount)) * sizeof(AssetcSubMesh), "SUBM.size"))
    return 0;
  if (!assetc_impl_counted(file, &known[ASSETC_IMPL_MLET], meshlets * sizeof(AssetcMeshlet), "MLET")) return 0;
  if (!assetc_impl_counted(file, &known[ASSETC_IMPL_MLBN], meshlets * sizeof(AssetcMeshletBounds), "MLBN")) return 0;
  return assetc_impl_counted(
    file, &known[ASSETC_IMPL_MTRL], (uint64_t)assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, materialCount)) * 8, "MTRL");
}

static int assetc_impl_check_mesh_tables(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *known = chunks->known, *submeshes = &known[ASSETC_IMPL_SUBM], *nodes = &known[ASSETC_IMPL_NODE];
  int hasMeshlets = assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, meshletCount)) > 0;
  if (hasMeshlets && !assetc_impl_require(file, &known[ASSETC_IMPL_MLVR], "MLVR")) return 0;
  if (hasMeshlets && !assetc_impl_require(file, &known[ASSETC_IMPL_MLTR], "MLTR")) return 0;
  if (!assetc_impl_expect_multiple(file, &known[ASSETC_IMPL_MLTR], 3, "MLTR.size")) return 0;
  if (!assetc_impl_expect_multiple(file, nodes, sizeof(AssetcSceneNode), "NODE.size")) return 0;
  if (!assetc_impl_check_skin_tables(chunks)) return 0;
  if (!assetc_impl_expect_multiple(file, &known[ASSETC_IMPL_MLVR], assetc_impl_width(chunks, ASSETC_IMPL_MLV2), "MLVR.size")) return 0;
  if (!assetc_impl_inspect_rows(
        file, submeshes->offset, submeshes->size / sizeof(AssetcSubMesh), sizeof(AssetcSubMesh), assetc_impl_inspect_sub_mesh))
    return 0;
  if (!assetc_impl_inspect_rows(
        file, nodes->offset, nodes->size / sizeof(AssetcSceneNode), sizeof(AssetcSceneNode), assetc_impl_inspect_scene_node))
    return 0;
  if (!assetc_impl_check_lod_tables(chunks) || !assetc_impl_check_optional_tables(chunks)) return 0;
  if (!assetc_impl_check_box(file, known[ASSETC_IMPL_BNDS].offset) || !assetc_impl_check_submeshes(chunks)) return 0;
  if (known[ASSETC_IMPL_SKEL].entry != 0 && !assetc_impl_check_joints(file, &known[ASSETC_IMPL_SKEL])) return 0;
  if (known[ASSETC_IMPL_LODT].entry != 0 && !assetc_impl_check_lod_ranges(chunks)) return 0;
  return nodes->entry == 0 || assetc_impl_check_mesh_nodes(chunks);
}

static int assetc_impl_check_mesh_bulk(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *known = chunks->known, *list;
  uint32_t vertexCount = assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, vertexCount));
  uint64_t width = file->bytes[known[ASSETC_IMPL_DESC].offset + offsetof(AssetcMeshDesc, indexWidth)], joints;
  if (assetc_impl_is_compact(chunks) || assetc_impl_is_split(chunks)) {
    if (!assetc_impl_check_stored(chunks, vertexCount)) return 0;
  } else if (!assetc_impl_check_vertices(
        file, known[ASSETC_IMPL_VTXS].offset, vertexCount, sizeof(AssetcGpuVertex), offsetof(AssetcGpuVertex, uv),
        known[ASSETC_IMPL_BNDS].offset))
    return 0;
  list = &known[ASSETC_IMPL_IDXS];
  if (!assetc_impl_check_indices(file, list->offset, list->size / width, width, vertexCount, "IDXS[]")) return 0;
  if (!assetc_impl_check_meshlets(chunks)) return 0;
  if (!assetc_impl_check_words(chunks, ASSETC_IMPL_MLTW, ASSETC_IMPL_MLTR, "MLTW[]")) return 0;
  list = &known[ASSETC_IMPL_MLVR];
  width = assetc_impl_width(chunks, ASSETC_IMPL_MLV2);
  if (!assetc_impl_check_indices(file, list->offset, list->size / width, width, vertexCount, "MLVR[]")) return 0;
  if (!assetc_impl_check_meshlet_bounds(file, &known[ASSETC_IMPL_MLBN])) return 0;
  list = &known[ASSETC_IMPL_SKIN];
  joints = known[ASSETC_IMPL_SKEL].size / sizeof(AssetcGpuJoint);
  if (assetc_impl_is_compact(chunks) ? !assetc_impl_check_compact_skin(file, list, joints) : !assetc_impl_check_skin(file, list, joints))
    return 0;
  list = &known[ASSETC_IMPL_LODI];
  width = assetc_impl_width(chunks, ASSETC_IMPL_LDI2);
  if (!assetc_impl_check_indices(file, list->offset, list->size / width, width, vertexCount, "LODI[]")) return 0;
  return assetc_impl_check_reach(chunks) && assetc_impl_check_optional_bulk(chunks) && assetc_impl_check_clusters(chunks) &&
         assetc_impl_check_micromaps(chunks);
}

/* The rules for opening a mesh. */
static int assetc_impl_check_mesh(AssetcImplChunks *chunks, const void *file, size_t size, AssetcError *error) {
  chunks->file = assetc_impl_file(file, size, error);
  chunks->names = assetc_impl_mesh_chunks;
  chunks->nameCount = ASSETC_IMPL_MESH_CHUNKS;
  if (!assetc_impl_inspect_hmesh_file_header(&chunks->file, 0)) return 0;
  if (!assetc_impl_read_table(chunks, ASSETC_HMESH_VERSION)) return 0;
  if (!assetc_impl_check_mesh_sizes(chunks) || !assetc_impl_check_mesh_tables(chunks)) return 0;
  return assetc_impl_check_padding(&chunks->file) && assetc_impl_check_mesh_bulk(chunks);
}

int assetc_mesh_validate(const void *file, size_t size, AssetcError *error) {
  AssetcImplChunks chunks;
  return assetc_impl_check_mesh(&chunks, file, size, error) && assetc_impl_check_empty_submeshes(&chunks);
}

/* Opens the chunks after NODE, of a mesh that has been checked or is trusted. */
static void assetc_impl_open_optional(AssetcMesh *mesh, const AssetcImplChunks *chunks) {
  const AssetcImplChunk *known = chunks->known;
  const unsigned char *bytes = chunks->file.bytes, *p;
  uint64_t places[7];
  uint32_t i, total = 0;
  p = bytes + known[ASSETC_IMPL_NAMS].offset;
  for (i = 0; i < 4 && known[ASSETC_IMPL_NAMS].entry != 0; i++) total += assetc_read_u32(p + i * 4);
  if (known[ASSETC_IMPL_NAMS].entry != 0) mesh->names = assetc_impl_names(p + sizeof(AssetcNamesHeader), total);
  if (known[ASSETC_IMPL_CLR0].entry != 0)
    mesh->colors = (const AssetcColorHeader *)(const void *)(bytes + known[ASSETC_IMPL_CLR0].offset);
  p = bytes + known[ASSETC_IMPL_UVS1].offset;
  if (known[ASSETC_IMPL_UV1C].entry != 0) mesh->compactUvs1 = (const uint16_t *)(const void *)p;
  else if (known[ASSETC_IMPL_UVS1].entry != 0) mesh->uvs1 = (const float *)(const void *)p;
  if (known[ASSETC_IMPL_MRPH].entry != 0) {
    p = bytes + known[ASSETC_IMPL_MRPH].offset;
    assetc_impl_morph_sizes(chunks, places);
    assetc_impl_sections(&chunks->file, &known[ASSETC_IMPL_MRPH], places, 7, "MRPH");
    mesh->morphs = (const AssetcMorphHeader *)(const void *)p;
    mesh->morphRanges = (const AssetcMorphRange *)(const void *)(bytes + places[1]);
    mesh->morphTargets = (const AssetcMorphTarget *)(const void *)(bytes + places[2]);
    mesh->morphVertices = (const uint32_t *)(const void *)(bytes + places[3]);
    if (assetc_impl_is_compact(chunks)) {
      mesh->compactMorphPositions = (const int16_t *)(const void *)(bytes + places[4]);
      mesh->compactMorphNormals = (const int16_t *)(const void *)(bytes + places[5]);
      mesh->compactMorphTangents = (const int16_t *)(const void *)(bytes + places[6]);
    } else {
      mesh->morphPositions = (const float *)(const void *)(bytes + places[4]);
      mesh->morphNormals = (const float *)(const void *)(bytes + places[5]);
      mesh->morphTangents = (const float *)(const void *)(bytes + places[6]);
    }
  }
  if (known[ASSETC_IMPL_LNPT].entry != 0) {
    p = bytes + known[ASSETC_IMPL_LNPT].offset;
    mesh->lineRangeCount = assetc_read_u32(p);
    mesh->lineIndexCount = assetc_read_u32(p + offsetof(AssetcLinesHeader, indexCount));
    mesh->lineRanges = (const AssetcLineRange *)(const void *)(p + sizeof(AssetcLinesHeader));
    mesh->lineIndices = (const uint32_t *)(const void *)(mesh->lineRanges + mesh->lineRangeCount);
  }
}

static void assetc_impl_open_micromaps(AssetcMesh *mesh, const AssetcImplChunks *chunks) {
  const AssetcImplChunk *chunk = &chunks->known[ASSETC_IMPL_OMAP];
  const unsigned char *bytes = chunks->file.bytes;
  uint64_t places[7];
  if (chunk->entry == 0) return;
  assetc_impl_micromap_sizes(chunks, places);
  assetc_impl_sections(&chunks->file, chunk, places, 7, "OMAP");
  mesh->micromaps = (const AssetcMicromapHeader *)(const void *)(bytes + places[0]);
  mesh->micromapUsages = (const AssetcMicromapUsage *)(const void *)(bytes + places[1]);
  mesh->micromapCounts = (const uint32_t *)(const void *)(bytes + places[2]);
  mesh->micromapTriangles = (const AssetcMicromapTriangle *)(const void *)(bytes + places[3]);
  mesh->micromapIndices = (const int32_t *)(const void *)(bytes + places[4]);
  mesh->micromapLodIndices = (const int32_t *)(const void *)(bytes + places[5]);
  mesh->micromapData = bytes + places[6];
}

static const void *assetc_impl_chunk_bytes(const AssetcImplChunks *chunks, int name) {
  return chunks->known[name].entry == 0 ? NULL : chunks->file.bytes + chunks->known[name].offset;
}

static void assetc_impl_open_indices(
  const AssetcImplChunks *chunks, int wide, int narrow, const uint32_t **indices, const uint16_t **indices16, size_t *count
) {
  const void *bytes = assetc_impl_chunk_bytes(chunks, wide);
  if (chunks->known[narrow].entry != 0) *indices16 = (const uint16_t *)bytes;
  else *indices = (const uint32_t *)bytes;
  *count = (size_t)(chunks->known[wide].size / assetc_impl_width(chunks, narrow));
}

static void assetc_impl_open_vertices(AssetcMesh *mesh, const AssetcImplChunks *chunks) {
  int isCompact = assetc_impl_is_compact(chunks);
  const void *rows = assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_VTXS), *skin = assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_SKIN);
  mesh->grid = (const AssetcVertexGrid *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_GRID);
  if (isCompact) mesh->compactSkin = skin;
  else mesh->skin = (const AssetcGpuSkinVertex *)skin;
  if (!assetc_impl_is_split(chunks)) {
    if (isCompact) mesh->compactVertices = (const AssetcCompactVertex *)rows;
    else mesh->vertices = (const AssetcGpuVertex *)rows;
  } else if (isCompact) {
    mesh->compactPositions = (const AssetcCompactPosition *)rows;
    mesh->compactAttributes = (const AssetcCompactAttributes *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_VATC);
  } else {
    mesh->positions = (const AssetcSplitPosition *)rows;
    mesh->attributes = (const AssetcSplitAttributes *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_VATR);
  }
}

static void assetc_impl_open_clusters(AssetcMesh *mesh, const AssetcImplChunks *chunks) {
  const AssetcImplChunk *known = chunks->known;
  mesh->clusters = (const AssetcCluster *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_CLUS);
  mesh->clusterCount = (uint32_t)(known[ASSETC_IMPL_CLUS].size / sizeof(AssetcCluster));
  assetc_impl_open_indices(chunks, ASSETC_IMPL_CLVR, ASSETC_IMPL_CLV2, &mesh->clusterVertices, &mesh->clusterVertices16, &mesh->clusterVertexCount);
  mesh->clusterTriangles = (const uint8_t *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_CLTR);
  mesh->clusterTriangleCount = (size_t)(known[ASSETC_IMPL_CLTR].size / 3);
  mesh->clusterTriangleWords = (const uint32_t *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_CLTW);
  mesh->clusterGroups = (const AssetcClusterGroup *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_CLGR);
  mesh->clusterGroupCount = (uint32_t)(known[ASSETC_IMPL_CLGR].size / sizeof(AssetcClusterGroup));
  mesh->clusterPages = (const AssetcClusterPage *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_CLPG);
  mesh->clusterPageCount = (uint32_t)(known[ASSETC_IMPL_CLPG].size / sizeof(AssetcClusterPage));
}

static void assetc_impl_open_required(AssetcMesh *mesh, const AssetcImplChunks *chunks) {
  const AssetcImplChunk *known = chunks->known;
  const unsigned char *lods = (const unsigned char *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_LODT);
  mesh->desc = (const AssetcMeshDesc *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_DESC);
  mesh->bounds = (const AssetcMeshBounds *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_BNDS);
  mesh->indices = assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_IDXS);
  mesh->submeshes = (const AssetcSubMesh *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_SUBM);
  mesh->materials = (const uint64_t *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_MTRL);
  mesh->meshlets = (const AssetcMeshlet *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_MLET);
  mesh->meshletBounds = (const AssetcMeshletBounds *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_MLBN);
  assetc_impl_open_indices(chunks, ASSETC_IMPL_MLVR, ASSETC_IMPL_MLV2, &mesh->meshletVertices, &mesh->meshletVertices16, &mesh->meshletVertexCount);
  mesh->meshletTriangles = (const uint8_t *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_MLTR);
  mesh->meshletTriangleCount = (size_t)(known[ASSETC_IMPL_MLTR].size / 3);
  mesh->meshletTriangleWords = (const uint32_t *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_MLTW);
  mesh->joints = (const AssetcGpuJoint *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_SKEL);
  mesh->jointCount = (uint32_t)(known[ASSETC_IMPL_SKEL].size / sizeof(AssetcGpuJoint));
  mesh->nodes = (const AssetcSceneNode *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_NODE);
  mesh->nodeCount = (uint32_t)(known[ASSETC_IMPL_NODE].size / sizeof(AssetcSceneNode));
  assetc_impl_open_indices(chunks, ASSETC_IMPL_LODI, ASSETC_IMPL_LDI2, &mesh->lodIndices, &mesh->lodIndices16, &mesh->lodIndexCount);
  mesh->lodErrors = (const float *)assetc_impl_chunk_bytes(chunks, ASSETC_IMPL_LODE);
  if (lods == NULL) return;
  mesh->lodCount = assetc_read_u32(lods);
  mesh->lods = (const AssetcMeshLod *)(const void *)(lods + sizeof(AssetcLodTableHeader));
}

/* Finds the first chunk of each known name. The table is trusted. */
static int assetc_impl_find_chunks(AssetcImplChunks *chunks, uint32_t magic, uint32_t version) {
  const unsigned char *bytes = chunks->file.bytes;
  uint64_t at, end;
  size_t i;
  memset(chunks->known, 0, sizeof chunks->known);
  if (chunks->file.size < ASSETC_IMPL_TABLE || assetc_read_u32(bytes) != magic || assetc_read_u32(bytes + 4) != version)
    return 0;
  assetc_impl_chunk_rows(&chunks->file, &end);
  for (at = ASSETC_IMPL_TABLE; at < end; at += sizeof(AssetcHmeshChunkEntry))
    for (i = 0; i < chunks->nameCount; i++)
      if (chunks->names[i] == assetc_read_u32(bytes + at)) chunks->known[i] = assetc_impl_read_entry(bytes, at);
  return 1;
}

/* Chunks that replace others have been entered under the names of those. */
static void assetc_impl_open_mesh(AssetcMesh *mesh, const AssetcImplChunks *chunks) {
  memset(mesh, 0, sizeof *mesh);
  assetc_impl_open_vertices(mesh, chunks);
  assetc_impl_open_required(mesh, chunks);
  assetc_impl_open_optional(mesh, chunks);
  assetc_impl_open_clusters(mesh, chunks);
  assetc_impl_open_micromaps(mesh, chunks);
}

int assetc_mesh_open_trusted(AssetcMesh *mesh, const void *file, size_t size) {
  AssetcImplChunks chunks;
  chunks.file = assetc_impl_file(file, size, NULL);
  chunks.names = assetc_impl_mesh_chunks;
  chunks.nameCount = ASSETC_IMPL_MESH_CHUNKS;
  memset(mesh, 0, sizeof *mesh);
  if (!assetc_impl_find_chunks(&chunks, ASSETC_HMESH_MAGIC, ASSETC_HMESH_VERSION)) return 0;
  assetc_impl_alias_chunks(&chunks);
  assetc_impl_open_mesh(mesh, &chunks);
  return 1;
}

int assetc_mesh_open(AssetcMesh *mesh, const void *file, size_t size, AssetcError *error) {
  AssetcImplChunks chunks;
  if (!assetc_impl_check_mesh(&chunks, file, size, error) || !assetc_impl_is_aligned(file, error)) return 0;
  return assetc_mesh_open_trusted(mesh, file, size);
}

AssetcDraw assetc_mesh_draw(const AssetcMesh *mesh, uint32_t submesh, uint32_t level) {
  AssetcDraw draw;
  draw.submesh = &mesh->submeshes[submesh];
  draw.indexWidth = mesh->desc->indexWidth;
  draw.indexCount = draw.submesh->indexCount;
  draw.chunk = ASSETC_HMESH_CHUNK_IDXS;
  draw.firstIndex = draw.submesh->firstIndex;
  draw.indices = (const unsigned char *)mesh->indices + (size_t)draw.firstIndex * draw.indexWidth;
  if (level > mesh->lodCount) level = mesh->lodCount;
  for (; level > 0; level--) {
    const AssetcMeshLod *lod = &mesh->lods[(size_t)submesh * mesh->lodCount + (level - 1)];
    if (lod->indexCount == 0) continue;
    draw.chunk = mesh->lodIndices16 != NULL ? ASSETC_HMESH_CHUNK_LDI2 : ASSETC_HMESH_CHUNK_LODI;
    draw.firstIndex = lod->firstIndex;
    if (mesh->lodIndices16 != NULL) draw.indices = mesh->lodIndices16 + lod->firstIndex;
    else draw.indices = mesh->lodIndices + lod->firstIndex;
    draw.indexCount = lod->indexCount;
    draw.indexWidth = mesh->lodIndices16 != NULL ? 2 : 4;
    break;
  }
  return draw;
}
