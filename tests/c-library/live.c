/*
 * live <port> <buffer size>: follows a scripted server and prints every callback. Ends when `end` was removed.
 */
#define ASSETC_IMPLEMENTATION
#define ASSETC_LIVE
#include "assetc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int ended = 0;

static void on_changed(void *user, uint64_t hash, AssetcText path, AssetcText version) {
  (void)user;
  printf("changed %016" PRIx64 " %.*s %.*s\n", hash, (int)path.length, path.data, (int)version.length, version.data);
}

static void on_removed(void *user, uint64_t hash, AssetcText path) {
  (void)user;
  printf("removed %016" PRIx64 " %.*s\n", hash, (int)path.length, path.data);
  if (path.length == 3 && memcmp(path.data, "end", 3) == 0) ended = 1;
}

static void on_built(void *user, int succeeded) {
  (void)user;
  printf("built %d\n", succeeded);
}

static void on_connected(void *user) {
  (void)user;
  printf("connected\n");
}

static void on_missed(void *user) {
  (void)user;
  printf("missed\n");
}

int main(int argc, char **argv) {
  const AssetcLiveCallbacks all = {on_changed, on_removed, on_built, on_connected, on_missed};
  const size_t size = argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 0;
  char *buffer = (char *)malloc(size);
  AssetcLive live;
  if (argc < 3 || buffer == NULL || !assetc_live_open(&live, (uint16_t)strtoul(argv[1], NULL, 10), buffer, size, &all, NULL)) return 2;
  while (!ended) assetc_live_poll(&live, 20);
  assetc_live_close(&live);
  free(buffer);
  return 0;
}
