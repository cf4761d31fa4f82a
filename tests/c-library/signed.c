/*
 * Verifies what is on stdin. "messages": for each a size of four bytes, 32 bytes of key, 64 of signature, the message. "pack": 32 bytes of
 * key, the pack. "sha256": any bytes.
 */

#define ASSETC_IMPLEMENTATION
#include "assetc.h"

#include <stdio.h>
#include <stdlib.h>
#ifdef WITH_SODIUM
#include <sodium.h>
#endif

static int verify_message(const unsigned char *bytes, size_t size) {
  int ours = assetc_ed25519_verify(bytes + 32, bytes + 96, size - 96, bytes);
#ifdef WITH_SODIUM
  int theirs = crypto_sign_verify_detached(bytes + 32, bytes + 96, size - 96, bytes) == 0;
  printf("%d %d\n", ours, theirs);
#else
  printf("%d\n", ours);
#endif
  return 0;
}

static int verify_messages(const unsigned char *bytes, size_t size) {
  size_t at, own;
  for (at = 0; at < size; at += 4 + own) {
    unsigned char *copy;
    own = assetc_read_u32(bytes + at);
    copy = (unsigned char *)malloc(own);
    if (copy == NULL) return 2;
    memcpy(copy, bytes + at + 4, own);
    verify_message(copy, own);
    free(copy);
  }
  return 0;
}

static int verify_pack(const unsigned char *key, const unsigned char *bytes, size_t size) {
  AssetcError error = { ASSETC_OK, 0, "" }, lazy = { ASSETC_OK, 0, "" };
  AssetcPack pack;
  AssetcPackEntry entry;
  uint64_t cursor = 0;
  int all, list, each = 1;
  if (!assetc_pack_open(&pack, bytes, size, &error)) return printf("malformed %s\n", assetc_error_name(error.code)) < 0;
  all = assetc_pack_verify(&pack, key, &error);
  list = assetc_pack_verify_list(&pack, key, &lazy);
  while (list && assetc_pack_next(&pack, &cursor, &entry))
    if (!assetc_pack_verify_entry(&pack, &entry, &lazy)) each = 0;
  if (all != (list && each)) return 1;
  if (all) return puts("ok") < 0;
  return printf("%s %s\n", assetc_error_name(error.code), error.field) < 0;
}

int main(int argc, char **argv) {
  size_t room = 64u << 20, size = 0, count;
  unsigned char *bytes = (unsigned char *)malloc(room), digest[32];
  AssetcSha256 hash;
  int i, failed = 1;
  if (bytes == NULL || argc < 2) return 2;
  while ((count = fread(bytes + size, 1, room - size, stdin)) > 0) size += count;
  if (strcmp(argv[1], "messages") == 0) failed = verify_messages(bytes, size);
  else if (strcmp(argv[1], "pack") == 0 && size >= 32) {
    /* Exactly as large as the pack, so that sanitizers see any read beyond it. */
    unsigned char *pack = (unsigned char *)malloc(size - 32 + (size == 32));
    if (pack == NULL) return 2;
    memcpy(pack, bytes + 32, size - 32);
    failed = verify_pack(bytes, pack, size - 32);
    free(pack);
  } else if (strcmp(argv[1], "sha256") == 0) {
    assetc_sha256_begin(&hash);
    for (count = 0; count < size; count += 37) assetc_sha256_add(&hash, bytes + count, size - count < 37 ? size - count : 37);
    assetc_sha256_end(&hash, digest);
    for (i = 0; i < 32; i++) printf("%02x", digest[i]);
    failed = puts("") < 0;
  }
  free(bytes);
  return failed;
}
