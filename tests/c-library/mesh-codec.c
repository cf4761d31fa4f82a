/* Decodes each record of standard input: kind, count, stride, source bytes, raw bytes, source. Prints the hash of the result, or "-". */

#define ASSETC_IMPLEMENTATION
#include "assetc.h"

#include <stdio.h>
#include <stdlib.h>

static int decode(const uint32_t *head, const unsigned char *source, unsigned char *target) {
  AssetcMeshletTotals totals;
  switch (head[0]) {
    case 0: return assetc_decode_vertices(target, head[1], head[2], source, head[3]);
    case 1: return assetc_decode_triangles(target, head[1], head[2], source, head[3]);
    case 2: return assetc_decode_sequence(target, head[1], head[2], source, head[3]);
    default:
      if (!assetc_meshlet_totals(&totals, head[1], source, head[3])) return 0;
      if (totals.vertices * head[2] + totals.triangles * 3 != head[4]) return 0;
      return assetc_decode_meshlets(target, target + totals.vertices * head[2], head[1], head[2], source, head[3]);
  }
}

int main(void) {
  uint32_t head[5];
  while (fread(head, sizeof head, 1, stdin) == 1) {
    /* Of exact sizes, so that sanitizers find every byte too far. */
    unsigned char *source = (unsigned char *)malloc(head[3]), *target = (unsigned char *)malloc(head[4]);
    if (head[3] > 0 && fread(source, head[3], 1, stdin) != 1) return 1;
    if (decode(head, source, target)) {
      uint64_t hash = assetc_xxh3(target, head[4]);
      printf("%08lx%08lx\n", (unsigned long)(hash >> 32), (unsigned long)(hash & 0xFFFFFFFFu));
    } else {
      printf("-\n");
    }
    free(source);
    free(target);
  }
  return 0;
}
