/* ---- Clips: .hanim moves joints, .hanimx weights of morph targets. ---- */

#define ASSETC_ANY_COUNT UINT64_MAX /* If the number of joints or targets is unknown. */

typedef struct AssetcClips {
  const unsigned char *bytes;
  size_t size;
  uint32_t count;
} AssetcClips;

typedef struct AssetcClip {
  AssetcText name;
  float duration; /* Seconds. */
  uint32_t channelCount;
  const unsigned char *channels; /* See assetc_clip_next_channel. */
  size_t channelBytes; /* Bytes of all channels with their keys. */
} AssetcClip;

/* One property of a joint, or the weight of one morph target, over time. Keys are not aligned: read them with the functions. */
typedef struct AssetcChannel {
  uint32_t joint; /* Into SKEL; of .hanimx into the targets of MRPH. */
  uint8_t path; /* ASSETC_HANIM_PATH_... */
  uint8_t interp; /* ASSETC_HANIM_INTERP_... */
  uint8_t components; /* Floats of one value. */
  uint32_t keyCount;
  const unsigned char *keys;
} AssetcChannel;

/*
 * Every rule of docs/formats/hanim.md for clips of joints. `jointCount`: of the mesh, so that joints are checked too, or
 * ASSETC_ANY_COUNT. `error` may be NULL.
 */
ASSETC_API int assetc_clips_validate(const void *file, size_t size, uint64_t jointCount, AssetcError *error);
/* The same for clips of morph weights. */
ASSETC_API int assetc_weight_clips_validate(const void *file, size_t size, uint64_t targetCount, AssetcError *error);
/* Validates, then opens. Returns 1 on success. */
ASSETC_API int assetc_clips_open(AssetcClips *clips, const void *file, size_t size, uint64_t jointCount, AssetcError *error);
ASSETC_API int assetc_weight_clips_open(
  AssetcClips *clips, const void *file, size_t size, uint64_t targetCount, AssetcError *error
);
/* Checks the magic only; accepts clips of either version. */
ASSETC_API int assetc_clips_open_trusted(AssetcClips *clips, const void *file, size_t size);
/* Clips in order: begin with *cursor = 0; returns 0 after the last. */
ASSETC_API int assetc_clips_next(const AssetcClips *clips, uint64_t *cursor, AssetcClip *clip);
/* A clip by its index, as generated code names it. Returns 0 if there are fewer. Passes over the clips before it. */
ASSETC_API int assetc_clips_at(const AssetcClips *clips, uint32_t index, AssetcClip *clip);
/* The first clip with a name. */
ASSETC_API int assetc_clips_find(const AssetcClips *clips, const char *name, size_t length, AssetcClip *clip);
/* Channels in order: begin with *cursor = 0; returns 0 after the last. */
ASSETC_API int assetc_clip_next_channel(const AssetcClip *clip, uint64_t *cursor, AssetcChannel *channel);

static inline float assetc_channel_time(const AssetcChannel *channel, uint32_t key) {
  return assetc_read_f32(channel->keys + (size_t)key * (channel->components + 1u) * 4u);
}

static inline float assetc_channel_value(const AssetcChannel *channel, uint32_t key, uint32_t component) {
  return assetc_read_f32(channel->keys + ((size_t)key * (channel->components + 1u) + 1u + component) * 4u);
}

/* @implementation */

/* The state of a validator of clips. */
typedef struct AssetcImplClipReader {
  const AssetcImplFile *file;
  int isWeights;
  uint64_t count; /* Number of joints or targets. */
  uint64_t at;
  int hasLongest;
  float longest; /* Largest key time of the clip. */
} AssetcImplClipReader;

static int assetc_impl_has_room(const AssetcImplClipReader *reader, uint64_t count, uint64_t size, uint64_t place, const char *field) {
  if (count * size <= reader->file->size - reader->at) return 1;
  return assetc_impl_fail(reader->file, ASSETC_ERROR_TRUNCATED, place, field);
}

static int assetc_impl_check_channel_head(const AssetcImplClipReader *reader) {
  const AssetcImplFile *file = reader->file;
  const unsigned char *p = file->bytes + reader->at;
  uint8_t path = assetc_hanim_channel_path(p), components = assetc_hanim_channel_components(p);
  unsigned wanted = path == ASSETC_HANIM_PATH_WEIGHT ? 1 : path == ASSETC_HANIM_PATH_ROTATION ? 4 : 3;
  if ((path == ASSETC_HANIM_PATH_WEIGHT) != reader->isWeights)
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_VALUE, reader->at + ASSETC_HANIM_CHANNEL_PATH_OFFSET, "channel[].path");
  if (components != wanted)
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_VALUE, reader->at + ASSETC_HANIM_CHANNEL_COMPONENTS_OFFSET, "channel[].components");
  if (reader->count != ASSETC_ANY_COUNT && assetc_hanim_channel_joint(p) >= reader->count)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, reader->at, "channel[].joint");
  return 1;
}

