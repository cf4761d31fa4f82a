/* @implementation */

/* ---- Texels on one or two lines as a block of BC6H. Twin of packages/formats/src/texels/pack-bc6h.ts. ---- */

#define ASSETC_IMPL_BC6H_WHOLE_MODES 4
#define ASSETC_IMPL_BC6H_MODES 14

typedef struct AssetcImplBc6h {
  unsigned mode; /* Row of the table of modes. */
  unsigned partition;
  int ends[12]; /* w, x, y, z of R, G and B, in the mode's bits. */
  uint8_t indices[16];
  int64_t error;
} AssetcImplBc6h;

/* The smallest interpolated value that is shown as this half, or as 0 or the largest one for halfs that BC6H lacks. */
static int32_t assetc_impl_bc6h_widen_half(uint16_t half) {
  unsigned shown = (half & 0x8000u) != 0 ? 0 : half > ASSETC_IMPL_HALF_MAX ? ASSETC_IMPL_HALF_MAX : half;
  return (int32_t)((shown * 64 + 30) / 31);
}

/* The two texels farthest apart in the channel with the greatest spread. */
static void assetc_impl_bc6h_ends(const int32_t *texels, uint32_t mask, int32_t *ends) {
  int32_t best = -1;
  int c, i, low = 0, high = 0;
  for (c = 0; c < 3; c++) {
    int first = -1, last = -1;
    for (i = 0; i < 16; i++) {
      if (((mask >> i) & 1u) == 0) continue;
      if (first < 0 || texels[i * 3 + c] < texels[first * 3 + c]) first = i;
      if (last < 0 || texels[i * 3 + c] > texels[last * 3 + c]) last = i;
    }
    if (texels[last * 3 + c] - texels[first * 3 + c] <= best) continue;
    best = texels[last * 3 + c] - texels[first * 3 + c];
    low = first;
    high = last;
  }
  memcpy(ends, texels + low * 3, 3 * sizeof *ends);
  memcpy(ends + 3, texels + high * 3, 3 * sizeof *ends);
}

/* Swaps the endpoints if the anchor, whose index lacks its top bit, is in the upper half of the line. */
static void assetc_impl_bc6h_orient(const int32_t *texels, int32_t *ends, unsigned anchor) {
  int64_t along = 0;
  int c;
  for (c = 0; c < 3; c++)
    along += ((int64_t)2 * texels[anchor * 3 + (unsigned)c] - ends[c] - ends[c + 3]) * (ends[c + 3] - ends[c]);
  for (c = 0; c < 3 && along > 0; c++) {
    int32_t first = ends[c];
    ends[c] = ends[c + 3];
    ends[c + 3] = first;
  }
}

/* Endpoints in the bits of a mode. Returns 0 if a difference does not fit. */
static int assetc_impl_bc6h_cut(const uint8_t *mode, const int32_t *wide, unsigned count, int *ends) {
  unsigned i;
  for (i = 0; i < count; i++) {
    int half = 1 << (mode[3 + i % 3] - 1), difference;
    ends[i] = wide[i] >> (16 - mode[2]);
    difference = ends[i] - ends[i % 3];
    if (i >= 3 && mode[6] != 0 && (difference < -half || difference >= half)) return 0;
  }
  return 1;
}

static int32_t assetc_impl_bc6h_widen(int value, unsigned width) {
  if (width >= 15 || value == 0) return value;
  return value == (1 << width) - 1 ? 0xffff : ((value << 16) + 0x8000) >> width;
}

/* Writes the best index of each texel of the mask and returns the sum of squared errors. */
static int64_t assetc_impl_bc6h_index(const int32_t *texels, uint32_t mask, const int32_t *ends, unsigned bits, uint8_t *to) {
  static const uint8_t three[] = { 0, 9, 18, 27, 37, 46, 55, 64 };
  static const uint8_t four[] = { 0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64 };
  int64_t total = 0;
  unsigned i, k, c;
  for (i = 0; i < 16; i++) {
    int64_t best = INT64_MAX;
    if (((mask >> i) & 1u) == 0) continue;
    for (k = 0; k < 1u << bits; k++) {
      int32_t weight = bits == 3 ? three[k] : four[k];
      int64_t error = 0;
      for (c = 0; c < 3; c++) {
        int64_t difference = ((ends[c] * (64 - weight) + ends[c + 3] * weight + 32) >> 6) - texels[i * 3 + c];
        error += difference * difference;
      }
      if (error >= best) continue;
      best = error;
      to[i] = (uint8_t)k;
    }
    total += best;
  }
  return total;
}

