/* Poses of compressed clips. Times may come in any order: nothing is stored between calls, and a pose takes the same time everywhere. */

/*
 * Sets the properties that the clip animates and leaves others unchanged. `bind`: the bind pose, for properties that keep it during the
 * whole clip. Times before the start and after the end are clamped; NaN is the start. Joints from `jointCount` on are passed over.
 */
ASSETC_API void assetc_hclip_sample(
  const AssetcHclip *clip, float time, const AssetcTransform *bind, AssetcTransform *locals, uint32_t jointCount
);
/* One joint, which must exist. `bind`: the whole bind pose. Others are passed over, which takes less time than a pose. */
ASSETC_API void assetc_hclip_sample_joint(
  const AssetcHclip *clip, float time, uint32_t joint, const AssetcTransform *bind, AssetcTransform *local
);
/*
 * Streaming: a segment is a page. With assetc_hclips_open_trusted only these bytes of the file must be there: the header with its rows, the body of the
 * clip up to its first page, and the pages that a time needs. Reserve the size of the file, or map it, and load these.
 */
typedef struct AssetcRange {
  uint64_t offset; /* From the start of the file. */
  uint64_t size;
} AssetcRange;
/* Header and rows of all clips, from the header. */
ASSETC_API AssetcRange assetc_hclip_table_range(const void *file);
/* The body up to its first page, from the table and the first 8 bytes of the body, which are at `offset` of its range. */
ASSETC_API AssetcRange assetc_hclip_head_range(const void *file, uint32_t index);
/* A page of an open clip; its size is 0 if there is no such page. */
ASSETC_API AssetcRange assetc_hclip_page_range(const AssetcHclips *clips, uint32_t index, uint32_t page);
/* Which pages a time needs: one or two of them, or none if the clip has no samples. Returns how many. */
ASSETC_API uint32_t assetc_hclip_pages_at(const AssetcHclip *clip, float time, uint32_t pages[2]);

/* Sets the weights of morph targets that the clip animates. `defaults`: the default weight of each target. */
ASSETC_API void assetc_hclip_sample_weights(
  const AssetcHclip *clip, float time, const float *defaults, float *weights, uint32_t targetCount
);

/* @implementation */

/* Where the two samples around a time are, in bits from the start of the body. 0: before the time, 1: after it. */
typedef struct AssetcImplSampler {
  const unsigned char *body;
  uint64_t at[2]; /* Values of the next track. */
  uint64_t track[2]; /* Description of the next track. */
  double index[2]; /* Number of the sample in its segment, divided by ASSETC_HCLIP_SLOPE_STEPS. */
  uint32_t segment[2];
  int isOneSegment; /* Then only track[0] is used. */
  double share; /* Of the second sample. */
  uint64_t constant; /* Next constant track. */
} AssetcImplSampler;

/* First sample of a segment. Exact: the product is below 2^53. */
ASSETC_IMPL_INLINE uint32_t assetc_impl_segment_start(const AssetcHclip *clip, uint32_t segment) {
  return (uint32_t)((double)segment * clip->sampleCount / clip->segmentCount);
}

static uint32_t assetc_impl_place_sample(const AssetcHclip *clip, uint32_t sample, AssetcImplSampler *sampler, int which) {
  /* The inverse of assetc_impl_segment_start, which rounds down: one of two neighbors. */
  uint32_t segment = (uint32_t)((double)sample * clip->segmentCount / clip->sampleCount), start, end;
  const unsigned char *row;
  uint64_t data, poseBits;
  end = assetc_impl_segment_start(clip, segment + 1);
  if (end <= sample) {
    segment++;
    end = assetc_impl_segment_start(clip, segment + 1);
  }
  start = assetc_impl_segment_start(clip, segment);
  row = clip->body + (size_t)segment * sizeof(AssetcHclipSegment);
  data = assetc_read_u32(row);
  poseBits = assetc_read_u32(row + 4);
  sampler->at[which] = data * 8 + (sample - start) * poseBits;
  sampler->track[which] = (data + ((end - start) * poseBits + 7) / 8) * 8;
  sampler->index[which] = (double)(sample - start) / ASSETC_HCLIP_SLOPE_STEPS;
  return segment;
}

/* The last of `count` times, `stride` bytes apart, that is not later than `time`; the first if all are. */
static uint32_t assetc_impl_last_not_later(const unsigned char *times, size_t stride, uint32_t count, float time) {
  uint32_t low = 0, high = count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (assetc_read_f32(times + middle * stride) <= time) low = middle;
    else high = middle;
  }
  return low;
}

