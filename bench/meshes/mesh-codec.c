/* mesh-codec <vertices> <stride> <indices> <width> vertices.bin indices.bin: the fastest of several runs in CPU seconds, ours and, with
 * NATIVE, libmeshoptimizer's on the same indices, taking turns. */

#define ASSETC_IMPLEMENTATION
#include "assetc.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef NATIVE
#include <meshoptimizer.h>
#endif

static double cpu(void) { return (double)clock() / CLOCKS_PER_SEC; }

static unsigned char *read_file(const char *path, size_t *size) {
  FILE *in = fopen(path, "rb");
  unsigned char *bytes;
  if (in == NULL) exit(2);
  fseek(in, 0, SEEK_END);
  *size = (size_t)ftell(in);
  rewind(in);
  bytes = (unsigned char *)malloc(*size);
  if (fread(bytes, 1, *size, in) != *size) exit(2);
  fclose(in);
  return bytes;
}

int main(int argc, char **argv) {
  size_t count, stride, indexCount, width, vertexSize, indexSize;
  unsigned char *vertices, *indices, *out;
  double best[3] = { 1e9, 1e9, 1e9 }, start;
  int round, again, repeat = 20;
  if (argc != 7) return 2;
  count = (size_t)atol(argv[1]);
  stride = (size_t)atol(argv[2]);
  indexCount = (size_t)atol(argv[3]);
  width = (size_t)atol(argv[4]);
  vertices = read_file(argv[5], &vertexSize);
  indices = read_file(argv[6], &indexSize);
  out = (unsigned char *)malloc(count * stride > indexCount * width ? count * stride : indexCount * width);
  for (round = 0; round < 12; round++) {
    start = cpu();
    for (again = 0; again < repeat; again++)
      if (!assetc_decode_vertices(out, count, stride, vertices, vertexSize)) return 3;
    if (cpu() - start < best[0]) best[0] = cpu() - start;
    start = cpu();
    for (again = 0; again < repeat; again++)
      if (!assetc_decode_triangles(out, indexCount, width, indices, indexSize)) return 4;
    if (cpu() - start < best[1]) best[1] = cpu() - start;
#ifdef NATIVE
    start = cpu();
    for (again = 0; again < repeat; again++)
      if (meshopt_decodeIndexBuffer(out, indexCount, width, indices, indexSize) != 0) return 5;
    if (cpu() - start < best[2]) best[2] = cpu() - start;
#endif
  }
  printf("%.9f %.9f %.9f\n", best[0] / repeat, best[1] / repeat, best[2] / repeat);
  return 0;
}
