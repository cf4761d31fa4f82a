/* @implementation */

/* ---- A block of UASTC HDR as sixteen texels. Twin of packages/formats/src/texels/astc.ts. ---- */

#define ASSETC_IMPL_HDR_ONE 0x3c00u
#define ASSETC_IMPL_HDR_MAX 0x7bffu

typedef struct AssetcImplHdrBlock {
  uint64_t low, high; /* The sixteen bytes. */
  unsigned count; /* Pairs of endpoints. */
  unsigned mode; /* 7 or 11. */
  uint32_t second; /* Texels of the second pair, a bit each. */
  int ends[2][6]; /* Low and high endpoint, R G B each, twelve bits. */
  uint8_t weights[16];
} AssetcImplHdrBlock;

/* At most 16 bits from bit `at`; zeros follow the block. */
static unsigned assetc_impl_hdr_bits(uint64_t low, uint64_t high, unsigned at, unsigned count) {
  uint64_t bits = at >= 128 ? 0 : at >= 64 ? high >> (at - 64) : at == 0 ? low : (low >> at) | (high << (64 - at));
  return (unsigned)bits & ((1u << count) - 1);
}

static uint64_t assetc_impl_hdr_reversed(uint64_t value) {
  uint64_t result = 0;
  unsigned i;
  for (i = 0; i < 64; i++) result |= ((value >> i) & 1) << (63 - i);
  return result;
}

static unsigned assetc_impl_hdr_run_bits(unsigned range, unsigned count) {
  unsigned digit = assetc_impl_tx_astc_ranges[range] >> 4, bits = assetc_impl_tx_astc_ranges[range] & 15u;
  unsigned digits = digit == 3 ? (8 * count + 4) / 5 : digit == 5 ? (7 * count + 2) / 3 : 0;
  return digits + bits * count;
}

/* Reads `count` bounded integers from bit `at`; a short last group has fewer bits. */
static void assetc_impl_hdr_read_run(uint64_t low, uint64_t high, unsigned at, unsigned range, unsigned count, uint8_t *to) {
  static const uint8_t trit_steps[] = { 2, 2, 1, 2, 1 }, quint_steps[] = { 3, 2, 2 };
  unsigned digit = assetc_impl_tx_astc_ranges[range] >> 4, bits = assetc_impl_tx_astc_ranges[range] & 15u;
  const uint8_t *steps = digit == 3 ? trit_steps : quint_steps;
  unsigned size = digit == 3 ? 5 : digit == 5 ? 3 : 1, first, i;
  for (first = 0; first < count; first += size) {
    unsigned held = count - first < size ? count - first : size, code = 0, shift = 0, digits = 0, width = digit == 3 ? 2 : 3;
    for (i = 0; i < held; i++) {
      to[first + i] = (uint8_t)assetc_impl_hdr_bits(low, high, at, bits);
      at += bits;
      if (digit == 1) continue;
      code |= assetc_impl_hdr_bits(low, high, at, steps[i]) << shift;
      shift += steps[i];
      at += steps[i];
    }
    if (digit == 3) digits = assetc_impl_tx_hdr_trits[code];
    if (digit == 5) digits = assetc_impl_tx_hdr_quints[code];
    for (i = 0; i < held; i++)
      to[first + i] = (uint8_t)(to[first + i] | (((digits >> (i * width)) & ((1u << width) - 1)) << bits));
  }
}

static int assetc_impl_hdr_clamp(int value, int shift) {
  int shifted = value * (1 << shift);
  return shifted < 0 ? 0 : shifted > 0xfff ? 0xfff : shifted;
}

static void assetc_impl_hdr_write(int *to, int shift, int r, int g, int b) {
  to[0] = assetc_impl_hdr_clamp(r, shift);
  to[1] = assetc_impl_hdr_clamp(g, shift);
  to[2] = assetc_impl_hdr_clamp(b, shift);
}

static void assetc_impl_hdr_swap(int *ends, unsigned channel) {
  int end;
  for (end = 0; end < 6; end += 3) {
    int first = ends[end];
    ends[end] = ends[end + (int)channel];
    ends[end + (int)channel] = first;
  }
}

/* Mode 7: a color, and a number that is subtracted from all its channels. */
static void assetc_impl_hdr_scaled(const uint8_t *v, int *ends) {
  unsigned code = (v[0] >> 6u) | ((v[1] & 0x80u) >> 5) | ((v[2] & 0x80u) >> 4);
  unsigned layout = code < 12 ? code & 3u : code == 15 ? 5 : 4, major = code < 12 ? code >> 2 : code == 15 ? 0 : code & 3u, i;
  int field[4], extra[7], shift = assetc_impl_tx_hdr_scale_shifts[layout], green, blue;
  field[0] = v[0] & 63;
  for (i = 1; i < 4; i++) field[i] = v[i] & 31;
  extra[0] = v[1] >> 6;
  extra[1] = v[1] >> 5;
  extra[2] = v[2] >> 6;
  extra[3] = v[2] >> 5;
  extra[4] = v[3] >> 7;
  extra[5] = v[3] >> 6;
  extra[6] = v[3] >> 5;
  for (i = 0; i < 7; i++) {
    unsigned place = assetc_impl_tx_hdr_scale_bits[layout * 7 + i];
    field[place >> 4] |= (extra[i] & 1) << (place & 15u);
  }
  green = layout == 5 ? field[1] : field[0] - field[1];
  blue = layout == 5 ? field[2] : field[0] - field[2];
  assetc_impl_hdr_write(ends, shift, field[0] - field[3], green - field[3], blue - field[3]);
  assetc_impl_hdr_write(ends + 3, shift, field[0], green, blue);
  if (major != 0) assetc_impl_hdr_swap(ends, major);
}

