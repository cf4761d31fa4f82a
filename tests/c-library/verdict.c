/*
 * What assetc.h says about many files in one process.
 *
 *   verdict < stream                 files as { u32 format, u32 size, bytes }; prints "<code> <offset>" for each
 *   verdict <format> <rounds> <file> damages a file that many times and walks whatever is still accepted
 *
 * Every file gets memory of its own size, so that a sanitizer sees a byte that is read beyond its end.
 */
#define ASSETC_IMPLEMENTATION
#define ASSETC_OTHER_RUNTIMES
#include "assetc.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "walk.h"

static uint32_t state = 1;

static uint32_t next(uint32_t below) {
  state = state * UINT32_C(1664525) + UINT32_C(1013904223);
  return (uint32_t)(((uint64_t)state * below) >> 32);
}

/* Cuts, flips or overwrites; mostly with what breaks arithmetic. Returns the size that is left. */
static size_t damage(unsigned char *bytes, size_t size) {
  static const uint32_t extremes[] = {
    0, 1, 2, 3, 16, 0xFF, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF0, 0xFFFFFFFF, 0x7FC00000, 0x7F800000
  };
  uint32_t edits = 1 + next(3), how = next(8);
  if (how == 0) return next((uint32_t)size);
  while (edits-- > 0 && size >= 4) {
    uint32_t at = next((uint32_t)size - 3), value;
    if (how < 3) {
      bytes[at] = (unsigned char)(bytes[at] ^ (1u << next(8)));
      continue;
    }
    if (next(4) != 0) at &= ~UINT32_C(3);
    value = next(4) == 0 ? next(UINT32_MAX) : extremes[next(sizeof extremes / sizeof extremes[0])];
    if (next(3) == 0) value = assetc_read_u32(bytes + at) + next(9) - 4;
    memcpy(bytes + at, &value, 4);
  }
  return size;
}

static unsigned char *copy_of(const unsigned char *bytes, size_t size) {
  unsigned char *copy = (unsigned char *)malloc(size == 0 ? 1 : size);
  if (copy == NULL) exit(3);
  if (size > 0) memcpy(copy, bytes, size);
  return copy;
}

static int mutate(uint32_t format, uint32_t rounds, const char *path) {
  static unsigned char bytes[1 << 24], damaged[1 << 24];
  FILE *in = fopen(path, "rb");
  uint32_t accepted = 0, round;
  size_t size;
  if (in == NULL) return 2;
  size = fread(bytes, 1, sizeof bytes, in);
  fclose(in);
  for (round = 0; round < rounds; round++) {
    unsigned char *copy;
    size_t left;
    memcpy(damaged, bytes, size);
    left = round == 0 ? size : damage(damaged, size);
    copy = copy_of(damaged, left);
    if (walk(format, copy, left)) accepted++;
    free(copy);
  }
  printf("%" PRIu32 "\n", accepted);
  return 0;
}

int main(int argc, char **argv) {
  static unsigned char bytes[1 << 26];
  unsigned char head[8];
  if (argc == 4) return mutate((uint32_t)atoi(argv[1]), (uint32_t)atoi(argv[2]), argv[3]);
  while (fread(head, 1, sizeof head, stdin) == sizeof head) {
    size_t size = assetc_read_u32(head + 4);
    AssetcError error = { ASSETC_OK, 0, "" };
    unsigned char *copy;
    if (size > sizeof bytes || fread(bytes, 1, size, stdin) != size) return 2;
    copy = copy_of(bytes, size);
    if (validate(assetc_read_u32(head), copy, size, &error)) printf("ok 0\n");
    else printf("%s %" PRIu64 " %s\n", assetc_error_name(error.code), error.offset, error.field);
    free(copy);
  }
  return 0;
}
