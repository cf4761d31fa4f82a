/* @implementation */

/* Words of 64 bits, one for each 16 tracks of the largest clip. */
#define ASSETC_IMPL_CLIP_WORDS ((3u * ASSETC_HCLIP_MAX_JOINTS + ASSETC_HCLIP_MAX_TARGETS) / (16u * 64u) + 1u)

/* A clip under inspection. */
typedef struct AssetcImplClipCheck {
  const AssetcImplFile *file;
  AssetcHclip clip;
  uint64_t row; /* Offset of its HclipClip. */
  uint64_t start; /* Of the body. */
  uint64_t end;
  /* A bit for each 16 tracks: whether one of them is animated. A file may have many segments and many tracks of which few are. */
  uint64_t animated[ASSETC_IMPL_CLIP_WORDS];
} AssetcImplClipCheck;

static uint64_t assetc_impl_place(const AssetcImplClipCheck *check, const void *p) {
  return (uint64_t)((const unsigned char *)p - check->file->bytes);
}

/* The bits up to `end`, less than a byte, are zero. */
static int assetc_impl_ends_well(const AssetcImplFile *file, uint64_t at, uint64_t end, const char *field) {
  if (end - at < 8 && assetc_impl_low_bits(assetc_impl_bits(file->bytes, at), (uint32_t)(end - at)) == 0) return 1;
  return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at >> 3, field);
}

static int assetc_impl_are_finite(const AssetcImplFile *file, uint64_t at, uint32_t count) {
  uint32_t c;
  for (c = 0; c < count; c++)
    if (!assetc_impl_finite(assetc_impl_float_bits(file->bytes, at + c * 32u))) return 0;
  return 1;
}

static int assetc_impl_check_times(const AssetcImplClipCheck *check) {
  const AssetcHclip *clip = &check->clip;
  float previous = 0;
  size_t i;
  for (i = 0; (clip->flags & ASSETC_HCLIP_HAS_TIMES) != 0 && i < clip->sampleCount; i++) {
    float time = assetc_read_f32(clip->times + i * sizeof time);
    if (!(i == 0 ? time == 0 : time > previous && assetc_impl_finite(time)))
      return assetc_impl_fail(
        check->file, ASSETC_ERROR_BAD_ORDER, assetc_impl_place(check, clip->times + i * sizeof time), "clip[].time[]");
    previous = time;
  }
  return 1;
}

static int assetc_impl_check_stepped_keys(
  const AssetcImplClipCheck *check, uint64_t *at, uint32_t keyCount, uint32_t components
) {
  const AssetcImplFile *file = check->file;
  float last = 0;
  uint32_t key, c;
  for (key = 0; key < keyCount; key++) {
    float time = assetc_read_f32(file->bytes + *at);
    if (!assetc_impl_finite(time) || time < 0)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, *at, "clip[].stepped[].key[].time");
    if (time < last) return assetc_impl_fail(file, ASSETC_ERROR_BAD_ORDER, *at, "clip[].stepped[].key[].time");
    last = time;
    *at += 4;
    for (c = 0; c < components; c++, *at += 4)
      if (!assetc_impl_finite(assetc_read_f32(file->bytes + *at)))
        return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, *at, "clip[].stepped[].key[].value");
  }
  return 1;
}

static int assetc_impl_check_stepped(const AssetcImplClipCheck *check) {
  const AssetcImplFile *file = check->file;
  const AssetcHclip *clip = &check->clip;
  uint64_t trackCount = assetc_impl_track_count(clip), at = assetc_impl_place(check, clip->keys), next = 0;
  uint32_t i;
  for (i = 0; i < clip->steppedCount; i++) {
    const unsigned char *row = clip->stepped + (size_t)i * sizeof(AssetcHclipStepped);
    uint64_t place = assetc_impl_place(check, row);
    uint32_t track = assetc_read_u32(row), keyCount = assetc_read_u32(row + 4);
    if (track >= trackCount) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, place, "clip[].stepped[].track");
    if (track < next) return assetc_impl_fail(file, ASSETC_ERROR_BAD_ORDER, place, "clip[].stepped[].track");
    if (assetc_impl_track_kind(clip, track) != ASSETC_HCLIP_KIND_NONE)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, place, "clip[].stepped[].track");
    if (keyCount == 0) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, place + 4, "clip[].stepped[].keyCount");
    next = (uint64_t)track + 1;
    if (!assetc_impl_check_stepped_keys(check, &at, keyCount, assetc_impl_track_components(clip, track))) return 0;
  }
  return 1;
}

