/* @implementation */

/* ---- UASTC to BC7: every mode has a counterpart of the same shape, to which endpoints and weights are rounded. ---- */

/* How BC7 stores endpoints: bits, and low bits that channels or endpoints share. */
enum { ASSETC_IMPL_TX_PLAIN_5, ASSETC_IMPL_TX_SHARED_6, ASSETC_IMPL_TX_OWN_7, ASSETC_IMPL_TX_OWN_5 };

static unsigned assetc_impl_tx_kept_bits(int kind) {
  return kind == ASSETC_IMPL_TX_SHARED_6 ? 6 : kind == ASSETC_IMPL_TX_OWN_7 ? 7 : 5;
}

/* The nearest number of `bits` bits and a low bit p. */
static unsigned assetc_impl_tx_with_low_bit(unsigned v, unsigned bits, unsigned p) {
  unsigned top = (2u << bits) - 1, q = ((v * top + 255 - p * 255) / 510) * 2 + p;
  return q < top - 1 + p ? q : top - 1 + p;
}

static unsigned assetc_impl_tx_moved_by(const uint8_t *end, unsigned channels, unsigned bits, unsigned p) {
  unsigned sum = 0, i;
  for (i = 0; i < channels; i++) {
    unsigned q = assetc_impl_tx_with_low_bit(end[i], bits, p), wide = (q << (7 - bits)) | (q >> (2 * bits - 6));
    unsigned d = wide > end[i] ? wide - end[i] : end[i] - wide;
    sum += d * d;
  }
  return sum;
}

/* A pair of endpoints in BC7: low and high, RGBA each, then their low bits. */
static void assetc_impl_tx_keep_pair(const uint8_t *ends, int kind, unsigned channels, uint8_t *kept) {
  unsigned bits = assetc_impl_tx_kept_bits(kind), moved[2][2], high, p, i;
  kept[8] = kept[9] = 0;
  if (kind == ASSETC_IMPL_TX_PLAIN_5) {
    for (i = 0; i < 8; i++) kept[i] = (uint8_t)((ends[i] * 31u + 127) / 255);
    return;
  }
  for (high = 0; high < 2; high++)
    for (p = 0; p < 2; p++) moved[high][p] = assetc_impl_tx_moved_by(ends + high * 4, channels, bits, p);
  for (high = 0; high < 2; high++) {
    if (kind == ASSETC_IMPL_TX_SHARED_6) p = moved[0][1] + moved[1][1] < moved[0][0] + moved[1][0];
    else p = moved[high][1] < moved[high][0];
    for (i = 0; i < 4; i++)
      kept[high * 4 + i] = (uint8_t)(assetc_impl_tx_with_low_bit(ends[high * 4 + i], bits, p) >> 1);
    kept[8 + high] = (uint8_t)p;
  }
}

static void assetc_impl_tx_turn(uint8_t *kept) {
  uint8_t low[4], p = kept[8];
  memcpy(low, kept, 4);
  memcpy(kept, kept + 4, 4);
  memcpy(kept + 4, low, 4);
  kept[8] = kept[9];
  kept[9] = p;
}

static void assetc_impl_tx_put_kept(AssetcImplTxBits *to, uint8_t kept[3][10], unsigned count, int kind) {
  unsigned bits = assetc_impl_tx_kept_bits(kind), channels = kind == ASSETC_IMPL_TX_OWN_5 ? 4 : 3, i, j;
  for (i = 0; i < channels; i++)
    for (j = 0; j < count; j++) {
      assetc_impl_tx_put(to, kept[j][i], bits);
      assetc_impl_tx_put(to, kept[j][i + 4], bits);
    }
  if (kind == ASSETC_IMPL_TX_PLAIN_5) return;
  for (j = 0; j < count; j++) {
    assetc_impl_tx_put(to, kept[j][8], 1);
    if (kind != ASSETC_IMPL_TX_SHARED_6) assetc_impl_tx_put(to, kept[j][9], 1);
  }
}

