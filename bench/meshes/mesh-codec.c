/* mesh-codec <vertices> <stride> <indices> <width> vertices.bin triangles.bin sequence.bin: the fastest of several runs in CPU seconds: our
 * vertices, triangles and sequence and, with NATIVE, libmeshoptimizer's triangles and sequence, taking turns. */

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

typedef struct Job {
  size_t vertexCount, stride, indexCount, width, sizes[3];
  unsigned char *sources[3], *out;
} Job;

/* Returns 0 if the data is damaged. */
static int decode(const Job *j, int codec) {
  switch (codec) {
    case 0: return assetc_decode_vertices(j->out, j->vertexCount, j->stride, j->sources[0], j->sizes[0]);
    case 1: return assetc_decode_triangles(j->out, j->indexCount, j->width, j->sources[1], j->sizes[1]);
    case 2: return assetc_decode_sequence(j->out, j->indexCount, j->width, j->sources[2], j->sizes[2]);
#ifdef NATIVE
    case 3: return meshopt_decodeIndexBuffer(j->out, j->indexCount, j->width, j->sources[1], j->sizes[1]) == 0;
    case 4: return meshopt_decodeIndexSequence(j->out, j->indexCount, j->width, j->sources[2], j->sizes[2]) == 0;
#endif
    default: return 1;
  }
}

int main(int argc, char **argv) {
  Job job;
  double best[5] = { 1e9, 1e9, 1e9, 1e9, 1e9 };
  int round, again, codec, repeat = 20;
  if (argc != 8) return 2;
  job.vertexCount = (size_t)atol(argv[1]);
  job.stride = (size_t)atol(argv[2]);
  job.indexCount = (size_t)atol(argv[3]);
  job.width = (size_t)atol(argv[4]);
  for (codec = 0; codec < 3; codec++) job.sources[codec] = read_file(argv[5 + codec], &job.sizes[codec]);
  job.out = (unsigned char *)malloc(job.vertexCount * job.stride + job.indexCount * job.width);
  for (round = 0; round < 12; round++)
    for (codec = 0; codec < 5; codec++) {
      double start = cpu();
      for (again = 0; again < repeat; again++)
        if (!decode(&job, codec)) return 3 + codec;
      if (cpu() - start < best[codec]) best[codec] = cpu() - start;
    }
  for (codec = 0; codec < 5; codec++) printf("%.9f ", best[codec] / repeat);
  return 0;
}
