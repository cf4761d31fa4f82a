/* ---- Compressed geometry. ---- */

/*
 * Decoders of the codecs in docs/formats/hmesh.md. They return 1, or 0 if the data is damaged. They do not allocate, never read the
 * target, so that it may be mapped memory of a GPU, and never write past it. With damaged data, the target may be partly written.
 *
 * `stride`: bytes of a vertex, a multiple of 4 up to 256. The target has `count` vertices.
 */
ASSETC_API int assetc_decode_vertices(void *target, size_t count, size_t stride, const void *source, size_t size);

/* @implementation */

#define ASSETC_IMPL_GROUP_BYTES 24u /* Maximum bytes of a group of 16 deltas. */

#ifdef ASSETC_IMPL_WIDE

/* Bytes for the lanes whose bit is set in `low` and `high`, 0 for the others. */
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_take_bytes(const unsigned char *rest, uint32_t low, uint32_t high) {
  const unsigned char *shuffles = (const unsigned char *)(const void *)assetc_impl_byte_shuffles;
  AssetcImplWide first = assetc_impl_wide_load8(shuffles + low * 8);
  AssetcImplWide second = assetc_impl_wide_load8(shuffles + high * 8);
  second = assetc_impl_wide_add8(second, assetc_impl_wide_splat8(assetc_impl_byte_counts[low]));
  return assetc_impl_wide_pick(assetc_impl_wide_load(rest), assetc_impl_wide_join(first, second));
}

/*
 * How many deltas follow as bytes, from the packed ones at `data`. With POPCNT this is shorter than by way of the lanes, and the next
 * group waits for it.
 */
#if defined(__POPCNT__) && defined(__x86_64__)
ASSETC_IMPL_INLINE size_t assetc_impl_count_taken(const unsigned char *data, uint32_t kind, uint32_t mask) {
  uint64_t bits = kind == 1 ? assetc_read_u16(data) : kind == 2 ? assetc_read_u32(data) : assetc_read_u64(data);
  (void)mask;
  if (kind == 2) bits = bits & bits >> 1 & UINT64_C(0x55555555);
  if (kind == 3) bits &= bits >> 1;
  if (kind == 3) bits = bits & bits >> 2 & UINT64_C(0x1111111111111111);
  return (size_t)__builtin_popcountll(bits);
}
#else
ASSETC_IMPL_INLINE size_t assetc_impl_count_taken(const unsigned char *data, uint32_t kind, uint32_t mask) {
  (void)data;
  (void)kind;
  return (size_t)assetc_impl_byte_counts[mask & 255] + assetc_impl_byte_counts[mask >> 8];
}
#endif

/* Unpacked deltas and the bytes from `rest` on, for those that have their largest value. */
ASSETC_IMPL_INLINE uint32_t assetc_impl_store_group(
  unsigned char *row, AssetcImplWide lanes, AssetcImplWide escape, const unsigned char *rest
) {
  AssetcImplWide kept = assetc_impl_wide_and(lanes, escape), taken = assetc_impl_wide_equal(kept, escape);
  uint32_t mask = assetc_impl_wide_mask(taken);
  kept = assetc_impl_wide_without(kept, taken);
  assetc_impl_wide_store(row, assetc_impl_wide_or(kept, assetc_impl_take_bytes(rest, mask & 255, mask >> 8)));
  return mask;
}

/* 16 deltas of 0, 1, 2, 4 or 8 bits (`kind` 0 to 4). Returns where the data continues. */
ASSETC_IMPL_INLINE const unsigned char *assetc_impl_read_group(const unsigned char *data, unsigned char *row, uint32_t kind) {
  AssetcImplWide lanes;
  uint32_t mask;
  switch (kind) {
    case 0: assetc_impl_wide_store(row, assetc_impl_wide_zero()); return data;
    case 1:
      assetc_impl_wide_store(row, assetc_impl_take_bytes(data + 2, data[0], data[1]));
      return data + 2 + assetc_impl_count_taken(data, 1, assetc_read_u16(data));
    case 2:
      lanes = assetc_impl_wide_load4(data);
      lanes = assetc_impl_wide_zip8(assetc_impl_wide_high_nibbles(lanes), lanes);
      lanes = assetc_impl_wide_zip8(assetc_impl_wide_quarter(lanes), lanes);
      mask = assetc_impl_store_group(row, lanes, assetc_impl_wide_splat8(3), data + 4);
      return data + 4 + assetc_impl_count_taken(data, 2, mask);
    case 3:
      lanes = assetc_impl_wide_load8(data);
      lanes = assetc_impl_wide_zip8(assetc_impl_wide_high_nibbles(lanes), lanes);
      mask = assetc_impl_store_group(row, lanes, assetc_impl_wide_splat8(15), data + 8);
      return data + 8 + assetc_impl_count_taken(data, 3, mask);
    default: assetc_impl_wide_store(row, assetc_impl_wide_load(data)); return data + 16;
  }
}

ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_unzigzag8(AssetcImplWide v) {
  AssetcImplWide half = assetc_impl_wide_and(assetc_impl_wide_halve(v), assetc_impl_wide_splat8(127));
  return assetc_impl_wide_xor(half, assetc_impl_wide_negate8(assetc_impl_wide_and(v, assetc_impl_wide_splat8(1))));
}

ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_unzigzag16(AssetcImplWide v) {
  AssetcImplWide sign = assetc_impl_wide_negate16(assetc_impl_wide_and(v, assetc_impl_wide_splat16(1)));
  return assetc_impl_wide_xor(assetc_impl_wide_halve(v), sign);
}

