/*
 * Applies a patch from memory. Input: three sizes of four bytes, then the old pack, the patch, the new pack. Modes: "apply" prints what came
 * out; "damage <seed> <rounds>" applies damaged copies, half of them with a right hash: each is refused, or makes the new pack.
 */

#define ASSETC_IMPLEMENTATION
#include "assetc.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef size_t (*DecompressUsingDict)(void *, void *, size_t, const void *, size_t, const void *, size_t);
typedef void *(*CreateContext)(void);

typedef struct Bytes {
  unsigned char *bytes;
  size_t size;
} Bytes;

typedef struct Files {
  Bytes old, patch, made;
  size_t room;
  int outside; /* Reads and writes outside the files. */
  DecompressUsingDict decompress;
  void *context;
} Files;

static int read_bytes(Files *files, const Bytes *from, uint64_t offset, void *out, size_t size) {
  if (offset > from->size || size > from->size - offset) return files->outside = 1, 0;
  memcpy(out, from->bytes + offset, size);
  return 1;
}

static int read_old(void *user, uint64_t offset, void *out, size_t size) {
  return read_bytes((Files *)user, &((Files *)user)->old, offset, out, size);
}

static int read_patch(void *user, uint64_t offset, void *out, size_t size) {
  return read_bytes((Files *)user, &((Files *)user)->patch, offset, out, size);
}

static int write_new(void *user, uint64_t offset, const void *bytes, size_t size) {
  Files *files = (Files *)user;
  if (offset != files->made.size) return files->outside = 1, 0;
  if (size > files->room - files->made.size) return 0; /* As on a full disk. */
  memcpy(files->made.bytes + offset, bytes, size);
  files->made.size += size;
  return 1;
}

static size_t decompress(
  void *user, void *out, size_t outSize, const void *in, size_t inSize, const void *dictionary, size_t dictionarySize
) {
  Files *files = (Files *)user;
  return files->decompress(files->context, out, outSize, in, inSize, dictionary, dictionarySize);
}

/* Zstandard, if the system has it: then compressed patches can be applied. */
static void find_zstd(Files *files) {
  void *library = dlopen("libzstd.so.1", RTLD_NOW), *found;
  CreateContext create;
  if (library == NULL) return;
  found = dlsym(library, "ZSTD_createDCtx");
  memcpy(&create, &found, sizeof create);
  files->context = create();
  found = dlsym(library, "ZSTD_decompress_usingDict");
  memcpy(&files->decompress, &found, sizeof files->decompress);
}

static int apply(Files *files, AssetcError *error) {
  AssetcPatchFiles callbacks;
  AssetcPatch patch;
  void *memory;
  size_t size;
  int isApplied;
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.readOld = read_old;
  callbacks.oldSize = files->old.size;
  callbacks.readPatch = read_patch;
  callbacks.patchSize = files->patch.size;
  callbacks.write = write_new;
  callbacks.decompress = files->decompress == NULL ? NULL : decompress;
  callbacks.user = files;
  files->made.size = 0;
  if (!assetc_patch_open(&patch, &callbacks, error)) return 0;
  size = assetc_patch_memory(&patch, error);
  if (size == 0 || size > ASSETC_PATCH_MAX_MEMORY) return 0;
  memory = malloc(size);
  isApplied = memory != NULL && assetc_patch_apply(&patch, memory, size, error);
  free(memory);
  return isApplied;
}

static uint32_t next_random(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

static void damage(Files *files, const Bytes *whole, uint32_t *state) {
  const size_t head = sizeof(AssetcHpatchHeader);
  uint32_t changes = next_random(state) % 3 + 1, isHashed = next_random(state) % 2;
  AssetcSha256 hash;
  memcpy(files->patch.bytes, whole->bytes, whole->size);
  files->patch.size = whole->size;
  if (next_random(state) % 8 == 0) files->patch.size = next_random(state) % (whole->size + 1);
  for (; changes > 0 && files->patch.size > 0; changes--) {
    const size_t near = files->patch.size < 400 ? files->patch.size : 400;
    unsigned char *at = files->patch.bytes + next_random(state) % (next_random(state) % 3 == 0 ? files->patch.size : near);
    const uint32_t how = next_random(state) % 4;
    if (how == 0) *at = (unsigned char)next_random(state);
    else if (how == 1) *at = 0xff;
    else *at = (unsigned char)(*at ^ 1u << next_random(state) % 8);
  }
  if (!isHashed || files->patch.size < head) return;
  assetc_sha256_begin(&hash);
  assetc_sha256_add(&hash, files->patch.bytes + head, files->patch.size - head);
  assetc_sha256_end(&hash, files->patch.bytes + offsetof(AssetcHpatchHeader, bodySha256));
}

static int apply_damaged(Files *files, const Bytes *now, uint32_t state, int rounds) {
  AssetcError error = { ASSETC_OK, 0, "" };
  Bytes whole = files->patch;
  int refused = 0, deep = 0, i;
  files->patch.bytes = (unsigned char *)malloc(whole.size);
  if (files->patch.bytes == NULL) return 2;
  for (i = 0; i < rounds; i++) {
    damage(files, &whole, &state);
    if (!apply(files, &error)) refused++;
    else if (files->made.size != now->size || memcmp(files->made.bytes, now->bytes, now->size) != 0) return 3;
    if (files->made.size > 0) deep++;
    if (files->outside) return 4;
  }
  free(files->patch.bytes);
  files->patch = whole;
  return printf("%d refused, %d after the first bytes\n", refused, deep) < 0;
}

static Bytes take(const unsigned char **in, uint32_t size) {
  Bytes bytes;
  bytes.size = size;
  bytes.bytes = (unsigned char *)malloc(size + (size == 0));
  if (bytes.bytes == NULL) exit(2);
  memcpy(bytes.bytes, *in, size);
  *in += size;
  return bytes;
}

int main(int argc, char **argv) {
  size_t room = 64u << 20, size = 0, count;
  unsigned char *input = (unsigned char *)malloc(room);
  const unsigned char *at = input + 12;
  AssetcError error = { ASSETC_OK, 0, "" };
  static Files files; /* Keeps the context of Zstandard until the end. */
  Bytes now;
  int failed = 0;
  if (input == NULL || argc < 2) return 2;
  find_zstd(&files);
  if (strcmp(argv[1], "zstd") == 0) {
    free(input);
    return puts(files.decompress == NULL ? "no" : "yes") < 0;
  }
  while ((count = fread(input + size, 1, room - size, stdin)) > 0) size += count;
  files.old = take(&at, assetc_read_u32(input));
  files.patch = take(&at, assetc_read_u32(input + 4));
  now = take(&at, assetc_read_u32(input + 8));
  files.room = now.size + 100000;
  files.made.bytes = (unsigned char *)malloc(files.room);
  if (files.made.bytes == NULL) return 2;
  if (argc == 4) failed = apply_damaged(&files, &now, (uint32_t)atoi(argv[2]) + 1, atoi(argv[3]));
  else if (!apply(&files, &error)) printf("%s %s\n", assetc_error_name(error.code), error.field);
  else puts(files.made.size == now.size && memcmp(files.made.bytes, now.bytes, now.size) == 0 ? "ok" : "other bytes");
  free(files.old.bytes);
  free(files.patch.bytes);
  free(files.made.bytes);
  free(now.bytes);
  free(input);
  return failed;
}