/* The position of a time among listed ones. After the last of a loop comes its end. */
static double assetc_impl_listed_position(const AssetcHclip *clip, float time, uint32_t spans) {
  uint32_t low = assetc_impl_last_not_later(clip->times, sizeof(float), clip->sampleCount, time);
  double start, end;
  if (low >= spans) return spans;
  start = assetc_read_f32(clip->times + (size_t)low * 4);
  end = low + 1 < clip->sampleCount ? assetc_read_f32(clip->times + (size_t)low * 4 + 4) : clip->duration;
  return end > start ? low + ((double)time - start) / (end - start) : low;
}

static void assetc_impl_begin_sampling(const AssetcHclip *clip, float time, AssetcImplSampler *sampler) {
  uint32_t spans = (clip->flags & ASSETC_HCLIP_LOOPS) != 0 ? clip->sampleCount : clip->sampleCount - 1, first, next;
  double position;
  memset(sampler, 0, sizeof *sampler);
  sampler->body = clip->body;
  sampler->constant = (uint64_t)(clip->constants - clip->body) * 8;
  if (clip->sampleCount == 0) return;
  position = (clip->flags & ASSETC_HCLIP_HAS_TIMES) != 0 ? assetc_impl_listed_position(clip, time, spans)
                                                         : (double)time * (double)clip->rate;
  if (position >= spans) {
    /* At its end a clip has just its last sample; a loop its first one. */
    first = next = (clip->flags & ASSETC_HCLIP_LOOPS) != 0 ? 0 : spans;
  } else {
    first = (uint32_t)position;
    next = first + 1 == clip->sampleCount ? 0 : first + 1;
    sampler->share = position - first;
  }
  sampler->segment[0] = assetc_impl_place_sample(clip, first, sampler, 0);
  sampler->segment[1] = assetc_impl_place_sample(clip, next, sampler, 1);
  sampler->isOneSegment = sampler->segment[0] == sampler->segment[1];
}

/* NaN is the start. */
static float assetc_impl_clamped_time(const AssetcHclip *clip, float time) {
  return !(time > 0) ? 0 : time < clip->duration ? time : clip->duration;
}