/* Modes 1, 2, 3 and 7. BC7 may number a pattern's subsets differently, and has other anchors. */
static void assetc_impl_tx_bc7_subsets(const AssetcImplTxBlock *block, unsigned char *out) {
  unsigned n = block->number, bits = block->mode.weight_bits, halved = n == 1, count, number, j;
  int kind = n == 2 ? ASSETC_IMPL_TX_SHARED_6 : n == 3 || n == 7 ? ASSETC_IMPL_TX_PLAIN_5
    : n == 9 || n == 16 ? ASSETC_IMPL_TX_OWN_5 : ASSETC_IMPL_TX_OWN_7;
  const uint8_t *names = assetc_impl_tx_pattern_bc7 + block->pattern * 4;
  uint32_t masks = halved ? 0xccccu : assetc_impl_tx_pattern_bc7_masks[block->pattern];
  unsigned anchors[3];
  uint64_t weights = block->weights_low;
  uint8_t kept[3][10];
  AssetcImplTxBits to;
  number = kind == ASSETC_IMPL_TX_SHARED_6 ? 1 : kind == ASSETC_IMPL_TX_PLAIN_5 ? 2 : kind == ASSETC_IMPL_TX_OWN_7 ? 3 : 7;
  count = number == 2 ? 3 : 2;
  anchors[0] = 0;
  anchors[1] = halved ? 15 : assetc_impl_tx_pattern_bc7_anchors[block->pattern * 2];
  anchors[2] = assetc_impl_tx_pattern_bc7_anchors[block->pattern * 2 + 1];
  for (j = 0; j < count; j++) {
    const uint8_t *ends = block->ends[halved ? 0 : names[j + 1]];
    assetc_impl_tx_keep_pair(ends, kind, kind == ASSETC_IMPL_TX_OWN_5 ? 4 : 3, kept[j]);
    if (((weights >> ((anchors[j] + 1) * bits - 1)) & 1) == 0) continue;
    weights ^= assetc_impl_tx_spread_mask(assetc_impl_tx_subset(masks, j), bits);
    assetc_impl_tx_turn(kept[j]);
  }
  to.low = UINT64_C(1) << number;
  to.high = 0;
  to.position = number + 1;
  assetc_impl_tx_put(&to, halved ? 0 : names[0], 6);
  assetc_impl_tx_put_kept(&to, kept, count, kind);
  /* Drop the top bits of the anchors, the last first. */
  if (count == 3 && anchors[2] > anchors[1]) weights = assetc_impl_tx_without(weights, (anchors[2] + 1) * bits - 1);
  weights = assetc_impl_tx_without(weights, (anchors[1] + 1) * bits - 1);
  if (count == 3 && anchors[2] < anchors[1]) weights = assetc_impl_tx_without(weights, (anchors[2] + 1) * bits - 1);
  assetc_impl_tx_put(&to, assetc_impl_tx_without(weights, bits - 1), 16 * bits - count);
  assetc_impl_tx_store(out, to.low);
  assetc_impl_tx_store(out + 8, to.high);
}

/* Weights of two, three or five bits in four. */
static uint64_t assetc_impl_tx_four_bits(unsigned weight, unsigned bits) {
  static const uint8_t lower[] = { 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 7 };
  if (bits == 4) return weight;
  if (bits == 3) return (weight << 1) | (weight >> 2);
  if (bits == 2) return weight * 5;
  return weight < 16 ? lower[weight] : 15u - lower[31 - weight];
}

/* Mode 6. The low bit shared by an endpoint's channels is the one that most of them have. */
static void assetc_impl_tx_bc7_line(AssetcImplTxBlock *block, unsigned char *out) {
  unsigned counted = block->mode.components == ASSETC_IMPL_TX_RGB ? 3 : 4, p[2], high, i;
  const uint8_t *ends = block->ends[0];
  AssetcImplTxBits to;
  to.low = 0x40;
  to.high = 0;
  to.position = 7;
  for (high = 0; high < 2; high++) {
    unsigned odd = 0;
    for (i = 0; i < counted; i++) odd += ends[high * 4 + i] & 1u;
    p[high] = 2 * odd > counted;
  }
  for (i = 0; i < 4; i++)
    for (high = 0; high < 2; high++)
      assetc_impl_tx_put(&to, assetc_impl_tx_with_low_bit(ends[high * 4 + i], 7, p[high]) >> 1, 7);
  assetc_impl_tx_put(&to, p[0] | (p[1] << 1), 2);
  assetc_impl_tx_read_weights(block);
  for (i = 0; i < 16; i++)
    assetc_impl_tx_put(&to, assetc_impl_tx_four_bits(block->weights[0][i], block->mode.weight_bits), i == 0 ? 3 : 4);
  assetc_impl_tx_store(out, to.low);
  assetc_impl_tx_store(out + 8, to.high);
}