/* The next track of a kind from `track` on. Passes over 16 at a time that are of kind none. */
static uint64_t assetc_impl_next_of_kind(const AssetcHclip *clip, uint64_t track, uint64_t count, uint32_t kind) {
  while (track < count) {
    if (track % 16 == 0 && assetc_read_u32(clip->kinds + track / 4) == 0) track += 16;
    else if (assetc_impl_track_kind(clip, track) == kind) return track;
    else track++;
  }
  return count;
}

static int assetc_impl_check_constants(const AssetcImplClipCheck *check) {
  const AssetcImplFile *file = check->file;
  const AssetcHclip *clip = &check->clip;
  uint64_t trackCount = assetc_impl_track_count(clip), track = 0;
  uint64_t at = assetc_impl_place(check, clip->constants) * 8, end = assetc_impl_place(check, clip->name.data) * 8;
  AssetcImplTrackHead head;
  for (;; track++) {
    uint32_t components;
    track = assetc_impl_next_of_kind(clip, track, trackCount, ASSETC_HCLIP_KIND_CONSTANT);
    if (track >= trackCount) break;
    components = assetc_impl_track_components(clip, track);
    assetc_impl_read_track_head(file->bytes, at, components, 1, &head);
    if (!head.isValid || head.end > end || (head.isRaw && !assetc_impl_are_finite(file, head.bases, components)))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at >> 3, "clip[].constants");
    at = head.end;
  }
  return assetc_impl_ends_well(file, at, end, "clip[].constants");
}

static void assetc_impl_list_animated(AssetcImplClipCheck *check) {
  uint64_t count = assetc_impl_track_count(&check->clip), track = 0;
  memset(check->animated, 0, (size_t)(count / (16 * 64) + 1) * sizeof check->animated[0]);
  for (;; track++) {
    track = assetc_impl_next_of_kind(&check->clip, track, count, ASSETC_HCLIP_KIND_ANIMATED);
    if (track >= count) return;
    check->animated[track / (16 * 64)] |= (uint64_t)1 << track / 16 % 64;
  }
}

/* The next animated track from `track` on. */
static uint64_t assetc_impl_next_animated(const AssetcImplClipCheck *check, uint64_t track, uint64_t count) {
  while (track < count) {
    uint64_t rest = check->animated[track / (16 * 64)] >> track / 16 % 64;
    if (rest == 0) track = (track / (16 * 64) + 1) * (16 * 64);
    else if ((rest & 1) == 0) track = (track / 16 + 1) * 16;
    else if (assetc_impl_track_kind(&check->clip, track) == ASSETC_HCLIP_KIND_ANIMATED) return track;
    else track++;
  }
  return count;
}

/* A segment under inspection; positions in bits. */
typedef struct AssetcImplSegmentCheck {
  uint64_t samples;
  uint64_t length;
  uint64_t poseBits;
  uint64_t tracks; /* Where the descriptions start. */
  uint64_t row; /* Offset of its HclipSegment. */
} AssetcImplSegmentCheck;

/* Moves `segment->tracks` to their end. */
static int assetc_impl_check_segment(const AssetcImplClipCheck *check, AssetcImplSegmentCheck *segment) {
  const AssetcImplFile *file = check->file;
  uint64_t trackCount = assetc_impl_track_count(&check->clip), track = 0, sampleBits = 0, i;
  AssetcImplTrackHead head;
  for (;; track++) {
    uint32_t components;
    track = assetc_impl_next_animated(check, track, trackCount);
    if (track >= trackCount) break;
    components = assetc_impl_track_components(&check->clip, track);
    assetc_impl_read_track_head(file->bytes, segment->tracks, components, 0, &head);
    if (!head.isValid || head.end > check->end * 8)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, segment->tracks >> 3, "clip[].segment[]");
    if (sampleBits + head.sampleBits > segment->poseBits)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, segment->row + 4, "clip[].segment[].poseBits");
    for (i = 0; head.isRaw && i < segment->length; i++)
      if (!assetc_impl_are_finite(file, segment->samples + i * segment->poseBits + sampleBits, components))
        return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, segment->tracks >> 3, "clip[].segment[]");
    sampleBits += head.sampleBits;
    segment->tracks = head.end;
  }
  if (sampleBits != segment->poseBits)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, segment->row + 4, "clip[].segment[].poseBits");
  return assetc_impl_ends_well(file, segment->tracks, (segment->tracks + 7) / 8 * 8, "clip[].segment[]");
}