/* The component that makes the length 1. */
ASSETC_IMPL_INLINE double assetc_impl_rest_of_unit(const double *v) {
  double squared = 1 - (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return squared > 0 ? sqrt(squared) : 0;
}

/* One component of two samples; `at` and `index` as in the sampler, `at` of the component itself. */
ASSETC_IMPL_INLINE void assetc_impl_read_component(
  const unsigned char *body, const AssetcImplTrackHead *head, uint32_t c, const uint64_t *at, const double *index, double *a, double *b
) {
  uint32_t width = head->widths >> (c * 5) & 31;
  int64_t base = assetc_impl_signed_bits(assetc_impl_bits(body, head->bases + c * head->baseBits), head->baseBits);
  double x = (double)(base + assetc_impl_low_bits(assetc_impl_bits(body, at[0]), width));
  double y = (double)(base + assetc_impl_low_bits(assetc_impl_bits(body, at[1]), width));
  if (head->slopeBits > 0) {
    uint64_t slopes = head->bases + head->stored * head->baseBits;
    double slope =
      (double)assetc_impl_signed_bits(assetc_impl_bits(body, slopes + c * head->slopeBits), head->slopeBits);
    x += slope * index[0];
    y += slope * index[1];
  }
  a[c] = x * head->step;
  b[c] = y * head->step;
}

/* A track of two samples with one description. The component of a rotation that is left out comes last. */
ASSETC_IMPL_INLINE void assetc_impl_read_two(
  const unsigned char *body, const AssetcImplTrackHead *head, uint32_t components, const uint64_t *at, const double *index, double *a, double *b
) {
  uint64_t places[2];
  uint32_t c;
  if (head->isRaw) {
    for (c = 0; c < components; c++) {
      a[c] = assetc_impl_float_bits(body, at[0] + c * 32u);
      b[c] = assetc_impl_float_bits(body, at[1] + c * 32u);
    }
    return;
  }
  places[0] = at[0];
  places[1] = at[1];
  assetc_impl_read_component(body, head, 0, places, index, a, b);
  if (components == 1) return;
  places[0] += head->widths & 31;
  places[1] += head->widths & 31;
  assetc_impl_read_component(body, head, 1, places, index, a, b);
  places[0] += head->widths >> 5 & 31;
  places[1] += head->widths >> 5 & 31;
  assetc_impl_read_component(body, head, 2, places, index, a, b);
  if (components == 3) return;
  if (head->omitted < ASSETC_HCLIP_ALL_FOUR) {
    a[3] = assetc_impl_rest_of_unit(a);
    b[3] = assetc_impl_rest_of_unit(b);
    return;
  }
  places[0] += head->widths >> 10 & 31;
  places[1] += head->widths >> 10 & 31;
  assetc_impl_read_component(body, head, 3, places, index, a, b);
}

/* Moves the component that is left out from the end to its place. */
static void assetc_impl_put_in_order(double *v, uint32_t omitted) {
  double last = v[3];
  uint32_t c;
  if (omitted >= ASSETC_HCLIP_ALL_FOUR) return;
  for (c = 3; c > omitted; c--) v[c] = v[c - 1];
  v[omitted] = last;
}

/*
 * The two samples of the next animated track. Returns the component that is last, or ASSETC_HCLIP_ALL_FOUR. If it is not wanted, the track is
 * passed over.
 */
ASSETC_IMPL_INLINE uint32_t assetc_impl_read_animated(
  AssetcImplSampler *sampler, uint32_t components, int isWanted, double *a, double *b
) {
  AssetcImplTrackHead head;
  double unused[4], index[2];
  uint64_t at[2];
  uint32_t omitted;
  assetc_impl_read_track_head(sampler->body, sampler->track[0], components, 0, &head);
  sampler->track[0] = head.end;
  omitted = head.omitted;
  if (sampler->isOneSegment) {
    if (isWanted) assetc_impl_read_two(sampler->body, &head, components, sampler->at, sampler->index, a, b);
    sampler->at[0] += head.sampleBits;
    sampler->at[1] += head.sampleBits;
    return omitted;
  }
  at[0] = at[1] = sampler->at[0];
  index[0] = index[1] = sampler->index[0];
  if (isWanted) assetc_impl_read_two(sampler->body, &head, components, at, index, a, unused);
  sampler->at[0] += head.sampleBits;
  assetc_impl_read_track_head(sampler->body, sampler->track[1], components, 0, &head);
  sampler->track[1] = head.end;
  at[0] = at[1] = sampler->at[1];
  index[0] = index[1] = sampler->index[1];
  if (isWanted) assetc_impl_read_two(sampler->body, &head, components, at, index, b, unused);
  sampler->at[1] += head.sampleBits;
  if (isWanted && components == 4) {
    assetc_impl_put_in_order(a, omitted);
    assetc_impl_put_in_order(b, head.omitted);
  }
  return ASSETC_HCLIP_ALL_FOUR;
}

/* `out` may be NULL: then the track is passed over. Rotations are only collected. */
ASSETC_IMPL_INLINE void assetc_impl_sample_animated(
  AssetcImplSampler *sampler, uint32_t components, AssetcImplRotations *rotations, float *out
) {
  double a[4] = { 0, 0, 0, 0 }, b[4] = { 0, 0, 0, 0 };
  uint32_t omitted = assetc_impl_read_animated(sampler, components, out != NULL, a, b), c;
  if (out == NULL) return;
  if (components == 4) {
    uint32_t at = rotations->count++;
    rotations->omitted[at] = omitted;
    rotations->out[at] = out;
    for (c = 0; c < 4; c++) {
      rotations->from[c][at] = a[c];
      rotations->to[c][at] = b[c];
    }
    if (rotations->count == ASSETC_IMPL_ROTATIONS) assetc_impl_mix_rotations(rotations, sampler->share);
    return;
  }
  for (c = 0; c < components; c++) out[c] = (float)(a[c] * (1 - sampler->share) + b[c] * sampler->share);
}

/* A constant rotation. With a component left out, its length is 1 unless the root of a negative number was 0. */
ASSETC_IMPL_INLINE void assetc_impl_store_constant(double *v, uint32_t omitted, float *out) {
  double squared;
  if (omitted < ASSETC_HCLIP_ALL_FOUR) {
    v[3] = assetc_impl_rest_of_unit(v);
    if (v[3] > 0) {
      assetc_impl_store_rotation(v[0], v[1], v[2], v[3], omitted, out);
      return;
    }
  }
  squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3];
  if (squared > 0) {
    double scale = 1 / sqrt(squared);
    assetc_impl_store_rotation(v[0] * scale, v[1] * scale, v[2] * scale, v[3] * scale, omitted, out);
  } else assetc_impl_store_rotation(0, 0, 0, 1, ASSETC_HCLIP_ALL_FOUR, out);
}

