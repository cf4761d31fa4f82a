/* ---- Ray tracing: meshes as geometries of acceleration structures. ---- */

/* One submesh at one level of detail. Formats and types are numbers of Vulkan. Nothing is copied: the bytes of the chunks are in buffers. */
typedef struct AssetcBlasGeometry {
  uint32_t vertexChunk; /* The chunk whose bytes are in the vertex buffer: ASSETC_HMESH_CHUNK_VTXS, for example. */
  uint32_t vertexFormat; /* VkFormat: ASSETC_VK_R32G32B32_SFLOAT, or ASSETC_VK_R16G16B16A16_SNORM of compact vertices. */
  uint32_t vertexStride;
  uint32_t maxVertex; /* 0 for a mesh without vertices. */
  uint32_t indexChunk; /* The chunk whose bytes are in the index buffer. */
  uint32_t indexType; /* VkIndexType: ASSETC_VK_UINT16 or ASSETC_VK_UINT32. */
  uint64_t indexOffset; /* Bytes from the start of the chunk: primitiveOffset of the build range. */
  uint32_t triangleCount; /* primitiveCount of the build range. */
  int hasTransform; /* 1 for compact vertices: the build has to apply `transform`. */
  float transform[12]; /* VkTransformMatrixKHR, three rows: from what the build reads to units of the mesh. */
  const int32_t *micromapIndices; /* One per triangle, or NULL without micromaps. */
  const uint32_t *micromapCounts; /* Triangles by usage: mesh->micromaps->usageCount numbers. */
} AssetcBlasGeometry;

enum {
  ASSETC_VK_R32G32B32_SFLOAT = 106,
  ASSETC_VK_R16G16B16A16_SNORM = 92,
  ASSETC_VK_UINT16 = 0,
  ASSETC_VK_UINT32 = 1,
  ASSETC_MICROMAP_MAX_USAGES = 13
};

/* Level 0 is the mesh itself, level i + 1 is lods[i]; a stalled level is the one before it. */
ASSETC_API AssetcBlasGeometry assetc_mesh_blas(const AssetcMesh *mesh, uint32_t submesh, uint32_t level);

#if defined(VULKAN_CORE_H_) && defined(VK_KHR_acceleration_structure)
/*
 * Fills what a build takes. `vertices` and `indices` are the addresses of the chunks in memory of the device. `transform` is the address of
 * a copy of geometry->transform, on a multiple of 16; ignored without a transform. `flags`: VK_GEOMETRY_OPAQUE_BIT_KHR for an opaque material.
 */
static inline void assetc_blas_to_vk(
  const AssetcBlasGeometry *geometry, VkDeviceAddress vertices, VkDeviceAddress indices, VkDeviceAddress transform,
  VkGeometryFlagsKHR flags, VkAccelerationStructureGeometryKHR *out, VkAccelerationStructureBuildRangeInfoKHR *range
) {
  VkAccelerationStructureGeometryTrianglesDataKHR *triangles = &out->geometry.triangles;
  memset(out, 0, sizeof *out);
  memset(range, 0, sizeof *range);
  out->sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR;
  out->geometryType = VK_GEOMETRY_TYPE_TRIANGLES_KHR;
  out->flags = flags;
  triangles->sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_TRIANGLES_DATA_KHR;
  triangles->vertexFormat = (VkFormat)geometry->vertexFormat;
  triangles->vertexData.deviceAddress = vertices;
  triangles->vertexStride = geometry->vertexStride;
  triangles->maxVertex = geometry->maxVertex;
  triangles->indexType = (VkIndexType)geometry->indexType;
  triangles->indexData.deviceAddress = indices;
  triangles->transformData.deviceAddress = geometry->hasTransform ? transform : 0;
  range->primitiveCount = geometry->triangleCount;
  range->primitiveOffset = (uint32_t)geometry->indexOffset;
}
#endif

#if defined(VULKAN_CORE_H_) && defined(VK_EXT_opacity_micromap)
/* Fills what building the micromap of a whole mesh takes. `data` and `triangles`: addresses of copies of mesh->micromapData and
   mesh->micromapTriangles, on multiples of 256. The usages of the mesh are used in place. */
static inline void assetc_micromap_to_vk(
  const AssetcMesh *mesh, VkDeviceAddress data, VkDeviceAddress triangles, VkMicromapBuildInfoEXT *out
) {
  memset(out, 0, sizeof *out);
  out->sType = VK_STRUCTURE_TYPE_MICROMAP_BUILD_INFO_EXT;
  out->type = VK_MICROMAP_TYPE_OPACITY_MICROMAP_EXT;
  out->mode = VK_BUILD_MICROMAP_MODE_BUILD_EXT;
  out->usageCountsCount = mesh->micromaps->usageCount;
  out->pUsageCounts = (const VkMicromapUsageEXT *)(const void *)mesh->micromapUsages;
  out->data.deviceAddress = data;
  out->triangleArray.deviceAddress = triangles;
  out->triangleArrayStride = sizeof(VkMicromapTriangleEXT);
}