/* Times are finite and never decrease, values are finite. */
static int assetc_impl_check_keys(AssetcImplClipReader *reader, uint32_t count, uint32_t components) {
  const AssetcImplFile *file = reader->file;
  float previous = 0;
  uint32_t key, c;
  for (key = 0; key < count; key++) {
    float time = assetc_read_f32(file->bytes + reader->at);
    if (!assetc_impl_finite(time)) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, reader->at, "key[].time");
    if (key > 0 && time < previous) return assetc_impl_fail(file, ASSETC_ERROR_BAD_ORDER, reader->at, "key[].time");
    previous = time;
    if (!reader->hasLongest || time > reader->longest) reader->longest = time;
    reader->hasLongest = 1;
    reader->at += 4;
    for (c = 0; c < components; c++, reader->at += 4)
      if (!assetc_impl_finite(assetc_read_f32(file->bytes + reader->at)))
        return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, reader->at, "key[].value");
  }
  return 1;
}

static int assetc_impl_check_clip_channel(AssetcImplClipReader *reader) {
  const unsigned char *p = reader->file->bytes + reader->at;
  uint64_t start = reader->at;
  uint32_t keyCount, components;
  if (!assetc_impl_inspect_hanim_channel(reader->file, start) || !assetc_impl_check_channel_head(reader)) return 0;
  keyCount = assetc_hanim_channel_key_count(p);
  components = assetc_hanim_channel_components(p);
  reader->at += ASSETC_HANIM_CHANNEL_SIZE;
  if (!assetc_impl_has_room(
        reader, keyCount, 4 + components * 4, start + ASSETC_HANIM_CHANNEL_KEY_COUNT_OFFSET, "channel[].keyCount"))
    return 0;
  return assetc_impl_check_keys(reader, keyCount, components);
}

static int assetc_impl_check_clip(AssetcImplClipReader *reader) {
  const AssetcImplFile *file = reader->file;
  uint64_t nameLen, info;
  uint32_t channelCount, i;
  if (!assetc_impl_fits(file, reader->at, ASSETC_HANIM_CLIP_NAME_SIZE, "clip[]")) return 0;
  nameLen = assetc_hanim_clip_name_name_len(file->bytes + reader->at);
  reader->at += ASSETC_HANIM_CLIP_NAME_SIZE;
  if (!assetc_impl_has_room(reader, nameLen, 1, reader->at - 2, "clip[].nameLen")) return 0;
  if (!assetc_impl_check_utf8(file, reader->at, nameLen, "clip[].name")) return 0;
  info = reader->at + nameLen;
  if (!assetc_impl_inspect_hanim_clip(file, info)) return 0;
  channelCount = assetc_hanim_clip_channel_count(file->bytes + info);
  reader->at = info + ASSETC_HANIM_CLIP_SIZE;
  if (!assetc_impl_has_room(
        reader, channelCount, ASSETC_HANIM_CHANNEL_SIZE, info + ASSETC_HANIM_CLIP_CHANNEL_COUNT_OFFSET, "clip[].channelCount"))
    return 0;
  reader->hasLongest = 0;
  reader->longest = 0;
  for (i = 0; i < channelCount; i++)
    if (!assetc_impl_check_clip_channel(reader)) return 0;
  if (assetc_hanim_clip_duration(file->bytes + info) != reader->longest)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, info, "clip[].duration");
  return 1;
}

static int assetc_impl_check_clips(const AssetcImplFile *file, int isWeights, uint64_t count) {
  AssetcImplClipReader reader;
  uint32_t clipCount, i;
  if (!assetc_impl_inspect_hanim_header(file, 0)) return 0;
  if (assetc_read_u32(file->bytes + 4) != (isWeights ? ASSETC_HANIM_VERSION_WEIGHTS : ASSETC_HANIM_VERSION))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VERSION, 4, "HanimHeader.version");
  memset(&reader, 0, sizeof reader);
  reader.file = file;
  reader.isWeights = isWeights;
  reader.count = count;
  reader.at = sizeof(AssetcHanimHeader);
  clipCount = assetc_read_u32(file->bytes + offsetof(AssetcHanimHeader, clipCount));
  if (!assetc_impl_has_room(
        &reader, clipCount, ASSETC_HANIM_CLIP_NAME_SIZE + ASSETC_HANIM_CLIP_SIZE, 8, "HanimHeader.clipCount"))
    return 0;
  for (i = 0; i < clipCount; i++)
    if (!assetc_impl_check_clip(&reader)) return 0;
  if (reader.at < file->size) return assetc_impl_fail(file, ASSETC_ERROR_TRAILING_BYTES, reader.at, "file");
  return 1;
}