static int assetc_impl_check_segments(const AssetcImplClipCheck *check) {
  const AssetcImplFile *file = check->file;
  const AssetcHclip *clip = &check->clip;
  uint64_t start = assetc_impl_place(check, clip->name.data) + clip->name.length, i;
  for (i = 0; i < clip->segmentCount; i++) {
    AssetcImplSegmentCheck segment;
    uint64_t samplesEnd, tracks;
    segment.row = check->start + i * sizeof(AssetcHclipSegment);
    if (check->start + assetc_read_u32(file->bytes + segment.row) != start)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, segment.row, "clip[].segment[].offset");
    segment.length = (i + 1) * clip->sampleCount / clip->segmentCount - i * clip->sampleCount / clip->segmentCount;
    segment.poseBits = assetc_read_u32(file->bytes + segment.row + 4);
    segment.samples = start * 8;
    samplesEnd = segment.samples + segment.length * segment.poseBits;
    tracks = (samplesEnd + 7) / 8;
    if (tracks > check->end)
      return assetc_impl_fail(file, ASSETC_ERROR_TRUNCATED, segment.row + 4, "clip[].segment[].poseBits");
    segment.tracks = tracks * 8;
    if (!assetc_impl_check_segment(check, &segment) ||
        !assetc_impl_ends_well(file, samplesEnd, tracks * 8, "clip[].segment[]"))
      return 0;
    start = (segment.tracks + 7) / 8;
  }
  if (start != check->end) return assetc_impl_fail(file, ASSETC_ERROR_TRAILING_BYTES, start, "clip[]");
  return 1;
}

static int assetc_impl_bad_clip(const AssetcImplClipCheck *check, size_t place, const char *field) {
  return assetc_impl_fail(check->file, ASSETC_ERROR_BAD_VALUE, check->row + place, field);
}

/* The counts of a row, before anything that they describe is read. */
static int assetc_impl_check_clip_counts(const AssetcImplClipCheck *check, uint64_t size) {
  const AssetcHclip *clip = &check->clip;
  const unsigned char *row = check->file->bytes + check->row;
  int hasTimes = (clip->flags & ASSETC_HCLIP_HAS_TIMES) != 0;
  uint64_t needed = (uint64_t)clip->segmentCount * sizeof(AssetcHclipSegment) + assetc_impl_times_bytes(clip) +
                    (uint64_t)clip->steppedCount * sizeof(AssetcHclipStepped) + (assetc_impl_track_count(clip) + 3) / 4 +
                    assetc_read_u32(row + offsetof(AssetcHclipClip, constantBytes)) +
                    assetc_read_u16(row + offsetof(AssetcHclipClip, nameLen));
  if (clip->segmentCount > clip->sampleCount ||
      clip->sampleCount > (uint64_t)clip->segmentCount * ASSETC_HCLIP_MAX_SEGMENT_SAMPLES)
    return assetc_impl_bad_clip(check, offsetof(AssetcHclipClip, segmentCount), "clip[].segmentCount");
  if (clip->segmentCount == 0 && ((clip->flags & ASSETC_HCLIP_LOOPS) != 0 || hasTimes))
    return assetc_impl_bad_clip(check, offsetof(AssetcHclipClip, flags), "clip[].flags");
  if ((clip->rate > 0 && (clip->segmentCount == 0 || hasTimes)) ||
      (clip->rate == 0 && clip->sampleCount > 1 && !hasTimes))
    return assetc_impl_bad_clip(check, offsetof(AssetcHclipClip, rate), "clip[].rate");
  if (needed > size) return assetc_impl_bad_clip(check, offsetof(AssetcHclipClip, size), "clip[].size");
  return 1;
}

static int assetc_impl_check_kinds(const AssetcImplClipCheck *check) {
  const AssetcHclip *clip = &check->clip;
  uint64_t count = assetc_impl_track_count(clip), track;
  for (track = count; track % 4 != 0; track++)
    if (assetc_impl_track_kind(clip, track) != 0)
      return assetc_impl_fail(
        check->file, ASSETC_ERROR_BAD_VALUE, assetc_impl_place(check, clip->kinds + (track >> 2)), "clip[].kinds");
  if ((assetc_impl_next_of_kind(clip, 0, count, ASSETC_HCLIP_KIND_ANIMATED) < count) != (clip->sampleCount > 0))
    return assetc_impl_bad_clip(check, offsetof(AssetcHclipClip, sampleCount), "clip[].sampleCount");
  return 1;
}

