/*
 * Reads a mesh, then instances and views from stdin: a matrix, eye in world space, pixelsPerUnit, maxPixels, pageCount. Prints the
 * clusters that each draws.
 */
#define ASSETC_IMPLEMENTATION
#include "../../packages/formats/c/assetc.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  FILE *in = argc > 1 ? fopen(argv[1], "rb") : NULL;
  AssetcMesh mesh;
  AssetcClusterView view, world;
  float model[16];
  uint32_t *drawn;
  void *bytes;
  long size;
  if (in == NULL) return 2;
  fseek(in, 0, SEEK_END);
  size = ftell(in);
  rewind(in);
  bytes = malloc((size_t)size);
  if (bytes == NULL || fread(bytes, 1, (size_t)size, in) != (size_t)size) return 3;
  fclose(in);
  if (!assetc_mesh_open(&mesh, bytes, (size_t)size, NULL)) return 4;
  drawn = (uint32_t *)malloc(mesh.clusterCount * sizeof *drawn);
  if (drawn == NULL) return 5;
  for (;;) {
    uint32_t count, i;
    for (i = 0; i < 16; i++)
      if (scanf("%f", &model[i]) != 1) break;
    if (i < 16 || scanf("%f %f %f %f %f %" SCNu32, &world.eye[0], &world.eye[1], &world.eye[2], &world.pixelsPerUnit, &world.maxPixels,
                        &world.pageCount) != 6)
      break;
    view = assetc_view_of_instance(model, &world);
    count = assetc_select_clusters(&mesh, &view, drawn, mesh.clusterCount);
    for (i = 0; i < count; i++) printf("%s%" PRIu32, i == 0 ? "" : " ", drawn[i]);
    printf("\n");
  }
  free(drawn);
  free(bytes);
  return 0;
}
