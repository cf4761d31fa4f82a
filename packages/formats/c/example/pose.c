/*
 * Poses a character: samples a clip at a time, and prints the local transform, the skin matrix of every joint and the posed vertices.
 *
 *   cc -std=c99 -I packages/formats/c packages/formats/c/example/pose.c -o pose -lm && ./pose fox.hmesh fox.hanim Walk 0.25
 */
#define ASSETC_IMPLEMENTATION
#define ASSETC_MAP_FILES
#include "assetc.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_floats(const char *name, uint32_t i, const float *floats, int count) {
  int k;
  printf("%s %" PRIu32, name, i);
  for (k = 0; k < count; k++) printf(" %.9g", floats[k]);
  printf("\n");
}

static int fail(const char *path, const AssetcError *error) {
  fprintf(stderr, "%s: %s at byte %" PRIu64 ": %s\n", path, assetc_error_name(error->code), error->offset, error->field);
  return 1;
}

/* One pose for each requested time. */
static void print_pose(const AssetcMesh *mesh, const AssetcClip *clip, float time, AssetcTransform *locals, float *matrices) {
  uint32_t i;
  assetc_bind_pose(mesh->joints, mesh->jointCount, locals);
  assetc_sample_clip(clip, time, locals, mesh->jointCount);
  assetc_skin_matrices(mesh->joints, mesh->jointCount, locals, matrices);
  printf("time %.9g\n", time);
  for (i = 0; i < mesh->jointCount; i++) {
    print_floats("translation", i, locals[i].translation, 3);
    print_floats("rotation", i, locals[i].rotation, 4);
    print_floats("scale", i, locals[i].scale, 3);
    print_floats("matrix", i, matrices + (size_t)i * 16, 16);
  }
  for (i = 0; i < mesh->desc->vertexCount; i++) {
    float position[3];
    assetc_skin_position(mesh, i, matrices, position);
    print_floats("position", i, position, 3);
  }
}

int main(int argc, char **argv) {
  AssetcMappedFile meshFile, clipFile;
  AssetcTransform *locals;
  AssetcMesh mesh;
  AssetcClips clips;
  AssetcClip clip;
  AssetcError error;
  float *matrices;
  int i;
  argv = utf8_arguments(&argc, argv);
  if (argc < 5 || !assetc_map_file(&meshFile, argv[1]) || !assetc_map_file(&clipFile, argv[2])) {
    fprintf(stderr, "usage: pose <file.hmesh> <file.hanim> <clip> <seconds>...\n");
    return 2;
  }
  if (!assetc_mesh_open(&mesh, meshFile.bytes, meshFile.size, &error)) return fail(argv[1], &error);
  if (!assetc_clips_open(&clips, clipFile.bytes, clipFile.size, mesh.jointCount, &error)) return fail(argv[2], &error);
  if (!assetc_clips_find(&clips, argv[3], strlen(argv[3]), &clip)) {
    fprintf(stderr, "%s: no clip %s\n", argv[2], argv[3]);
    return 1;
  }
  locals = (AssetcTransform *)malloc(mesh.jointCount * sizeof *locals);
  matrices = (float *)malloc((size_t)mesh.jointCount * 16 * sizeof *matrices);
  if (locals == NULL || matrices == NULL) return 3;
  for (i = 4; i < argc; i++) print_pose(&mesh, &clip, strtof(argv[i], NULL), locals, matrices);
  free(locals);
  free(matrices);
  assetc_unmap_file(&meshFile);
  assetc_unmap_file(&clipFile);
  return 0;
}
