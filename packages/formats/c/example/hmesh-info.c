/*
 * Prints the counts and bounds of a .hmesh that it maps into memory: nothing is parsed, nothing is copied.
 *
 *   cc -std=c99 -I packages/formats/c packages/formats/c/example/hmesh-info.c -o hmesh-info -lm && ./hmesh-info chair.hmesh
 */
#define ASSETC_IMPLEMENTATION
#define ASSETC_MAP_FILES
#include "assetc.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdio.h>

static void print(const AssetcMesh *mesh) {
  const AssetcMeshDesc *desc = mesh->desc;
  uint32_t i;
  printf("vertices %" PRIu32 "\n", desc->vertexCount);
  printf("triangles %" PRIu32 "\n", desc->indexCount / 3);
  printf("meshlets %" PRIu32 "\n", desc->meshletCount);
  printf("joints %" PRIu32 "\n", mesh->jointCount);
  printf("tangents %s\n", desc->flags & ASSETC_HMESH_FLAG_TANGENTS ? "yes" : "no");
  printf("min %g %g %g\n", mesh->bounds->aabbMin[0], mesh->bounds->aabbMin[1], mesh->bounds->aabbMin[2]);
  printf("max %g %g %g\n", mesh->bounds->aabbMax[0], mesh->bounds->aabbMax[1], mesh->bounds->aabbMax[2]);
  for (i = 0; i < desc->submeshCount; i++) {
    const AssetcSubMesh *submesh = &mesh->submeshes[i];
    printf("submesh %" PRIu32 ": %" PRIu32 " indices, ", i, submesh->indexCount);
    if (submesh->materialSlot == ASSETC_HMESH_NO_MATERIAL) printf("no material\n");
    else printf("material %016" PRIx64 "\n", mesh->materials[submesh->materialSlot]);
  }
  if (desc->vertexCount > 0) {
    AssetcVertex first;
    assetc_mesh_vertex(mesh, 0, &first);
    printf("first uv %g %g\n", first.uv[0], first.uv[1]);
  }
}

int main(int argc, char **argv) {
  AssetcMappedFile file;
  AssetcMesh mesh;
  AssetcError error;
  argv = utf8_arguments(&argc, argv);
  if (argc != 2) {
    fprintf(stderr, "usage: hmesh-info <file.hmesh>\n");
    return 2;
  }
  if (!assetc_map_file(&file, argv[1])) {
    fprintf(stderr, "%s: cannot be opened\n", argv[1]);
    return 1;
  }
  if (!assetc_mesh_open(&mesh, file.bytes, file.size, &error)) {
    fprintf(stderr, "%s: %s at byte %" PRIu64 ": %s\n", argv[1], assetc_error_name(error.code), error.offset, error.field);
    assetc_unmap_file(&file);
    return 1;
  }
  print(&mesh);
  assetc_unmap_file(&file);
  return 0;
}