/* Moves `start` past the clip. */
static int assetc_impl_check_compressed_clip(const AssetcImplFile *file, const AssetcHclips *clips, uint32_t index, uint64_t *start) {
  AssetcImplClipCheck check;
  uint64_t size, zero;
  check.file = file;
  check.row = sizeof(AssetcHclipHeader) + (uint64_t)index * sizeof(AssetcHclipClip);
  check.start = *start;
  if (!assetc_impl_inspect_hclip_clip(file, check.row)) return 0;
  if (assetc_read_u32(file->bytes + check.row) != check.start)
    return assetc_impl_bad_clip(&check, offsetof(AssetcHclipClip, offset), "clip[].offset");
  size = assetc_read_u32(file->bytes + check.row + offsetof(AssetcHclipClip, size));
  if (check.start + size > file->size - ASSETC_HCLIP_TAIL_BYTES)
    return assetc_impl_bad_clip(&check, offsetof(AssetcHclipClip, size), "clip[].size");
  check.end = check.start + size;
  assetc_impl_begin_clip(clips, file->bytes + check.row, &check.clip);
  if (!assetc_impl_check_clip_counts(&check, size)) return 0;
  if (!assetc_impl_place_parts(clips, file->bytes + check.row, &check.clip))
    return assetc_impl_bad_clip(&check, offsetof(AssetcHclipClip, steppedCount), "clip[].steppedCount");
  assetc_impl_list_animated(&check);
  if (!assetc_impl_check_utf8(
        file, assetc_impl_place(&check, check.clip.name.data), check.clip.name.length, "clip[].name") ||
      !assetc_impl_check_kinds(&check) || !assetc_impl_check_times(&check) || !assetc_impl_check_stepped(&check) ||
      !assetc_impl_check_constants(&check) || !assetc_impl_check_segments(&check))
    return 0;
  *start = (check.end + 3) / 4 * 4;
  zero = assetc_impl_first_nonzero(file, check.end, *start);
  if (zero < *start) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, zero, "clip[]");
  return 1;
}

static int assetc_impl_check_hclips(const AssetcImplFile *file, uint64_t jointCount, uint64_t targetCount) {
  AssetcHclips clips;
  uint64_t end, zero;
  uint32_t i;
  if (!assetc_impl_inspect_hclip_header(file, 0)) return 0;
  if (file->size > ASSETC_HCLIP_MAX_BYTES) return assetc_impl_fail(file, ASSETC_ERROR_UNSUPPORTED, 0, "file");
  assetc_hclips_open_trusted(&clips, file->bytes, (size_t)file->size);
  if (jointCount != ASSETC_ANY_COUNT && clips.jointCount != jointCount)
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_RANGE, offsetof(AssetcHclipHeader, jointCount), "HclipHeader.jointCount");
  if (targetCount != ASSETC_ANY_COUNT && clips.targetCount != targetCount)
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_RANGE, offsetof(AssetcHclipHeader, targetCount), "HclipHeader.targetCount");
  end = sizeof(AssetcHclipHeader) + (uint64_t)clips.count * sizeof(AssetcHclipClip);
  if (end + ASSETC_HCLIP_TAIL_BYTES > file->size)
    return assetc_impl_fail(
      file, ASSETC_ERROR_TRUNCATED, offsetof(AssetcHclipHeader, clipCount), "HclipHeader.clipCount");
  for (i = 0; i < clips.count; i++)
    if (!assetc_impl_check_compressed_clip(file, &clips, i, &end)) return 0;
  if (file->size != end + ASSETC_HCLIP_TAIL_BYTES) return assetc_impl_fail(file, ASSETC_ERROR_TRAILING_BYTES, end, "file");
  zero = assetc_impl_first_nonzero(file, end, file->size);
  if (zero < file->size) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, zero, "file");
  return 1;
}

int assetc_hclips_validate(const void *file, size_t size, uint64_t jointCount, uint64_t targetCount, AssetcError *error) {
  AssetcImplFile whole = assetc_impl_file(file, size, error);
  return assetc_impl_check_hclips(&whole, jointCount, targetCount);
}
