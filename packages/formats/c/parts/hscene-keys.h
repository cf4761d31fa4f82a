/* @implementation */

/* The target and property of a channel, as two numbers. */
typedef struct AssetcImplTarget {
  uint64_t what;
  uint32_t index;
} AssetcImplTarget;

static AssetcImplTarget assetc_impl_target_at(const AssetcImplFile *file, uint64_t at) {
  AssetcHsceneChannelRow row = assetc_impl_channel_row(file, at);
  AssetcImplTarget target;
  target.what = (uint64_t)row.target << 32 | row.property;
  target.index = row.index;
  return target;
}

static int assetc_impl_compare_targets(const AssetcImplTarget *a, const AssetcImplTarget *b) {
  if (a->what != b->what) return a->what < b->what ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

#define ASSETC_IMPL_TARGETS 512u

/* The index of a target in a sorted list, or where it would be inserted. */
static size_t assetc_impl_target_place(const AssetcImplTarget *list, size_t count, const AssetcImplTarget *target) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (assetc_impl_compare_targets(&list[middle], target) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* The first of `count` channels that repeats an earlier one, or `count`. Checks some at a time, which needs no memory. */
static uint32_t assetc_impl_first_repeated(const AssetcImplFile *file, uint64_t at, uint32_t count) {
  AssetcImplTarget list[ASSETC_IMPL_TARGETS];
  uint32_t first = count, begin, i;
  for (begin = 0; begin < first; begin += ASSETC_IMPL_TARGETS) {
    size_t held = 0;
    for (i = begin; i < first; i++) {
      AssetcImplTarget target = assetc_impl_target_at(file, at + (uint64_t)i * sizeof(AssetcHsceneChannelRow));
      size_t place = assetc_impl_target_place(list, held, &target);
      if (place < held && assetc_impl_compare_targets(&list[place], &target) == 0) first = i;
      else if (i - begin < ASSETC_IMPL_TARGETS) {
        memmove(list + place + 1, list + place, (held - place) * sizeof list[0]);
        list[place] = target;
        held++;
      }
    }
  }
  return first;
}

static int assetc_impl_check_scene_times(const AssetcImplFile *file, uint64_t at, uint32_t count) {
  uint32_t i;
  for (i = 0; i < count; i++, at += 4) {
    float time = assetc_read_f32(file->bytes + at);
    if (!assetc_impl_finite(time)) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "ANIM.channel[].time[]");
    if (i > 0 && time < assetc_read_f32(file->bytes + at - 4))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_ORDER, at, "ANIM.channel[].time[]");
  }
  return 1;
}

static int assetc_impl_is_rotation_at(const unsigned char *p) {
  return assetc_read_f32(p) != 0 || assetc_read_f32(p + 4) != 0 || assetc_read_f32(p + 8) != 0 || assetc_read_f32(p + 12) != 0;
}

static int assetc_impl_check_scene_values(const AssetcImplFile *file, const AssetcHsceneChannelRow *row, uint64_t at) {
  uint64_t count = (uint64_t)row->keyCount * row->components, i;
  int isNode = row->target == ASSETC_HSCENE_TARGET_NODE;
  for (i = 0; i < count; i++) {
    float value = assetc_read_f32(file->bytes + at + i * 4);
    int isWrong = isNode && row->property == ASSETC_HSCENE_NODE_VISIBILITY && value != 0 && value != 1;
    if (isWrong || !assetc_impl_finite(value))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + i * 4, "ANIM.channel[].value[]");
  }
  for (i = 0; isNode && row->property == ASSETC_HSCENE_NODE_ROTATION && i < count; i += 4)
    if (!assetc_impl_is_rotation_at(file->bytes + at + i * 4))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + i * 4, "ANIM.channel[].value[]");
  return 1;
}

/* Times never decrease, values are finite, rotations are not zero; a clip's channels differ; its duration is the largest key time. */
static int assetc_impl_check_scene_clip(const AssetcImplFile *file, const AssetcImplAnimation *animation, uint64_t at) {
  uint64_t first = assetc_read_u32(file->bytes + at);
  uint32_t count = assetc_read_u32(file->bytes + at + offsetof(AssetcHsceneClipRow, channelCount)), i, repeated;
  uint64_t channel = animation->channels + first * sizeof(AssetcHsceneChannelRow);
  float longest = 0;
  int hasLongest = 0;
  repeated = assetc_impl_first_repeated(file, channel, count);
  for (i = 0; i < count; i++, channel += sizeof(AssetcHsceneChannelRow)) {
    AssetcHsceneChannelRow row = assetc_impl_channel_row(file, channel);
    uint64_t times = animation->times + (uint64_t)row.firstTime * 4;
    if (i == repeated) return assetc_impl_fail(file, ASSETC_ERROR_DUPLICATE, channel, "ANIM.channel[]");
    if (!assetc_impl_check_scene_times(file, times, row.keyCount)) return 0;
    if (!assetc_impl_check_scene_values(file, &row, animation->values + (uint64_t)row.firstValue * 4)) return 0;
    if (row.keyCount > 0) {
      float last = assetc_read_f32(file->bytes + times + ((uint64_t)row.keyCount - 1) * 4);
      if (!hasLongest || last > longest) longest = last;
      hasLongest = 1;
    }
  }
  at += offsetof(AssetcHsceneClipRow, duration);
  if (assetc_read_f32(file->bytes + at) != longest)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "ANIM.clip[].duration");
  return 1;
}

static int assetc_impl_check_scene_keys(const AssetcImplFile *file, const AssetcImplAnimation *animation) {
  uint64_t at = animation->clips, end = animation->times + (uint64_t)animation->head.timeCount * 4, nonzero;
  uint32_t i;
  for (i = 0; i < animation->head.clipCount; i++, at += sizeof(AssetcHsceneClipRow))
    if (!assetc_impl_check_scene_clip(file, animation, at)) return 0;
  nonzero = assetc_impl_first_nonzero(file, end, animation->values);
  return nonzero == animation->values ? 1 : assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, nonzero, "ANIM.padding");
}

static int assetc_impl_check_instances(const AssetcImplFile *file, const AssetcImplChunk *chunk) {
  uint64_t at;
  for (at = chunk->offset; at < chunk->offset + chunk->size; at += sizeof(AssetcHsceneInstanceRow)) {
    uint64_t rotation = at + offsetof(AssetcHsceneInstanceRow, rotation);
    if (!assetc_impl_check_finite(file, at, sizeof(AssetcHsceneInstanceRow) / 4, "INST[]")) return 0;
    if (!assetc_impl_is_rotation_at(file->bytes + rotation))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, rotation, "INST[].rotation");
  }
  return 1;
}