/* Mode 5: swaps the channel of the second plane with alpha. */
static void assetc_impl_tx_bc7_planes(AssetcImplTxBlock *block, unsigned char *out) {
  unsigned apart = (unsigned)block->channel, plane, high, i;
  uint8_t ends[8];
  AssetcImplTxBits to;
  memcpy(ends, block->ends[0], sizeof ends);
  for (high = 0; high < 2; high++) {
    uint8_t alpha = ends[high * 4 + 3];
    ends[high * 4 + 3] = ends[high * 4 + apart];
    ends[high * 4 + apart] = alpha;
  }
  to.low = 0x20;
  to.high = 0;
  to.position = 6;
  assetc_impl_tx_put(&to, (apart + 1) & 3, 2);
  for (i = 0; i < 3; i++)
    for (high = 0; high < 2; high++) assetc_impl_tx_put(&to, (ends[high * 4 + i] * 127u + 127) / 255, 7);
  for (high = 0; high < 2; high++) assetc_impl_tx_put(&to, ends[high * 4 + 3], 8);
  assetc_impl_tx_read_weights(block);
  for (plane = 0; plane < 2; plane++)
    for (i = 0; i < 16; i++) {
      unsigned weight = block->weights[plane][i];
      assetc_impl_tx_put(&to, block->mode.weight_bits == 2 ? weight : weight * 3, i == 0 ? 1 : 2);
    }
  assetc_impl_tx_store(out, to.low);
  assetc_impl_tx_store(out + 8, to.high);
}

/* An exact block of one color: mode 6, or mode 5 if one channel is 0 and another 255. */
static void assetc_impl_tx_solid_bc7(uint32_t color, unsigned char *out) {
  unsigned has_zero = 0, has_full = 0, i;
  AssetcImplTxBits to;
  for (i = 0; i < 4; i++) {
    unsigned c = (color >> (8 * i)) & 255;
    if (c == 0) has_zero = 1;
    if (c == 255) has_full = 1;
  }
  to.high = 0;
  to.low = has_zero && has_full ? 0x20 : 0x40;
  to.position = has_zero && has_full ? 8 : 7;
  for (i = 0; i < (has_zero && has_full ? 3u : 4u); i++) {
    unsigned c = (color >> (8 * i)) & 255, low = c >> 1, up;
    up = has_zero && has_full ? c < 128 : !has_full;
    assetc_impl_tx_put(&to, low, 7);
    assetc_impl_tx_put(&to, up ? low + (c & 1) : low - (1 - (c & 1)), 7);
  }
  if (has_zero && has_full) {
    assetc_impl_tx_put(&to, (color >> 24) * 0x101u, 16);
    assetc_impl_tx_put(&to, assetc_impl_tx_without(0x55555555u, 1), 31);
  } else {
    assetc_impl_tx_put(&to, has_full * 3u, 2);
    assetc_impl_tx_put(&to, assetc_impl_tx_without(UINT64_C(0x7777777777777777), 3), 63);
  }
  assetc_impl_tx_store(out, to.low);
  assetc_impl_tx_store(out + 8, to.high);
}

static void assetc_impl_tx_bc7(AssetcImplTxBlock *block, unsigned char *out) {
  if (block->number == ASSETC_IMPL_TX_SOLID) {
    assetc_impl_tx_solid_bc7(block->solid, out);
    return;
  }
  assetc_impl_tx_read_ends(block);
  if (block->mode.subsets > 1 || block->number == 1) assetc_impl_tx_bc7_subsets(block, out);
  else if (block->mode.planes == 2) assetc_impl_tx_bc7_planes(block, out);
  else assetc_impl_tx_bc7_line(block, out);
}
