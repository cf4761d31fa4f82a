/*
 * Samples compressed clips: hclip < stream, with { u32 size, u32 timeCount, file, times as f32 }. The bind pose and default weights are
 * i / 8 for float i, the pose starts as -77. Prints the bits of every float, in hexadecimal: for each clip and time the pose, the weights, then,
 * if there are joints, what blending, adding and root motion make of it. Exits with 6 if a pose needs other bytes than its pages.
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

/* The pose with that of half the time; the last joint of both, without the motion of the first. */
static void combine(const AssetcHclip *clip, float time, const AssetcTransform *bind, AssetcTransform *locals) {
  static AssetcTransform half[64], out[64];
  static float mask[64];
  AssetcPoseLayer layers[2];
  AssetcRootMotion root = { 0, ASSETC_ROOT_X | ASSETC_ROOT_Z | ASSETC_ROOT_YAW };
  AssetcTransform single;
  uint32_t i;
  memcpy(half, bind, sizeof half);
  for (i = 0; i < 64; i++) mask[i] = (float)i / 8;
  assetc_hclip_sample(clip, time / 2, bind, half, clip->jointCount);
  layers[0].pose = locals;
  layers[0].weight = 0.3f;
  layers[0].mask = NULL;
  layers[1].pose = half;
  layers[1].weight = 0.6f;
  layers[1].mask = mask;
  assetc_blend_layers(layers, 2, bind, clip->jointCount, out);
  print_floats(out->translation, (size_t)clip->jointCount * 10);
  assetc_add_pose(locals, &layers[1], bind, clip->jointCount, out);
  print_floats(out->translation, (size_t)clip->jointCount * 10);
  assetc_hclip_sample_joint(clip, time, clip->jointCount - 1, bind, &single);
  print_floats(single.translation, 10);
  assetc_hclip_root_motion(clip, (double)time / 3, (double)time * 5, 1, bind, root, &single);
  print_floats(single.translation, 10);
  assetc_hclip_root_motion(clip, (double)time * 5, (double)time / 3, 0, bind, root, &single);
  print_floats(single.translation, 10);
  assetc_hclip_remove_root_motion(clip, time, bind, root, half);
  print_floats(half->translation, 10);
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
  if (clip->jointCount > 0) combine(clip, time, bind, locals);
  printf("\n");
}

static void copy_range(unsigned char *to, const unsigned char *from, AssetcRange range) {
  memcpy(to + range.offset, from + range.offset, (size_t)range.size);
}

/* A pose needs no bytes but those of the ranges: all others are overwritten. Returns 0 if the pose differs. */
static int stream(const unsigned char *file, size_t size, uint32_t index, float time) {
  static AssetcTransform bind[64], whole[64], own[64];
  unsigned char *part = (unsigned char *)malloc(size);
  AssetcRange body = assetc_hclip_head_range(file, index);
  AssetcHclips clips, full;
  AssetcHclip clip, fullClip;
  uint32_t pages[2], count, i;
  int isEqual;
  if (part == NULL) exit(2);
  memset(part, 0xA5, size);
  copy_range(part, file, assetc_hclip_table_range(file));
  memcpy(part + body.offset, file + body.offset, body.size < 8 ? (size_t)body.size : 8);
  copy_range(part, file, assetc_hclip_head_range(part, index));
  if (!assetc_hclips_open_trusted(&clips, part, size) || !assetc_hclips_at(&clips, index, &clip)) exit(5);
  if (!assetc_hclips_open_trusted(&full, file, size) || !assetc_hclips_at(&full, index, &fullClip)) exit(5);
  count = assetc_hclip_pages_at(&clip, time, pages);
  for (i = 0; i < count; i++) copy_range(part, file, assetc_hclip_page_range(&clips, index, pages[i]));
  fill(bind->translation, whole->translation, (size_t)clip.jointCount * 10);
  memcpy(own, whole, sizeof own);
  assetc_hclip_sample(&clip, time, bind, own, clip.jointCount);
  assetc_hclip_sample(&fullClip, time, bind, whole, clip.jointCount);
  isEqual = memcmp(own, whole, sizeof own) == 0;
  free(part);
  return isEqual && assetc_hclip_page_range(&clips, index, clip.segmentCount).size == 0;
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
      for (k = 0; k < timeCount; k++) {
        float time = assetc_read_f32(times + k * sizeof(float));
        sample(&clip, time);
        if (!stream(file, size, i, time)) return 6;
      }
    free(file);
    free(times);
  }
  return 0;
}
