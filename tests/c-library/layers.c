/*
 * Mounts packs and prints what the library finds. Input: cases; each is a count of packs, each with its size; a count of paths, each with its
 * size. Numbers have four bytes. Output: one line for each path, each hash of a path, each entry of the merged manifest, each conflict.
 */

#define ASSETC_IMPLEMENTATION
#include "assetc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_LAYERS 8

static void print_bytes(int isFound, const AssetcPackEntry *entry) {
  size_t i;
  if (!isFound) fputs("-", stdout);
  for (i = 0; isFound && i < entry->size; i++) printf("%02x", entry->bytes[i]);
  puts("");
}

static void print_path(const AssetcLibrary *library, const char *path, size_t length) {
  static const uint8_t kinds[] = { ASSETC_HMAN_KIND_MESH, ASSETC_HMAN_KIND_TEXTURE, ASSETC_HMAN_KIND_SHADER };
  AssetcPackEntry entry;
  int i;
  printf("file %.*s ", (int)length, path);
  print_bytes(assetc_library_find(library, path, length, &entry), &entry);
  for (i = 0; i < 3; i++) {
    uint64_t hash = assetc_manifest_hash(kinds[i], path, length);
    printf("hash %016" PRIx64 " ", hash);
    print_bytes(assetc_library_find_hash(library, hash, &entry), &entry);
  }
}

static void print_lists(const AssetcLibrary *library) {
  AssetcManifestEntry entry;
  AssetcConflict conflict;
  uint64_t cursor = 0;
  uint32_t layer = 0;
  while (assetc_library_next(library, &layer, &cursor, &entry))
    printf("entry %016" PRIx64 " %.*s\n", entry.hash, (int)entry.path.length, entry.path.data);
  memset(&conflict, 0, sizeof conflict);
  while (assetc_library_next_conflict(library, &conflict))
    printf(
      "conflict %.*s %" PRIu32 " %" PRIu32 " %d\n", (int)conflict.path.length, conflict.path.data, conflict.lowest,
      conflict.highest, conflict.isRemoved
    );
}

/* A copy that is exactly as large as the piece, so that sanitizers see any read beyond it. */
static unsigned char *take(const unsigned char **in, uint32_t *size) {
  unsigned char *copy;
  *size = assetc_read_u32(*in);
  copy = (unsigned char *)malloc(*size + (*size == 0));
  if (copy == NULL) exit(2);
  memcpy(copy, *in + 4, *size);
  *in += 4 + *size;
  return copy;
}

static int run_case(const unsigned char **in, int isIndexed) {
  AssetcLayer layers[MAX_LAYERS];
  unsigned char *packs[MAX_LAYERS], *path;
  uint32_t *starts[2 * MAX_LAYERS] = { NULL };
  AssetcLibrary library;
  AssetcError error = { ASSETC_OK, 0, "" };
  AssetcPack pack;
  uint32_t count = assetc_read_u32(*in), size, i;
  if (count > MAX_LAYERS) return 2;
  assetc_library_begin(&library, layers, count);
  *in += 4;
  for (i = 0; i < count; i++) {
    packs[i] = take(in, &size);
    if (!assetc_pack_open(&pack, packs[i], size, &error)) return 3;
    starts[2 * i] = (uint32_t *)malloc(pack.count * 4 + 4);
    if (isIndexed && !assetc_pack_index(&pack, starts[2 * i])) return 4;
    if (!assetc_library_mount(&library, &pack, &error)) printf("refused %s %s\n", assetc_error_name(error.code), error.field);
  }
  if (library.count == count && count > 0 && assetc_library_mount(&library, &pack, NULL)) return 5;
  for (i = 0; isIndexed && i < library.count; i++) {
    starts[2 * i + 1] = (uint32_t *)malloc(layers[i].manifest.count * 4 + 4);
    if (layers[i].manifest.bytes != NULL && !assetc_manifest_index(&layers[i].manifest, starts[2 * i + 1])) return 6;
  }
  for (count = assetc_read_u32(*in), *in += 4; count > 0; count--) {
    path = take(in, &size);
    print_path(&library, (const char *)path, size);
    free(path);
  }
  print_lists(&library);
  puts("end");
  for (i = 0; i < library.capacity; i++) free(packs[i]);
  for (i = 0; i < 2 * MAX_LAYERS; i++) free(starts[i]);
  return 0;
}

int main(void) {
  size_t room = 64u << 20, size = 0, count;
  unsigned char *bytes = (unsigned char *)malloc(room);
  const unsigned char *at = bytes;
  int failed = 0, i;
  if (bytes == NULL) return 2;
  while ((count = fread(bytes + size, 1, room - size, stdin)) > 0) size += count;
  for (i = 0; failed == 0 && at < bytes + size; i++) failed = run_case(&at, i % 2);
  free(bytes);
  return failed;
}
