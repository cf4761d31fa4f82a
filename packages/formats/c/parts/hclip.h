/* ---- Compressed clips: .hclip moves joints and weights of morph targets. ---- */

typedef struct AssetcHclips {
  const unsigned char *bytes;
  uint32_t count;
  uint32_t jointCount; /* Of the companion .hmesh. */
  uint32_t targetCount; /* Morph targets of the companion .hmesh. */
} AssetcHclips;

/* A compressed clip, read in place. */
typedef struct AssetcHclip {
  AssetcText name;
  float duration; /* Seconds. */
  float rate; /* Samples per second; 0 without samples, or if their times are listed. */
  float error; /* Largest measured distance from the source, in the units of the mesh. */
  uint32_t flags; /* ASSETC_HCLIP_LOOPS, ASSETC_HCLIP_HAS_..., ASSETC_HCLIP_ADDITIVE */
  uint32_t jointCount;
  uint32_t targetCount;
  uint32_t sampleCount; /* 0 if no track is animated. */
  uint32_t segmentCount;
  uint32_t steppedCount;
  /* Parts of the body, in the order of the file. */
  const unsigned char *body;
  const unsigned char *times; /* Of samples, if they are listed. */
  const unsigned char *stepped;
  const unsigned char *keys;
  const unsigned char *kinds;
  const unsigned char *constants;
} AssetcHclip;

/*
 * Every rule of docs/formats/hclip.md. `jointCount`, `targetCount`: of the mesh, which must be those of the file, or ASSETC_ANY_COUNT.
 * `error` may be NULL.
 */
ASSETC_API int assetc_hclips_validate(
  const void *file, size_t size, uint64_t jointCount, uint64_t targetCount, AssetcError *error
);
/* Validates, then opens. Returns 1 on success. */
ASSETC_API int assetc_hclips_open(
  AssetcHclips *clips, const void *file, size_t size, uint64_t jointCount, uint64_t targetCount, AssetcError *error
);
/* Checks magic and version only. */
ASSETC_API int assetc_hclips_open_trusted(AssetcHclips *clips, const void *file, size_t size);
static inline uint32_t assetc_hclips_count(const AssetcHclips *clips) { return clips->count; }
/* Clip `index`; returns 0 if there are fewer. */
ASSETC_API int assetc_hclips_at(const AssetcHclips *clips, uint32_t index, AssetcHclip *clip);
/* The first clip with a name. */
ASSETC_API int assetc_hclips_find(const AssetcHclips *clips, const char *name, size_t length, AssetcHclip *clip);

/* @implementation */

#define ASSETC_IMPL_CLIP_GROUPS 4u

/* Groups of tracks in the order of the file: rotations, translations, scales, weights. */
static uint32_t assetc_impl_group_components(uint32_t group) { return group == 0 ? 4u : group == 3 ? 1u : 3u; }

/* Tracks of a group; 0 if the clip's flags do not name it. */
static uint32_t assetc_impl_group_tracks(const AssetcHclip *clip, uint32_t group) {
  if ((clip->flags & ASSETC_HCLIP_HAS_ROTATIONS << group) == 0) return 0;
  return group == 3 ? clip->targetCount : clip->jointCount;
}

static uint64_t assetc_impl_track_count(const AssetcHclip *clip) {
  uint64_t count = 0;
  uint32_t group;
  for (group = 0; group < ASSETC_IMPL_CLIP_GROUPS; group++) count += assetc_impl_group_tracks(clip, group);
  return count;
}

/* The group of a track, which becomes its number within the group; ASSETC_IMPL_CLIP_GROUPS if there is no such track. */
static uint32_t assetc_impl_group_of(const AssetcHclip *clip, uint64_t *track) {
  uint32_t group;
  for (group = 0; group < ASSETC_IMPL_CLIP_GROUPS; group++) {
    uint32_t count = assetc_impl_group_tracks(clip, group);
    if (*track < count) break;
    *track -= count;
  }
  return group;
}

static uint32_t assetc_impl_track_components(const AssetcHclip *clip, uint64_t track) {
  uint32_t group = assetc_impl_group_of(clip, &track);
  return group == ASSETC_IMPL_CLIP_GROUPS ? 0 : assetc_impl_group_components(group);
}

static uint32_t assetc_impl_track_kind(const AssetcHclip *clip, uint64_t track) {
  return (uint32_t)clip->kinds[track >> 2] >> (track & 3) * 2 & 3u;
}

