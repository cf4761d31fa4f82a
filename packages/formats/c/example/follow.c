/*
 * Follows `assetc watch --ui`: when a build changes files, reloads those that it knows and prints them.
 *
 *   cc -std=c99 -I packages/formats/c packages/formats/c/example/follow.c -o follow -lm && ./follow 49152 runtime
 *
 * 49152 is the port that assetc printed, runtime the output folder. On Windows, add -lws2_32.
 */
#define ASSETC_IMPLEMENTATION
#define ASSETC_LIVE
#define ASSETC_MAP_FILES
#include "assetc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  const char *folder;
  int isListening;
} Follower;

static int ends_with(AssetcText path, const char *ending) {
  const size_t length = strlen(ending);
  return path.length >= length && memcmp(path.data + path.length - length, ending, length) == 0;
}

/* An engine would find the asset by its hash here and replace it. */
static void reload(void *user, uint64_t hash, AssetcText path, AssetcText version) {
  char full[4096];
  AssetcMappedFile file;
  AssetcError error;
  AssetcMesh mesh;
  AssetcTexture texture;
  const int length = (int)path.length;
  const char *folder = ((Follower *)user)->folder;
  (void)hash;
  (void)version;
  if (snprintf(full, sizeof full, "%s/%.*s", folder, length, path.data) >= (int)sizeof full || !assetc_map_file(&file, full)) {
    printf("cannot open %.*s\n", length, path.data);
    return;
  }
  if (ends_with(path, ".hmesh") && assetc_mesh_open(&mesh, file.bytes, file.size, &error))
    printf("reloaded %.*s: %" PRIu32 " vertices\n", length, path.data, mesh.desc->vertexCount);
  else if (ends_with(path, ".ktx2") && assetc_texture_open(&texture, file.bytes, file.size, &error))
    printf("reloaded %.*s: %" PRIu32 " x %" PRIu32 "\n", length, path.data, texture.header->pixelWidth, texture.header->pixelHeight);
  else
    printf("changed %.*s: %" PRIu64 " bytes\n", length, path.data, (uint64_t)file.size);
  assetc_unmap_file(&file);
}

static void report_removed(void *user, uint64_t hash, AssetcText path) {
  (void)user;
  (void)hash;
  printf("removed %.*s\n", (int)path.length, path.data);
}

static void report_build(void *user, int succeeded) {
  (void)user;
  if (!succeeded) printf("the build failed\n");
}

static void report_connection(void *user) {
  Follower *follower = (Follower *)user;
  if (!follower->isListening) printf("listening\n");
  follower->isListening = 1;
}

static void report_missed(void *user) {
  (void)user;
  printf("anything may have changed\n");
}

int main(int argc, char **argv) {
  static char buffer[1 << 16];
  const AssetcLiveCallbacks callbacks = {reload, report_removed, report_build, report_connection, report_missed};
  const long port = argc == 3 ? strtol(argv[1], NULL, 10) : 0;
  Follower follower = {NULL, 0};
  AssetcLive live;
  if (port < 1 || port > 65535) {
    fprintf(stderr, "usage: follow <port> <output folder>\n");
    return 2;
  }
  follower.folder = argv[2];
  if (!assetc_live_open(&live, (uint16_t)port, buffer, sizeof buffer, &callbacks, &follower)) return 1;
  /* A game would poll once per frame, with 0. */
  for (;;) {
    assetc_live_poll(&live, 500);
    fflush(stdout);
  }
}