/* `second` is 0 for one pair of endpoints. */
static void assetc_impl_bc6h_fit(const int32_t *texels, uint32_t second, unsigned partition, AssetcImplBc6h *to) {
  uint32_t masks[2];
  int32_t wide[12], shown[12];
  unsigned pairs = second == 0 ? 1 : 2, pair, i;
  masks[0] = 0xffffu ^ second;
  masks[1] = second;
  to->partition = partition;
  for (pair = 0; pair < pairs; pair++) {
    assetc_impl_bc6h_ends(texels, masks[pair], wide + pair * 6);
    assetc_impl_bc6h_orient(texels, wide + pair * 6, pair == 0 ? 0 : assetc_impl_tx_bc6h_anchors[partition]);
  }
  /* The last mode takes any endpoints. */
  to->mode = second == 0 ? 0 : ASSETC_IMPL_BC6H_WHOLE_MODES;
  while (!assetc_impl_bc6h_cut(assetc_impl_tx_bc6h_modes + to->mode * 8, wide, pairs * 6, to->ends)) to->mode++;
  for (i = 0; i < pairs * 6; i++) shown[i] = assetc_impl_bc6h_widen(to->ends[i], assetc_impl_tx_bc6h_modes[to->mode * 8 + 2]);
  to->error = 0;
  for (pair = 0; pair < pairs; pair++)
    to->error += assetc_impl_bc6h_index(texels, masks[pair], shown + pair * 6, pairs == 1 ? 4 : 3, to->indices);
}

static void assetc_impl_bc6h_pack(const AssetcImplBc6h *from, unsigned char *out) {
  const uint8_t *mode = assetc_impl_tx_bc6h_modes + from->mode * 8;
  const uint8_t *stored = assetc_impl_tx_bc6h_stored + assetc_impl_tx_bc6h_starts[from->mode];
  AssetcImplTxBits bits = { 0, 0, 0 };
  unsigned count = from->mode < ASSETC_IMPL_BC6H_WHOLE_MODES ? 4 : 3, i;
  assetc_impl_tx_put(&bits, mode[0], mode[1]);
  for (i = 0; i < mode[7]; i++) {
    unsigned end = stored[i] >> 4u;
    int value = from->ends[end] - (mode[6] != 0 && end > 2 ? from->ends[end % 3] : 0);
    assetc_impl_tx_put(&bits, ((unsigned)value >> (stored[i] & 15u)) & 1u, 1);
  }
  if (count == 3) assetc_impl_tx_put(&bits, from->partition, 5);
  for (i = 0; i < 16; i++) {
    int isAnchor = i == 0 || (count == 3 && i == assetc_impl_tx_bc6h_anchors[from->partition]);
    unsigned top = (1u << (count - 1)) - 1, index = from->indices[i];
    if (isAnchor && index > top) index = top;
    assetc_impl_tx_put(&bits, index, isAnchor ? count - 1 : count);
  }
  assetc_impl_tx_store(out, bits.low);
  assetc_impl_tx_store(out + 8, bits.high);
}

static void assetc_impl_bc6h(const uint16_t halfs[64], int32_t second, unsigned char *out) {
  AssetcImplBc6h whole, split;
  int32_t texels[48];
  uint32_t mask = (uint32_t)second;
  unsigned i;
  for (i = 0; i < 48; i++) texels[i] = assetc_impl_bc6h_widen_half(halfs[i / 3 * 4 + i % 3]);
  assetc_impl_bc6h_fit(texels, 0, 0, &whole);
  /* In every partition texel 0 belongs to the first pair. */
  if ((mask & 1u) != 0) mask ^= 0xffffu;
  for (i = 0; i < 32 && (second <= 0 || assetc_impl_tx_bc6h_masks[i] != mask); i++) continue;
  if (i < 32) assetc_impl_bc6h_fit(texels, mask, i, &split);
  assetc_impl_bc6h_pack(i < 32 && split.error < whole.error ? &split : &whole, out);
}