/*
 * Attaches a micromap to a geometry: pNext of its triangles. `indices`: the address of a copy of geometry->micromapIndices, on a multiple of 4.
 * `usages` is written, and used by `out`.
 */
static inline void assetc_blas_micromap_to_vk(
  const AssetcMesh *mesh, const AssetcBlasGeometry *geometry, VkMicromapEXT micromap, VkDeviceAddress indices,
  VkMicromapUsageEXT usages[ASSETC_MICROMAP_MAX_USAGES], VkAccelerationStructureTrianglesOpacityMicromapEXT *out
) {
  uint32_t i;
  memset(out, 0, sizeof *out);
  for (i = 0; i < mesh->micromaps->usageCount && i < ASSETC_MICROMAP_MAX_USAGES; i++) {
    usages[i].count = geometry->micromapCounts[i];
    usages[i].subdivisionLevel = mesh->micromapUsages[i].subdivisionLevel;
    usages[i].format = mesh->micromapUsages[i].format;
  }
  out->sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_TRIANGLES_OPACITY_MICROMAP_EXT;
  out->indexType = VK_INDEX_TYPE_UINT32;
  out->indexBuffer.deviceAddress = indices;
  out->indexStride = 4;
  out->usageCountsCount = i;
  out->pUsageCounts = usages;
  out->micromap = micromap;
}
#endif

/* @implementation */

/* The stream with positions. A build divides compact integers by 32767, which the transform undoes. */
static void assetc_impl_blas_vertices(const AssetcMesh *mesh, AssetcBlasGeometry *out) {
  int i;
  if (mesh->grid == NULL) {
    out->vertexFormat = ASSETC_VK_R32G32B32_SFLOAT;
    out->vertexChunk = mesh->positions != NULL ? ASSETC_HMESH_CHUNK_VPOS : ASSETC_HMESH_CHUNK_VTXS;
    out->vertexStride = mesh->positions != NULL ? sizeof(AssetcSplitPosition) : sizeof(AssetcGpuVertex);
    return;
  }
  out->vertexFormat = ASSETC_VK_R16G16B16A16_SNORM;
  out->vertexChunk = mesh->compactPositions != NULL ? ASSETC_HMESH_CHUNK_VPSC : ASSETC_HMESH_CHUNK_VTXC;
  out->vertexStride = mesh->compactPositions != NULL ? sizeof(AssetcCompactPosition) : sizeof(AssetcCompactVertex);
  out->hasTransform = 1;
  for (i = 0; i < 3; i++) {
    out->transform[i * 5] = 32767 * mesh->grid->step;
    out->transform[i * 4 + 3] = mesh->grid->offset[i];
  }
}

AssetcBlasGeometry assetc_mesh_blas(const AssetcMesh *mesh, uint32_t submesh, uint32_t level) {
  static const float identity[12] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 };
  AssetcDraw draw = assetc_mesh_draw(mesh, submesh, level);
  AssetcBlasGeometry out;
  size_t row;
  memset(&out, 0, sizeof out);
  memcpy(out.transform, identity, sizeof identity);
  assetc_impl_blas_vertices(mesh, &out);
  out.maxVertex = mesh->desc->vertexCount == 0 ? 0 : mesh->desc->vertexCount - 1;
  out.indexChunk = draw.chunk;
  out.indexType = draw.indexWidth == 2 ? ASSETC_VK_UINT16 : ASSETC_VK_UINT32;
  out.indexOffset = (uint64_t)draw.firstIndex * draw.indexWidth;
  out.triangleCount = draw.indexCount / 3;
  if (mesh->micromaps == NULL) return out;
  /* The level that assetc_mesh_draw found. */
  if (level > mesh->lodCount) level = mesh->lodCount;
  while (level > 0 && mesh->lods[(size_t)submesh * mesh->lodCount + (level - 1)].indexCount == 0) level--;
  row = (size_t)submesh * (1 + mesh->lodCount) + level;
  out.micromapIndices = (level == 0 ? mesh->micromapIndices : mesh->micromapLodIndices) + draw.firstIndex / 3;
  out.micromapCounts = mesh->micromapCounts + row * mesh->micromaps->usageCount;
  return out;
}
