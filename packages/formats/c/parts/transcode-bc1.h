/* @implementation */

/* ---- UASTC to BC1, always with four colors. Integers only. ---- */

/* Two colors of 5, 6 and 5 bits, and each texel's position from the first, in thirds. */
typedef struct AssetcImplTxPair {
  int first, second, error;
  uint8_t thirds[16];
} AssetcImplTxPair;

static int assetc_impl_tx_565(int r, int g, int b) {
  return (((r * 31 + 127) / 255) << 11) | (((g * 63 + 127) / 255) << 5) | ((b * 31 + 127) / 255);
}

static void assetc_impl_tx_from_565(int color, int *rgb) {
  int r = color >> 11, g = (color >> 5) & 63, b = color & 31;
  rgb[0] = (r << 3) | (r >> 2);
  rgb[1] = (g << 2) | (g >> 4);
  rgb[2] = (b << 3) | (b >> 2);
}

/* Codes of the thirds: 0, 2, 3, 1. The larger color must be first. Equal colors use only the code on which all decoders agree. */
static uint64_t assetc_impl_tx_pack_pair(const AssetcImplTxPair *pair) {
  static const uint8_t codes[] = { 0, 2, 3, 1 };
  int turned = pair->first < pair->second;
  uint64_t low = (uint64_t)(turned ? pair->first : pair->second), high = (uint64_t)(turned ? pair->second : pair->first);
  uint64_t bits = 0;
  unsigned i;
  for (i = 0; i < 16 && low != high; i++)
    bits |= (uint64_t)codes[turned ? 3 - pair->thirds[i] : pair->thirds[i]] << (2 * i);
  return high | (low << 16) | (bits << 32);
}

/* The first (0) or second (1) of two colors whose mix of two thirds and one third is the given color. */
static int assetc_impl_tx_match(unsigned r, unsigned g, unsigned b, unsigned end) {
  return (assetc_impl_tx_bc1_match5[r * 2 + end] << 11) | (assetc_impl_tx_bc1_match6[g * 2 + end] << 5) |
    assetc_impl_tx_bc1_match5[b * 2 + end];
}

static uint64_t assetc_impl_tx_flat_bc1(uint32_t color) {
  unsigned r = color & 255, g = (color >> 8) & 255, b = (color >> 16) & 255;
  AssetcImplTxPair pair;
  pair.first = assetc_impl_tx_match(r, g, b, 0);
  pair.second = assetc_impl_tx_match(r, g, b, 1);
  memset(pair.thirds, 1, sizeof pair.thirds);
  return assetc_impl_tx_pack_pair(&pair);
}

/* Uses the block's endpoints and weights. */
static uint64_t assetc_impl_tx_hinted_bc1(const AssetcImplTxBlock *block) {
  const uint8_t *ends = block->ends[0];
  unsigned bits = block->mode.weight_bits, i;
  AssetcImplTxPair pair;
  pair.first = assetc_impl_tx_565(ends[0], ends[1], ends[2]);
  pair.second = assetc_impl_tx_565(ends[4], ends[5], ends[6]);
  for (i = 0; i < 16; i++) {
    int w = block->weights[0][i], third;
    if (bits == 1) third = w * 3;
    else if (bits == 2) third = w;
    else if (bits == 3) third = w >> 1;
    else if (bits == 4) third = w < 3 ? 0 : w < 8 ? 1 : w < 13 ? 2 : 3;
    else third = w < 6 ? 0 : w < 16 ? 1 : w < 26 ? 2 : 3;
    pair.thirds[i] = (uint8_t)third;
  }
  return assetc_impl_tx_pack_pair(&pair);
}

/* Keeps a pair of colors if it is better: the nearest third of each texel, the squared error in ninths. */
static int assetc_impl_tx_offer_pair(const uint8_t *texels, int first, int second, AssetcImplTxPair *best) {
  int from[3], line[3], length = 0, error = 0, c;
  uint8_t thirds[16];
  unsigned i;
  assetc_impl_tx_from_565(first, from);
  assetc_impl_tx_from_565(second, line);
  for (c = 0; c < 3; c++) line[c] -= from[c];
  for (c = 0; c < 3; c++) length += line[c] * line[c];
  for (i = 0; i < 16; i++) {
    int off[3], along = 0, third;
    for (c = 0; c < 3; c++) off[c] = texels[i * 4 + (unsigned)c] - from[c];
    for (c = 0; c < 3; c++) along += 6 * off[c] * line[c];
    third = (along > length) + (along > 3 * length) + (along > 5 * length);
    thirds[i] = (uint8_t)third;
    for (c = 0; c < 3; c++) {
      int rest = 3 * off[c] - third * line[c];
      error += rest * rest;
    }
  }
  if (error >= best->error) return 0;
  best->first = first;
  best->second = second;
  best->error = error;
  memcpy(best->thirds, thirds, sizeof thirds);
  return 1;
}

/* Covariance of two channels, times 256. */
static int assetc_impl_tx_scatter(const uint8_t *texels, const int *sums, unsigned a, unsigned b) {
  int sum = 0;
  unsigned i;
  for (i = 0; i < 64; i += 4) sum += texels[i + a] * texels[i + b];
  return 16 * sum - sums[a] * sums[b];
}

static int64_t assetc_impl_tx_magnitude(int64_t v) { return v < 0 ? -v : v; }

/* Rounds down, negative numbers too. */
static int64_t assetc_impl_tx_halved(int64_t v, unsigned times) { return v < 0 ? ~(~v >> times) : v >> times; }