/* `mode`: 0 adds bytes, 1 adds 16-bit numbers, 2 XORs. A constant at every call, so that compilers make three functions. */
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_plus(AssetcImplWide a, AssetcImplWide b, int mode) {
  if (mode == 0) return assetc_impl_wide_add8(a, b);
  return mode == 1 ? assetc_impl_wide_add16(a, b) : assetc_impl_wide_xor(a, b);
}

/* Four vertices: writes the sums of their deltas and all before; returns the last. */
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_sum_four(
  unsigned char *out, size_t stride, AssetcImplWide v, AssetcImplWide before, int mode, int rotation
) {
  if (mode == 2) v = assetc_impl_wide_rotate(v, rotation);
  v = assetc_impl_wide_plus(v, assetc_impl_wide_up4(v), mode);
  v = assetc_impl_wide_plus(v, assetc_impl_wide_up8(v), mode);
  v = assetc_impl_wide_plus(v, before, mode);
  assetc_impl_wide_scatter(out, stride, v);
  return assetc_impl_wide_last(v);
}

ASSETC_IMPL_INLINE void assetc_impl_sum_deltas(
  unsigned char *out, size_t stride, size_t count, const unsigned char *deltas, unsigned char *last, int mode, int rotation
) {
  AssetcImplWide before = assetc_impl_wide_splat32(assetc_read_u32(last));
  size_t i;
  for (i = 0; i < count; i += 16, out += stride * 16) {
    AssetcImplWide r0 = assetc_impl_wide_load(deltas + i), r1 = assetc_impl_wide_load(deltas + 256 + i);
    AssetcImplWide r2 = assetc_impl_wide_load(deltas + 512 + i), r3 = assetc_impl_wide_load(deltas + 768 + i);
    AssetcImplWide a, b, c, d;
    if (mode == 0) {
      r0 = assetc_impl_unzigzag8(r0);
      r1 = assetc_impl_unzigzag8(r1);
      r2 = assetc_impl_unzigzag8(r2);
      r3 = assetc_impl_unzigzag8(r3);
    }
    a = assetc_impl_wide_zip8(r0, r1);
    b = assetc_impl_wide_zip8_high(r0, r1);
    c = assetc_impl_wide_zip8(r2, r3);
    d = assetc_impl_wide_zip8_high(r2, r3);
    if (mode == 1) {
      a = assetc_impl_unzigzag16(a);
      b = assetc_impl_unzigzag16(b);
      c = assetc_impl_unzigzag16(c);
      d = assetc_impl_unzigzag16(d);
    }
    before = assetc_impl_sum_four(out, stride, assetc_impl_wide_zip16(a, c), before, mode, rotation);
    before = assetc_impl_sum_four(out + stride * 4, stride, assetc_impl_wide_zip16_high(a, c), before, mode, rotation);
    before = assetc_impl_sum_four(out + stride * 8, stride, assetc_impl_wide_zip16(b, d), before, mode, rotation);
    before = assetc_impl_sum_four(out + stride * 12, stride, assetc_impl_wide_zip16_high(b, d), before, mode, rotation);
  }
  /* Rows of a block are complete, so this is the last vertex unless it is the last block. */
  { unsigned char all[16]; assetc_impl_wide_store(all, before); memcpy(last, all, 4); }
}

#else

static const unsigned char *assetc_impl_read_group(const unsigned char *data, unsigned char *row, uint32_t kind) {
  static const uint32_t widths[] = { 0, 1, 2, 4, 8 };
  uint32_t bits = widths[kind], escape = (1u << bits) - 1, i;
  const unsigned char *rest = data + bits * 2;
  for (i = 0; i < 16; i++) {
    uint32_t bit = i * bits & 7, byte = bits == 0 ? 0 : data[i * bits >> 3];
    uint32_t delta = (bits == 1 ? byte >> bit : byte >> ((8 - bits - bit) & 7)) & escape;
    row[i] = bits > 0 && bits < 8 && delta == escape ? *rest++ : (unsigned char)delta;
  }
  return rest;
}

