/* @implementation */

/* @scene-properties@ */

/* Floats of a property; 0 if it does not exist. */
static uint32_t assetc_impl_property_floats(uint32_t target, uint32_t property) {
  switch (target) {
    case ASSETC_HSCENE_TARGET_NODE:
      return property < sizeof assetc_impl_node_floats ? assetc_impl_node_floats[property] : 0;
    case ASSETC_HSCENE_TARGET_MATERIAL:
      return property < sizeof assetc_impl_material_floats ? assetc_impl_material_floats[property] : 0;
    case ASSETC_HSCENE_TARGET_CAMERA:
      return property < sizeof assetc_impl_camera_floats ? assetc_impl_camera_floats[property] : 0;
    case ASSETC_HSCENE_TARGET_LIGHT:
      return property < sizeof assetc_impl_light_floats ? assetc_impl_light_floats[property] : 0;
    default:
      return 0;
  }
}

/* ANIM of a scene: copies of its header, and the offsets of its tables. */
typedef struct AssetcImplAnimation {
  AssetcHsceneAnimHeader head;
  uint64_t clips;
  uint64_t channels;
  uint64_t times;
  uint64_t values;
} AssetcImplAnimation;

static AssetcHsceneChannelRow assetc_impl_channel_row(const AssetcImplFile *file, uint64_t at) {
  AssetcHsceneChannelRow row;
  memcpy(&row, file->bytes + at, sizeof row);
  return row;
}

static AssetcImplAnimation assetc_impl_animation_at(const unsigned char *bytes, uint64_t offset) {
  AssetcImplAnimation animation;
  memcpy(&animation.head, bytes + offset, sizeof animation.head);
  animation.clips = offset + sizeof animation.head;
  animation.channels = animation.clips + (uint64_t)animation.head.clipCount * sizeof(AssetcHsceneClipRow);
  animation.times = animation.channels + (uint64_t)animation.head.channelCount * sizeof(AssetcHsceneChannelRow);
  animation.values = assetc_impl_align(animation.times + (uint64_t)animation.head.timeCount * 4, 16);
  return animation;
}

/* The target of a channel exists. */
static int assetc_impl_check_channel_target(const AssetcImplFile *file, const AssetcHsceneDesc *desc, uint64_t at) {
  AssetcHsceneChannelRow row = assetc_impl_channel_row(file, at);
  uint32_t count, floats = assetc_impl_property_floats(row.target, row.property);
  if (row.target == ASSETC_HSCENE_TARGET_NODE) count = desc->nodeCount;
  else if (row.target == ASSETC_HSCENE_TARGET_CAMERA) count = desc->cameraCount;
  else if (row.target == ASSETC_HSCENE_TARGET_LIGHT) count = desc->lightCount;
  else if (row.target == ASSETC_HSCENE_TARGET_MATERIAL) count = 0;
  else return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "ANIM.channel[].target");
  if (row.target != ASSETC_HSCENE_TARGET_MATERIAL && row.index >= count)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + offsetof(AssetcHsceneChannelRow, index), "ANIM.channel[].index");
  if (floats == 0)
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcHsceneChannelRow, property), "ANIM.channel[].property");
  if (row.components != floats)
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcHsceneChannelRow, components), "ANIM.channel[].components");
  if (row.target == ASSETC_HSCENE_TARGET_NODE && row.property == ASSETC_HSCENE_NODE_VISIBILITY && row.interp != 0)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcHsceneChannelRow, interp), "ANIM.channel[].interp");
  return 1;
}

/* Clips tile the channels, channels tile times and values. */
static int assetc_impl_check_scene_clips(const AssetcImplFile *file, const AssetcImplAnimation *animation) {
  uint64_t next = 0, at = animation->clips;
  uint32_t i;
  for (i = 0; i < animation->head.clipCount; i++, at += sizeof(AssetcHsceneClipRow)) {
    uint64_t count = assetc_read_u32(file->bytes + at + offsetof(AssetcHsceneClipRow, channelCount));
    if (assetc_read_u32(file->bytes + at) != next || next + count > animation->head.channelCount)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "ANIM.clip[].firstChannel");
    next += count;
  }
  if (next == animation->head.channelCount) return 1;
  return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, animation->clips, "ANIM.clip");
}

static int assetc_impl_check_scene_channels(
  const AssetcImplFile *file, const AssetcImplAnimation *animation, const AssetcHsceneDesc *desc
) {
  uint64_t time = 0, value = 0, at = animation->channels;
  uint32_t i;
  for (i = 0; i < animation->head.channelCount; i++, at += sizeof(AssetcHsceneChannelRow)) {
    AssetcHsceneChannelRow row = assetc_impl_channel_row(file, at);
    uint64_t floats = (uint64_t)row.keyCount * row.components;
    if (!assetc_impl_check_channel_target(file, desc, at)) return 0;
    if (row.firstTime != time || time + row.keyCount > animation->head.timeCount)
      return assetc_impl_fail(
        file, ASSETC_ERROR_BAD_RANGE, at + offsetof(AssetcHsceneChannelRow, firstTime), "ANIM.channel[].firstTime");
    if (row.firstValue != value || value + floats > animation->head.valueCount)
      return assetc_impl_fail(
        file, ASSETC_ERROR_BAD_RANGE, at + offsetof(AssetcHsceneChannelRow, firstValue), "ANIM.channel[].firstValue");
    time += row.keyCount;
    value += floats;
  }
  if (time == animation->head.timeCount && value == animation->head.valueCount) return 1;
  return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, animation->channels, "ANIM.channel");
}

static int assetc_impl_check_animation(const AssetcImplFile *file, const AssetcImplChunk *chunk, const AssetcHsceneDesc *desc) {
  AssetcImplAnimation animation;
  if (!assetc_impl_expect_head(file, chunk, sizeof(AssetcHsceneAnimHeader), "ANIM.size")) return 0;
  animation = assetc_impl_animation_at(file->bytes, chunk->offset);
  if (!assetc_impl_expect_size(
        file, chunk, animation.values + (uint64_t)animation.head.valueCount * 4 - chunk->offset, "ANIM.size"))
    return 0;
  return assetc_impl_inspect_rows(
           file, animation.clips, animation.head.clipCount, sizeof(AssetcHsceneClipRow), assetc_impl_inspect_hscene_clip_row) &&
         assetc_impl_inspect_rows(
           file, animation.channels, animation.head.channelCount, sizeof(AssetcHsceneChannelRow),
           assetc_impl_inspect_hscene_channel_row) &&
         assetc_impl_check_scene_clips(file, &animation) && assetc_impl_check_scene_channels(file, &animation, desc);
}