static int assetc_impl_hdr_extend(int value, int width) {
  int sign = 1 << (width - 1);
  return ((value & (sign * 2 - 1)) ^ sign) - sign;
}

/* Mode 11: two colors, direct or as differences from the largest channel of the upper one. */
static void assetc_impl_hdr_direct(const uint8_t *v, int *ends) {
  unsigned major = (v[4] >> 7u) | ((v[5] >> 7u) << 1), layout = (v[1] >> 7u) | ((v[2] >> 7u) << 1) | ((v[3] >> 7u) << 2), i;
  int field[6], extra[6], shift = (int)((layout >> 1) ^ 3u), width = assetc_impl_tx_hdr_difference_bits[layout];
  if (major == 3) {
    assetc_impl_hdr_write(ends, 4, v[0], v[2], (v[4] & 0x7f) << 1);
    assetc_impl_hdr_write(ends + 3, 4, v[1], v[3], (v[5] & 0x7f) << 1);
    return;
  }
  field[0] = v[0] | ((v[1] & 0x40) << 2);
  for (i = 1; i < 4; i++) field[i] = v[i] & 63;
  field[4] = v[4] & 31;
  field[5] = v[5] & 31;
  for (i = 0; i < 4; i++) extra[i] = v[i + 2] >> 6;
  extra[4] = v[4] >> 5;
  extra[5] = v[5] >> 5;
  for (i = 0; i < 6; i++) {
    unsigned place = assetc_impl_tx_hdr_direct_bits[layout * 6 + i];
    field[place >> 4] |= (extra[i] & 1) << (place & 15u);
  }
  assetc_impl_hdr_write(
    ends, shift, field[0] - field[1], field[0] - field[2] - field[1] - assetc_impl_hdr_extend(field[4], width),
    field[0] - field[3] - field[1] - assetc_impl_hdr_extend(field[5], width)
  );
  assetc_impl_hdr_write(ends + 3, shift, field[0], field[0] - field[2], field[0] - field[3]);
  if (major != 0) assetc_impl_hdr_swap(ends, major);
}

static uint32_t assetc_impl_hdr_hash(uint32_t p) {
  p ^= p >> 15;
  p -= p << 17;
  p += p << 7;
  p += p << 4;
  p ^= p >> 5;
  p += p << 16;
  p ^= p >> 7;
  p ^= p >> 3;
  p ^= p << 6;
  p ^= p >> 17;
  return p;
}

/* Texels of the second of two pairs. */
static uint32_t assetc_impl_hdr_partition(uint32_t seed) {
  uint32_t random = assetc_impl_hdr_hash(seed + 1024), even = (seed & 2u) != 0 ? 4 : 5, slopes[4], mask = 0, i;
  uint32_t shifts[2];
  shifts[0] = (seed & 1u) != 0 ? even : 5;
  shifts[1] = (seed & 1u) != 0 ? 5 : even;
  for (i = 0; i < 4; i++) {
    uint32_t nibble = (random >> (i * 4)) & 15u;
    slopes[i] = (nibble * nibble) >> shifts[i & 1u];
  }
  for (i = 0; i < 16; i++) {
    uint32_t x = (i & 3u) * 2, y = (i >> 2) * 2;
    uint32_t first = (slopes[0] * x + slopes[1] * y + (random >> 14)) & 63u;
    uint32_t other = (slopes[2] * x + slopes[3] * y + (random >> 10)) & 63u;
    if (other > first) mask |= 1u << i;
  }
  return mask;
}

/* Endpoints in the largest range that fits between the head and `end`. */
static int assetc_impl_hdr_read_ends(AssetcImplHdrBlock *block, unsigned end) {
  unsigned start = block->count == 1 ? 17 : 29, each = block->mode == 7 ? 4 : 6, values = each * block->count, range = 20, i;
  uint8_t stored[12];
  while (range >= 4 && start + assetc_impl_hdr_run_bits(range, values) > end) range--;
  if (range < 4) return 0;
  assetc_impl_hdr_read_run(block->low, block->high, start, range, values, stored);
  for (i = 0; i < values; i++) stored[i] = assetc_impl_tx_astc_colors[assetc_impl_tx_astc_color_starts[range] + stored[i]];
  for (i = 0; i < block->count; i++)
    if (block->mode == 7) assetc_impl_hdr_scaled(stored + i * each, block->ends[i]);
    else assetc_impl_hdr_direct(stored + i * each, block->ends[i]);
  return 1;
}