static void assetc_impl_sum_deltas(
  unsigned char *out, size_t stride, size_t count, const unsigned char *deltas, unsigned char *last, int mode, int rotation
) {
  uint32_t value = assetc_read_u32(last);
  size_t i;
  for (i = 0; i < count; i++, out += stride) {
    uint32_t a = deltas[i], b = deltas[256 + i], c = deltas[512 + i], d = deltas[768 + i], delta = a | b << 8 | c << 16 | d << 24;
    if (mode == 2) value ^= rotation == 0 ? delta : delta >> rotation | delta << (32 - rotation);
    else {
      uint32_t low = mode == 0 ? UINT32_C(0x01010101) : UINT32_C(0x00010001), high = mode == 0 ? UINT32_C(0x80808080) : UINT32_C(0x80008000);
      uint32_t sign = (delta & low) * (mode == 0 ? 255u : 65535u);
      delta = (delta >> 1 & ~high) ^ sign;
      /* Sums of the parts, without carries between them. */
      value = ((value & ~high) + (delta & ~high)) ^ ((value ^ delta) & high);
    }
    memcpy(out, &value, 4);
  }
  memcpy(last, &value, 4);
}

#endif

/* The deltas of one byte of `count` vertices. Returns where the data continues; NULL if it is damaged. */
static const unsigned char *assetc_impl_read_deltas(
  const unsigned char *data, const unsigned char *end, unsigned char *row, size_t count, uint32_t control
) {
  size_t groups = (count + 15) / 16, group;
  const unsigned char *modes = data;
  if (control == 2) {
    memset(row, 0, groups * 16);
    return data;
  }
  if (control == 3) {
    if ((size_t)(end - data) < count) return NULL;
    memcpy(row, data, count);
    return data + count;
  }
  if ((size_t)(end - data) < (groups + 3) / 4) return NULL;
  data += (groups + 3) / 4;
  for (group = 0; group < groups; group++) {
    if ((size_t)(end - data) < ASSETC_IMPL_GROUP_BYTES) return NULL;
    data = assetc_impl_read_group(data, row + group * 16, ((uint32_t)modes[group >> 2] >> ((group & 3) * 2) & 3) + control);
  }
  return data;
}

/* Four bytes of each vertex of a block. */
static const unsigned char *assetc_impl_read_vertex_lane(
  const unsigned char *data, const unsigned char *end, uint32_t control, unsigned char *deltas, size_t count
) {
  int byte;
  for (byte = 0; byte < 4 && data != NULL; byte++)
    data = assetc_impl_read_deltas(data, end, deltas + byte * 256, count, control >> (byte * 2) & 3);
  return data;
}

int assetc_decode_vertices(void *target, size_t count, size_t stride, const void *source, size_t size) {
  const unsigned char *data = (const unsigned char *)source, *end = data + size, *channels, *controls;
  unsigned char *out = (unsigned char *)target;
  /* Groups of 16 vertices are written whole; blocks have a multiple of 16. */
  unsigned char block[8192], deltas[4 * 256], last[256];
  size_t lanes = stride / 4, tail = stride + lanes, perBlock, inBlock, lane;
  if (stride == 0 || stride > 256 || stride % 4 != 0) return 0;
  if (tail < ASSETC_IMPL_GROUP_BYTES) tail = ASSETC_IMPL_GROUP_BYTES;
  if (size < 1 + tail || data[0] != 0xA1) return 0;
  channels = end - lanes;
  for (lane = 0; lane < lanes; lane++)
    if ((channels[lane] & 3) == 3) return 0;
  memcpy(last, channels - stride, stride);
  perBlock = 8192 / stride & ~(size_t)15;
  if (perBlock > 256) perBlock = 256;
  memset(deltas, 0, sizeof deltas);
  for (data++; count > 0; count -= inBlock) {
    inBlock = count < perBlock ? count : perBlock;
    controls = data;
    if ((size_t)(end - data) < lanes) return 0;
    data += lanes;
    for (lane = 0; lane < lanes; lane++) {
      unsigned char *at = block + lane * 4, *before = last + lane * 4;
      data = assetc_impl_read_vertex_lane(data, end, controls[lane], deltas, inBlock);
      if (data == NULL) return 0;
      if ((channels[lane] & 3) == 0) assetc_impl_sum_deltas(at, stride, inBlock, deltas, before, 0, 0);
      else if ((channels[lane] & 3) == 1) assetc_impl_sum_deltas(at, stride, inBlock, deltas, before, 1, 0);
      else assetc_impl_sum_deltas(at, stride, inBlock, deltas, before, 2, channels[lane] >> 4);
    }
    memcpy(out, block, inBlock * stride);
    out += inBlock * stride;
  }
  return data == end - tail;
}