static void assetc_impl_begin_clip(const AssetcHclips *clips, const unsigned char *row, AssetcHclip *clip) {
  clip->duration = assetc_read_f32(row + offsetof(AssetcHclipClip, duration));
  clip->rate = assetc_read_f32(row + offsetof(AssetcHclipClip, rate));
  clip->error = assetc_read_f32(row + offsetof(AssetcHclipClip, error));
  clip->flags = assetc_read_u16(row + offsetof(AssetcHclipClip, flags));
  clip->jointCount = clips->jointCount;
  clip->targetCount = clips->targetCount;
  clip->sampleCount = assetc_read_u32(row + offsetof(AssetcHclipClip, sampleCount));
  clip->segmentCount = assetc_read_u32(row + offsetof(AssetcHclipClip, segmentCount));
  clip->steppedCount = assetc_read_u32(row + offsetof(AssetcHclipClip, steppedCount));
}

static size_t assetc_impl_times_bytes(const AssetcHclip *clip) {
  return (clip->flags & ASSETC_HCLIP_HAS_TIMES) == 0 ? 0 : (size_t)clip->sampleCount * sizeof(float);
}

/* The parts of the body. Returns 0 if the keys of stepped tracks do not fit. */
static int assetc_impl_place_parts(const AssetcHclips *clips, const unsigned char *row, AssetcHclip *clip) {
  uint64_t keyBytes = 0, left;
  uint32_t i;
  clip->body = clips->bytes + assetc_read_u32(row + offsetof(AssetcHclipClip, offset));
  clip->times = clip->body + (size_t)clip->segmentCount * sizeof(AssetcHclipSegment);
  clip->stepped = clip->times + assetc_impl_times_bytes(clip);
  clip->keys = clip->stepped + (size_t)clip->steppedCount * sizeof(AssetcHclipStepped);
  left = assetc_read_u32(row + offsetof(AssetcHclipClip, size)) - (uint64_t)(clip->keys - clip->body);
  for (i = 0; i < clip->steppedCount; i++) {
    const unsigned char *stepped = clip->stepped + (size_t)i * sizeof(AssetcHclipStepped);
    uint32_t components = assetc_impl_track_components(clip, assetc_read_u32(stepped));
    keyBytes += (uint64_t)assetc_read_u32(stepped + offsetof(AssetcHclipStepped, keyCount)) * (components + 1u) * 4u;
    if (keyBytes > left) return 0;
  }
  clip->kinds = clip->keys + keyBytes;
  left -= keyBytes;
  keyBytes = (assetc_impl_track_count(clip) + 3) / 4;
  clip->constants = clip->kinds + keyBytes;
  keyBytes += assetc_read_u32(row + offsetof(AssetcHclipClip, constantBytes));
  clip->name.data = (const char *)clip->kinds + keyBytes;
  clip->name.length = assetc_read_u16(row + offsetof(AssetcHclipClip, nameLen));
  return keyBytes + clip->name.length <= left;
}

static const unsigned char *assetc_impl_clip_row(const unsigned char *bytes, uint32_t index) {
  return bytes + sizeof(AssetcHclipHeader) + (size_t)index * sizeof(AssetcHclipClip);
}

int assetc_hclips_open_trusted(AssetcHclips *clips, const void *file, size_t size) {
  const unsigned char *bytes = (const unsigned char *)file;
  if (size < sizeof(AssetcHclipHeader) || assetc_read_u32(bytes) != ASSETC_HCLIP_MAGIC ||
      assetc_read_u32(bytes + offsetof(AssetcHclipHeader, version)) != ASSETC_HCLIP_VERSION)
    return 0;
  clips->bytes = bytes;
  clips->count = assetc_read_u32(bytes + offsetof(AssetcHclipHeader, clipCount));
  clips->jointCount = assetc_read_u32(bytes + offsetof(AssetcHclipHeader, jointCount));
  clips->targetCount = assetc_read_u32(bytes + offsetof(AssetcHclipHeader, targetCount));
  return 1;
}

int assetc_hclips_open(
  AssetcHclips *clips, const void *file, size_t size, uint64_t jointCount, uint64_t targetCount, AssetcError *error
) {
  return assetc_hclips_validate(file, size, jointCount, targetCount, error) &&
         assetc_hclips_open_trusted(clips, file, size);
}

int assetc_hclips_at(const AssetcHclips *clips, uint32_t index, AssetcHclip *clip) {
  const unsigned char *row = assetc_impl_clip_row(clips->bytes, index);
  if (index >= clips->count) return 0;
  assetc_impl_begin_clip(clips, row, clip);
  return assetc_impl_place_parts(clips, row, clip);
}

int assetc_hclips_find(const AssetcHclips *clips, const char *name, size_t length, AssetcHclip *clip) {
  AssetcText wanted;
  uint32_t i;
  wanted.data = name;
  wanted.length = length;
  for (i = 0; i < clips->count; i++)
    if (assetc_hclips_at(clips, i, clip) && assetc_text_equal(clip->name, wanted)) return 1;
  return 0;
}