ASSETC_IMPL_INLINE void assetc_impl_sample_constant(AssetcImplSampler *sampler, uint32_t components, float *out) {
  AssetcImplTrackHead head;
  double value[4];
  uint32_t c;
  assetc_impl_read_track_head(sampler->body, sampler->constant, components, 1, &head);
  sampler->constant = head.end;
  if (out == NULL) return;
  for (c = 0; c < head.stored; c++) {
    uint64_t at = head.bases + c * (head.isRaw ? 32u : head.baseBits);
    value[c] = head.isRaw
                 ? (double)assetc_impl_float_bits(sampler->body, at)
                 : (double)assetc_impl_signed_bits(assetc_impl_bits(sampler->body, at), head.baseBits) * head.step;
  }
  if (components == 4) assetc_impl_store_constant(value, head.omitted, out);
  else
    for (c = 0; c < components; c++) out[c] = (float)value[c];
}

/* A group of tracks. */
typedef struct AssetcImplGroup {
  uint64_t first; /* Number of the first track. */
  uint32_t count;
  uint32_t from; /* Stored ones, the first one at `out`; others are passed over. */
  uint32_t to;
  uint32_t stride; /* Floats from one value to the next. */
  const float *rest;
  float *out;
} AssetcImplGroup;

ASSETC_IMPL_INLINE void assetc_impl_sample_group(
  AssetcImplSampler *sampler, const unsigned char *kinds, const AssetcImplGroup *group, uint32_t components
) {
  AssetcImplSampler s = *sampler;
  AssetcImplRotations rotations;
  uint32_t i, j;
  rotations.count = 0;
  for (i = 0; i < group->count; i += 16) {
    uint32_t word = assetc_impl_low_bits(assetc_impl_bits(kinds, (group->first + i) * 2), 32);
    if (group->count - i < 16) word &= (UINT32_C(1) << (group->count - i) * 2) - 1;
    for (j = i; word != 0; j++, word >>= 2) {
      float *out = j >= group->from && j < group->to ? group->out + (size_t)(j - group->from) * group->stride : NULL;
      uint32_t kind = word & 3;
      if (kind == ASSETC_HCLIP_KIND_ANIMATED) assetc_impl_sample_animated(&s, components, &rotations, out);
      else if (kind == ASSETC_HCLIP_KIND_CONSTANT) assetc_impl_sample_constant(&s, components, out);
      else if (kind == ASSETC_HCLIP_KIND_REST && out != NULL)
        memcpy(out, group->rest + (size_t)j * group->stride, components * sizeof(float));
    }
  }
  if (components == 4) assetc_impl_mix_rotations(&rotations, s.share);
  *sampler = s;
}

static void assetc_impl_sample_rotations(AssetcImplSampler *s, const unsigned char *kinds, const AssetcImplGroup *group) {
  assetc_impl_sample_group(s, kinds, group, 4);
}

static void assetc_impl_sample_vectors(AssetcImplSampler *s, const unsigned char *kinds, const AssetcImplGroup *group) {
  assetc_impl_sample_group(s, kinds, group, 3);
}

static void assetc_impl_sample_scalars(AssetcImplSampler *s, const unsigned char *kinds, const AssetcImplGroup *group) {
  assetc_impl_sample_group(s, kinds, group, 1);
}

/* By group: the place of its value among the floats of a joint. */
static const uint32_t assetc_impl_group_places[] = { 3, 0, 7, 0, 0 };

/* Stepped tracks of the groups `first` to `last`. */
static void assetc_impl_sample_stepped(
  const AssetcHclip *clip, float time, uint32_t first, uint32_t last, uint32_t from, uint32_t to, uint32_t stride, float *out
) {
  const unsigned char *keys = clip->keys;
  uint32_t i;
  for (i = 0; i < clip->steppedCount; i++) {
    const unsigned char *row = clip->stepped + (size_t)i * sizeof(AssetcHclipStepped);
    uint64_t track = assetc_read_u32(row);
    uint32_t keyCount = assetc_read_u32(row + 4), group = assetc_impl_group_of(clip, &track);
    uint32_t components = assetc_impl_group_components(group), low;
    size_t size = (components + 1u) * 4u;
    low = assetc_impl_last_not_later(keys, size, keyCount, time);
    if (group >= first && group <= last && track >= from && track < to)
      memcpy(out + (track - from) * stride + assetc_impl_group_places[group], keys + low * size + 4, size - 4);
    keys += keyCount * size;
  }
}

