/* Reads a mesh as a build of an acceleration structure does, from the structs of Vulkan alone, and prints every corner and micromap index. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan_core.h>
#define ASSETC_IMPLEMENTATION
#include "assetc.h"

static unsigned char *file;
static size_t size;

/* The address of a chunk: the file stands for memory of the device. */
static VkDeviceAddress chunk_address(uint32_t name) {
  uint32_t i;
  for (i = 0; i < assetc_read_u32(file + 8); i++)
    if (assetc_read_u32(file + 32 + i * 24) == name) return (VkDeviceAddress)(size_t)file + assetc_read_u64(file + 32 + i * 24 + 8);
  abort();
}

static float snorm(const unsigned char *p) {
  float value = (float)(int16_t)assetc_read_u16(p) / 32767.0f;
  return value < -1 ? -1 : value;
}

static void print_corner(const VkAccelerationStructureGeometryTrianglesDataKHR *triangles, uint32_t index) {
  const unsigned char *p = (const unsigned char *)(size_t)triangles->vertexData.deviceAddress + index * triangles->vertexStride;
  const float *m = (const float *)(size_t)triangles->transformData.deviceAddress;
  float at[3];
  int i;
  if (index > triangles->maxVertex) abort();
  for (i = 0; i < 3; i++) {
    if (triangles->vertexFormat == VK_FORMAT_R32G32B32_SFLOAT) memcpy(&at[i], p + i * 4, 4);
    else if (triangles->vertexFormat == VK_FORMAT_R16G16B16A16_SNORM) at[i] = snorm(p + i * 2);
    else abort();
  }
  for (i = 0; i < 3; i++)
    printf(" %.9g", m == NULL ? at[i] : m[i * 4] * at[0] + m[i * 4 + 1] * at[1] + m[i * 4 + 2] * at[2] + m[i * 4 + 3]);
}

static void print_geometry(const AssetcMesh *mesh, uint32_t submesh, uint32_t level) {
  AssetcBlasGeometry blas = assetc_mesh_blas(mesh, submesh, level);
  VkAccelerationStructureGeometryKHR geometry;
  VkAccelerationStructureBuildRangeInfoKHR range;
  const unsigned char *indices;
  uint32_t i, k;
  assetc_blas_to_vk(
    &blas, chunk_address(blas.vertexChunk), chunk_address(blas.indexChunk), (VkDeviceAddress)(size_t)blas.transform, 0, &geometry,
    &range);
  /* What Vulkan demands of addresses and strides. */
  if (geometry.geometry.triangles.vertexData.deviceAddress % 4 != 0 || blas.vertexStride % 4 != 0) abort();
  if (range.primitiveOffset % (blas.indexType == VK_INDEX_TYPE_UINT16 ? 2u : 4u) != 0) abort();
  indices = (const unsigned char *)(size_t)geometry.geometry.triangles.indexData.deviceAddress + range.primitiveOffset;
  for (i = 0; i < range.primitiveCount; i++) {
    printf("%u %u %d", submesh, level, blas.micromapIndices == NULL ? -2 : blas.micromapIndices[i]);
    for (k = i * 3; k < i * 3 + 3; k++)
      print_corner(
        &geometry.geometry.triangles,
        blas.indexType == VK_INDEX_TYPE_UINT16 ? assetc_read_u16(indices + k * 2) : assetc_read_u32(indices + k * 4));
    printf("\n");
  }
  if (mesh->micromaps != NULL) {
    VkMicromapUsageEXT usages[ASSETC_MICROMAP_MAX_USAGES];
    VkAccelerationStructureTrianglesOpacityMicromapEXT attached;
    assetc_blas_micromap_to_vk(mesh, &blas, VK_NULL_HANDLE, (VkDeviceAddress)(size_t)blas.micromapIndices, usages, &attached);
    for (i = 0; i < attached.usageCountsCount; i++)
      printf(
        "usage %u %u %u %u %u\n", submesh, level, attached.pUsageCounts[i].count, attached.pUsageCounts[i].subdivisionLevel,
        attached.pUsageCounts[i].format);
  }
}

int main(int argc, char **argv) {
  AssetcMesh mesh;
  FILE *in = argc > 1 ? fopen(argv[1], "rb") : NULL;
  uint32_t submesh, level;
  if (in == NULL) return 2;
  file = (unsigned char *)malloc(1 << 24);
  size = fread(file, 1, 1 << 24, in);
  fclose(in);
  if (sizeof(VkMicromapUsageEXT) != sizeof(AssetcMicromapUsage) || sizeof(VkMicromapTriangleEXT) != sizeof(AssetcMicromapTriangle)) return 3;
  if (ASSETC_VK_R32G32B32_SFLOAT != (int)VK_FORMAT_R32G32B32_SFLOAT || ASSETC_VK_UINT32 != (int)VK_INDEX_TYPE_UINT32) return 3;
  if (!assetc_mesh_open(&mesh, file, size, NULL)) return 4;
  for (submesh = 0; submesh < mesh.desc->submeshCount; submesh++)
    for (level = 0; level <= mesh.lodCount; level++) print_geometry(&mesh, submesh, level);
  if (mesh.micromaps != NULL) {
    VkMicromapBuildInfoEXT build;
    assetc_micromap_to_vk(&mesh, 256, 512, &build);
    for (level = 0; level < build.usageCountsCount; level++)
      printf("build %u %u %u\n", build.pUsageCounts[level].count, build.pUsageCounts[level].subdivisionLevel, build.pUsageCounts[level].format);
  }
  free(file);
  return 0;
}