int assetc_clips_validate(const void *file, size_t size, uint64_t jointCount, AssetcError *error) {
  AssetcImplFile whole = assetc_impl_file(file, size, error);
  return assetc_impl_check_clips(&whole, 0, jointCount);
}

int assetc_weight_clips_validate(const void *file, size_t size, uint64_t targetCount, AssetcError *error) {
  AssetcImplFile whole = assetc_impl_file(file, size, error);
  return assetc_impl_check_clips(&whole, 1, targetCount);
}

int assetc_clips_open_trusted(AssetcClips *clips, const void *file, size_t size) {
  const unsigned char *bytes = (const unsigned char *)file;
  if (size < sizeof(AssetcHanimHeader) || assetc_read_u32(bytes) != ASSETC_HANIM_MAGIC) return 0;
  clips->bytes = bytes;
  clips->size = size;
  clips->count = assetc_read_u32(bytes + offsetof(AssetcHanimHeader, clipCount));
  return 1;
}

int assetc_clips_open(AssetcClips *clips, const void *file, size_t size, uint64_t jointCount, AssetcError *error) {
  return assetc_clips_validate(file, size, jointCount, error) && assetc_clips_open_trusted(clips, file, size);
}

int assetc_weight_clips_open(AssetcClips *clips, const void *file, size_t size, uint64_t targetCount, AssetcError *error) {
  return assetc_weight_clips_validate(file, size, targetCount, error) && assetc_clips_open_trusted(clips, file, size);
}

static size_t assetc_impl_channel_bytes(const unsigned char *channel) {
  size_t key = (assetc_hanim_channel_components(channel) + 1u) * 4u;
  return ASSETC_HANIM_CHANNEL_SIZE + assetc_hanim_channel_key_count(channel) * key;
}

int assetc_clip_next_channel(const AssetcClip *clip, uint64_t *cursor, AssetcChannel *channel) {
  const unsigned char *p = clip->channels + *cursor;
  if (*cursor >= clip->channelBytes) return 0;
  channel->joint = assetc_hanim_channel_joint(p);
  channel->path = assetc_hanim_channel_path(p);
  channel->interp = assetc_hanim_channel_interp(p);
  channel->components = assetc_hanim_channel_components(p);
  channel->keyCount = assetc_hanim_channel_key_count(p);
  channel->keys = p + ASSETC_HANIM_CHANNEL_SIZE;
  *cursor += assetc_impl_channel_bytes(p);
  return 1;
}

int assetc_clips_next(const AssetcClips *clips, uint64_t *cursor, AssetcClip *clip) {
  uint64_t at = *cursor == 0 ? sizeof(AssetcHanimHeader) : *cursor;
  const unsigned char *p = clips->bytes + at;
  uint32_t i;
  if (at >= clips->size) return 0;
  clip->name.length = assetc_hanim_clip_name_name_len(p);
  clip->name.data = (const char *)p + ASSETC_HANIM_CLIP_NAME_SIZE;
  p += ASSETC_HANIM_CLIP_NAME_SIZE + clip->name.length;
  clip->duration = assetc_hanim_clip_duration(p);
  clip->channelCount = assetc_hanim_clip_channel_count(p);
  clip->channels = p + ASSETC_HANIM_CLIP_SIZE;
  clip->channelBytes = 0;
  for (i = 0; i < clip->channelCount; i++)
    clip->channelBytes += assetc_impl_channel_bytes(clip->channels + clip->channelBytes);
  *cursor = (uint64_t)(clip->channels - clips->bytes) + clip->channelBytes;
  return 1;
}

int assetc_clips_at(const AssetcClips *clips, uint32_t index, AssetcClip *clip) {
  uint64_t cursor = 0;
  while (assetc_clips_next(clips, &cursor, clip))
    if (index-- == 0) return 1;
  return 0;
}

int assetc_clips_find(const AssetcClips *clips, const char *name, size_t length, AssetcClip *clip) {
  AssetcText wanted;
  uint64_t cursor = 0;
  wanted.data = name;
  wanted.length = length;
  while (assetc_clips_next(clips, &cursor, clip))
    if (assetc_text_equal(clip->name, wanted)) return 1;
  return 0;
}