/* The groups `first` to `last` are stored, of these the tracks `from` to before `to`; the others are passed over. */
static void assetc_impl_sample_groups(
  const AssetcHclip *clip, float time, uint32_t first, uint32_t last, uint32_t from, uint32_t to, uint32_t stride, const float *rest, float *out
) {
  AssetcImplSampler sampler;
  AssetcImplGroup group;
  uint32_t i;
  time = assetc_impl_clamped_time(clip, time);
  assetc_impl_begin_sampling(clip, time, &sampler);
  group.first = 0;
  group.stride = stride;
  for (i = 0; i <= last; i++) {
    group.count = assetc_impl_group_tracks(clip, i);
    group.from = from;
    group.to = i < first ? 0 : to;
    group.rest = rest + assetc_impl_group_places[i];
    group.out = out + assetc_impl_group_places[i];
    if (i == 0) assetc_impl_sample_rotations(&sampler, clip->kinds, &group);
    else if (i < 3) assetc_impl_sample_vectors(&sampler, clip->kinds, &group);
    else assetc_impl_sample_scalars(&sampler, clip->kinds, &group);
    group.first += group.count;
  }
  assetc_impl_sample_stepped(clip, time, first, last, from, to, stride, out);
}

void assetc_hclip_sample(
  const AssetcHclip *clip, float time, const AssetcTransform *bind, AssetcTransform *locals, uint32_t jointCount
) {
  if (jointCount == 0) return;
  assetc_impl_sample_groups(
    clip, time, 0, 2, 0, jointCount, sizeof *locals / sizeof(float), bind->translation, locals->translation);
}

void assetc_hclip_sample_joint(
  const AssetcHclip *clip, float time, uint32_t joint, const AssetcTransform *bind, AssetcTransform *local
) {
  *local = bind[joint];
  assetc_impl_sample_groups(
    clip, time, 0, 2, joint, joint + 1, sizeof *local / sizeof(float), bind->translation, local->translation);
}

void assetc_hclip_sample_weights(
  const AssetcHclip *clip, float time, const float *defaults, float *weights, uint32_t targetCount
) {
  if (targetCount == 0 || assetc_impl_group_tracks(clip, 3) == 0) return;
  assetc_impl_sample_groups(clip, time, 3, 3, 0, targetCount, 1, defaults, weights);
}

AssetcRange assetc_hclip_table_range(const void *file) {
  AssetcRange range;
  uint32_t count = assetc_read_u32((const unsigned char *)file + offsetof(AssetcHclipHeader, clipCount));
  range.offset = 0;
  range.size = sizeof(AssetcHclipHeader) + (uint64_t)count * sizeof(AssetcHclipClip);
  return range;
}

AssetcRange assetc_hclip_head_range(const void *file, uint32_t index) {
  const unsigned char *bytes = (const unsigned char *)file, *row = assetc_impl_clip_row(bytes, index);
  AssetcRange range;
  range.offset = assetc_read_u32(row + offsetof(AssetcHclipClip, offset));
  range.size = assetc_read_u32(row + offsetof(AssetcHclipClip, segmentCount)) > 0
                 ? assetc_read_u32(bytes + range.offset)
                 : assetc_read_u32(row + offsetof(AssetcHclipClip, size));
  return range;
}

AssetcRange assetc_hclip_page_range(const AssetcHclips *clips, uint32_t index, uint32_t page) {
  const unsigned char *row = assetc_impl_clip_row(clips->bytes, index);
  AssetcRange range = { 0, 0 };
  uint32_t body, count;
  if (index >= clips->count) return range;
  body = assetc_read_u32(row + offsetof(AssetcHclipClip, offset));
  count = assetc_read_u32(row + offsetof(AssetcHclipClip, segmentCount));
  if (page >= count) return range;
  row = page + 1 < count ? clips->bytes + body + (size_t)(page + 1) * sizeof(AssetcHclipSegment)
                         : row + offsetof(AssetcHclipClip, size);
  range.offset = assetc_read_u32(clips->bytes + body + (size_t)page * sizeof(AssetcHclipSegment));
  range.size = assetc_read_u32(row) - range.offset;
  range.offset += body;
  return range;
}

uint32_t assetc_hclip_pages_at(const AssetcHclip *clip, float time, uint32_t pages[2]) {
  AssetcImplSampler sampler;
  if (clip->sampleCount == 0) return 0;
  assetc_impl_begin_sampling(clip, assetc_impl_clamped_time(clip, time), &sampler);
  pages[0] = sampler.segment[0];
  pages[1] = sampler.segment[1];
  return sampler.isOneSegment ? 1 : 2;
}
