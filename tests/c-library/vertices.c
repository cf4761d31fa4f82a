/* Writes the unpacked vertices of a mesh to standard output, 12 floats each, then joints and weights. */
#define ASSETC_IMPLEMENTATION
#include "assetc.h"
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **paths) {
  void *bytes = malloc(1 << 20);
  FILE *in = fopen(paths[count - 1], "rb");
  size_t size = fread(bytes, 1, 1 << 20, in);
  AssetcMesh mesh;
  AssetcVertex vertex;
  uint32_t i, k;
  fclose(in);
  if (!assetc_mesh_open(&mesh, bytes, size, NULL)) return 2;
  for (i = 0; i < mesh.desc->vertexCount; i++) {
    uint32_t words[12];
    assetc_mesh_vertex(&mesh, i, &vertex);
    memcpy(words, &vertex, sizeof words);
    for (k = 0; k < 12; k++) printf("%u ", (unsigned)words[k]);
    if (mesh.jointCount > 0) {
      uint16_t joints[4];
      float weights[4];
      assetc_mesh_skin(&mesh, i, joints, weights);
      memcpy(words, weights, sizeof weights);
      for (k = 0; k < 4; k++) printf("%u %u ", (unsigned)joints[k], (unsigned)words[k]);
    }
    if (mesh.uvs1 != NULL || mesh.compactUvs1 != NULL) {
      float uv[2];
      assetc_mesh_uv1(&mesh, i, uv);
      memcpy(words, uv, sizeof uv);
      printf("%u %u ", (unsigned)words[0], (unsigned)words[1]);
    }
    printf("\n");
  }
  free(bytes);
  return 0;
}