/* Everything but a solid color. Returns 0 if the block is not UASTC HDR. */
static int assetc_impl_hdr_unpack(AssetcImplHdrBlock *block) {
  unsigned code = (unsigned)(block->low & 2047u), head = (unsigned)(block->low >> 11), range, weight_bits, end, i;
  /* A grid of 4x4 weights in one plane. */
  if ((code & 3u) == 0 || (code & 0x5ecu) != 0x040u) return 0;
  range = ((code >> 4) & 1u) + (code & 3u) * 2 - 2 + ((code & 512u) != 0 ? 6 : 0);
  weight_bits = assetc_impl_hdr_run_bits(range, 16);
  if (weight_bits < 24 || weight_bits > 96) return 0;
  end = 128 - weight_bits;
  block->count = (head & 3u) + 1;
  block->second = 0;
  if (block->count > 2) return 0;
  block->mode = assetc_impl_hdr_bits(block->low, block->high, block->count == 1 ? 13 : 25, 4);
  if (block->count == 2) {
    unsigned shape = assetc_impl_hdr_bits(block->low, block->high, 23, 2);
    block->second = assetc_impl_hdr_partition(assetc_impl_hdr_bits(block->low, block->high, 13, 10));
    if (shape != 0) {
      /* Both modes in full: they must be equal. */
      unsigned modes, first, other;
      end -= 2;
      modes = block->mode | (assetc_impl_hdr_bits(block->low, block->high, end, 2) << 4);
      first = (shape - 1 + (modes & 1u)) * 4 + ((modes >> 2) & 3u);
      other = (shape - 1 + ((modes >> 1) & 1u)) * 4 + ((modes >> 4) & 3u);
      if (first != other) return 0;
      block->mode = first;
    }
  }
  if ((block->mode != 7 && block->mode != 11) || !assetc_impl_hdr_read_ends(block, end)) return 0;
  assetc_impl_hdr_read_run(
    assetc_impl_hdr_reversed(block->high), assetc_impl_hdr_reversed(block->low), 0, range, 16, block->weights
  );
  for (i = 0; i < 16; i++)
    block->weights[i] = assetc_impl_tx_astc_weights[assetc_impl_tx_astc_weight_starts[range] + block->weights[i]];
  return 1;
}

/* Five exponent bits and an almost logarithmic mantissa of eleven bits as a half. */
static uint16_t assetc_impl_hdr_half(unsigned value) {
  unsigned m = value & 0x7ffu, half;
  unsigned mantissa = m < 512 ? 3 * m : m < 1536 ? 4 * m - 512 : 5 * m - 2048;
  half = ((value >> 11) << 10) + (mantissa >> 3);
  return (uint16_t)(half > ASSETC_IMPL_HDR_MAX ? ASSETC_IMPL_HDR_MAX : half);
}

/* A void extent: one color, and an area that a decoder ignores but must check. */
static int assetc_impl_hdr_is_solid(const AssetcImplHdrBlock *block) {
  unsigned area[4], i;
  for (i = 0; i < 4; i++) area[i] = assetc_impl_hdr_bits(block->low, block->high, 12 + i * 13, 13);
  if (((block->low >> 10) & 3u) != 3) return 0;
  return (area[0] & area[1] & area[2] & area[3]) == 0x1fff || (area[0] < area[1] && area[2] < area[3]);
}

/* Sixteen RGBA texels of half floats. Returns the texels of the second pair, or -1 and magenta if the block is not UASTC HDR. */
static int32_t assetc_impl_hdr_show(const unsigned char *bytes, uint16_t halfs[64]) {
  AssetcImplHdrBlock block;
  unsigned i, c;
  block.low = assetc_read_u64(bytes);
  block.high = assetc_read_u64(bytes + 8);
  if ((block.low & 0x3ffu) == 0x3fc && assetc_impl_hdr_is_solid(&block)) {
    for (i = 0; i < 64; i++) halfs[i] = (uint16_t)(block.high >> ((i & 3u) * 16));
    return 0;
  }
  if ((block.low & 0x1ffu) == 0x1fc || !assetc_impl_hdr_unpack(&block)) {
    for (i = 0; i < 64; i++) halfs[i] = (i & 3u) == 1 ? 0 : ASSETC_IMPL_HDR_ONE;
    return -1;
  }
  for (i = 0; i < 16; i++) {
    const int *ends = block.ends[(block.second >> i) & 1u];
    unsigned weight = block.weights[i];
    for (c = 0; c < 3; c++)
      halfs[i * 4 + c] = assetc_impl_hdr_half(
        ((unsigned)ends[c] * 16 * (64 - weight) + (unsigned)ends[c + 3] * 16 * weight + 32) >> 6
      );
    halfs[i * 4 + 3] = ASSETC_IMPL_HDR_ONE;
  }
  return (int32_t)block.second;
}
