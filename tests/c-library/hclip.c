/*
 * Samples compressed clips: hclip < stream, with { u32 size, u32 timeCount, file, times as f32 }. The bind pose and default weights are
 * i / 8 for float i, the pose starts as -77. Prints the bits of every float, in hexadecimal: for each clip and time the pose, then the weights.
 */
#define ASSETC_IMPLEMENTATION
#include "assetc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned char *read_bytes(size_t size) {
  unsigned char *bytes = (unsigned char *)malloc(size == 0 ? 1 : size);
  if (bytes == NULL || fread(bytes, 1, size, stdin) != size) exit(2);
  return bytes;
}

static void print_floats(const float *values, size_t count) {
  size_t i;
  for (i = 0; i < count; i++) printf("%" PRIx32 " ", assetc_read_u32(&values[i]));
}

static void fill(float *rest, float *out, size_t count) {
  size_t i;
  for (i = 0; i < count; i++) {
    rest[i] = (float)i / 8;
    out[i] = -77;
  }
}

static void sample(const AssetcHclip *clip, float time) {
  static AssetcTransform bind[64], locals[64];
  static float defaults[64], weights[64];
  fill(bind->translation, locals->translation, (size_t)clip->jointCount * 10);
  fill(defaults, weights, clip->targetCount);
  assetc_hclip_sample(clip, time, bind, locals, clip->jointCount);
  assetc_hclip_sample_weights(clip, time, defaults, weights, clip->targetCount);
  print_floats(locals->translation, (size_t)clip->jointCount * 10);
  print_floats(weights, clip->targetCount);
  printf("\n");
}

int main(void) {
  unsigned char head[8];
  while (fread(head, 1, sizeof head, stdin) == sizeof head) {
    size_t size = assetc_read_u32(head), timeCount = assetc_read_u32(head + 4), k;
    unsigned char *file = read_bytes(size), *times = read_bytes(timeCount * sizeof(float));
    AssetcHclips clips;
    AssetcHclip clip;
    uint32_t i;
    if (!assetc_hclips_open(&clips, file, size, ASSETC_ANY_COUNT, ASSETC_ANY_COUNT, NULL)) return 3;
    if (clips.jointCount > 64 || clips.targetCount > 64) return 4;
    for (i = 0; assetc_hclips_at(&clips, i, &clip); i++)
      for (k = 0; k < timeCount; k++) sample(&clip, assetc_read_f32(times + k * sizeof(float)));
    free(file);
    free(times);
  }
  return 0;
}