/* The direction in which texels differ most, in ten bits. `m` is RR RG RB GG GB BB. */
static void assetc_impl_tx_axis(const int *m, int64_t *axis) {
  int64_t x = m[0], y = m[1], z = m[2];
  int i;
  if (m[3] > m[0] && m[3] >= m[5]) {
    x = m[1];
    y = m[3];
    z = m[4];
  } else if (m[5] > m[0]) {
    x = m[2];
    y = m[4];
    z = m[5];
  }
  for (i = 0; i < 4; i++) {
    int64_t bits = assetc_impl_tx_magnitude(x) | assetc_impl_tx_magnitude(y) | assetc_impl_tx_magnitude(z), nx, ny, nz;
    unsigned times = 0;
    while (bits >> times > 1023) times++;
    x = assetc_impl_tx_halved(x, times);
    y = assetc_impl_tx_halved(y, times);
    z = assetc_impl_tx_halved(z, times);
    nx = x * m[0] + y * m[1] + z * m[2];
    ny = x * m[1] + y * m[3] + z * m[4];
    nz = x * m[2] + y * m[4] + z * m[5];
    if (i == 3 || (nx == 0 && ny == 0 && nz == 0)) break;
    x = nx;
    y = ny;
    z = nz;
  }
  axis[0] = x;
  axis[1] = y;
  axis[2] = z;
}

/* Tries the two texels farthest apart along the axis. Returns 0 if all texels are equal. */
static int assetc_impl_tx_spread_pair(const uint8_t *texels, const int *sums, AssetcImplTxPair *best) {
  int m[6], farthest = INT32_MIN, nearest = INT32_MAX;
  const uint8_t *from = texels, *to = texels;
  int64_t axis[3];
  unsigned i;
  m[0] = assetc_impl_tx_scatter(texels, sums, 0, 0);
  m[1] = assetc_impl_tx_scatter(texels, sums, 0, 1);
  m[2] = assetc_impl_tx_scatter(texels, sums, 0, 2);
  m[3] = assetc_impl_tx_scatter(texels, sums, 1, 1);
  m[4] = assetc_impl_tx_scatter(texels, sums, 1, 2);
  m[5] = assetc_impl_tx_scatter(texels, sums, 2, 2);
  if (m[0] + m[3] + m[5] == 0) return 0;
  assetc_impl_tx_axis(m, axis);
  for (i = 0; i < 64; i += 4) {
    int along = texels[i] * (int)axis[0] + texels[i + 1] * (int)axis[1] + texels[i + 2] * (int)axis[2];
    if (along > farthest) from = texels + i;
    if (along < nearest) to = texels + i;
    if (along > farthest) farthest = along;
    if (along < nearest) nearest = along;
  }
  assetc_impl_tx_offer_pair(
    texels, assetc_impl_tx_565(from[0], from[1], from[2]), assetc_impl_tx_565(to[0], to[1], to[2]), best
  );
  /* If texels hardly differ, rounded endpoints may be worse than the mean. */
  if (m[0] + m[3] + m[5] < 256 * 48) {
    unsigned r = (unsigned)(sums[0] + 8) >> 4, g = (unsigned)(sums[1] + 8) >> 4, b = (unsigned)(sums[2] + 8) >> 4;
    assetc_impl_tx_offer_pair(texels, assetc_impl_tx_match(r, g, b, 0), assetc_impl_tx_match(r, g, b, 1), best);
  }
  return 1;
}

/* n / d, rounded, at most 255; 0 if n is negative. */
static int assetc_impl_tx_byte_of(int n, int d) {
  int q = n >= 0 ? (2 * n + d) / (2 * d) : 0;
  return q > 255 ? 255 : q;
}

/* Tries the colors that fit the best thirds. */
static int assetc_impl_tx_refit_pair(const uint8_t *texels, const int *sums, AssetcImplTxPair *best) {
  int places = 0, squares = 0, spread, low[3], high[3], c;
  unsigned i;
  for (i = 0; i < 16; i++) {
    places += best->thirds[i];
    squares += best->thirds[i] * best->thirds[i];
  }
  spread = 16 * squares - places * places;
  if (spread == 0) return 0;
  for (c = 0; c < 3; c++) {
    int along = 0, rise, from;
    for (i = 0; i < 16; i++) along += texels[i * 4 + (unsigned)c] * best->thirds[i];
    rise = 16 * along - places * sums[c];
    from = sums[c] * spread - rise * places;
    low[c] = assetc_impl_tx_byte_of(from, 16 * spread);
    high[c] = assetc_impl_tx_byte_of(from + 48 * rise, 16 * spread);
  }
  return assetc_impl_tx_offer_pair(
    texels, assetc_impl_tx_565(low[0], low[1], low[2]), assetc_impl_tx_565(high[0], high[1], high[2]), best
  );
}

/* The texels must have been decoded. */
static uint64_t assetc_impl_tx_bc1(const AssetcImplTxBlock *block) {
  const uint8_t *texels = block->texels;
  AssetcImplTxPair best;
  int sums[3], i;
  unsigned t;
  if (block->number == ASSETC_IMPL_TX_SOLID) return assetc_impl_tx_flat_bc1(block->solid);
  if ((assetc_impl_tx_bits(block, block->mode.hints_at) & 1) != 0) return assetc_impl_tx_hinted_bc1(block);
  sums[0] = sums[1] = sums[2] = 0;
  for (t = 0; t < 64; t += 4)
    for (i = 0; i < 3; i++) sums[i] += texels[t + (unsigned)i];
  best.error = INT32_MAX;
  best.first = best.second = 0;
  if (!assetc_impl_tx_spread_pair(texels, sums, &best)) return assetc_impl_tx_flat_bc1(assetc_read_u32(texels));
  for (i = 0; i < 2 && best.error > 0; i++)
    if (!assetc_impl_tx_refit_pair(texels, sums, &best)) break;
  return assetc_impl_tx_pack_pair(&best);
}
