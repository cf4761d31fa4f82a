/* @implementation */

/* ---- The fields of an ASTC block of any 2D size. Twin of packages/formats/src/texels/astc.ts. ---- */

#define ASSETC_IMPL_ASTC_VOID_EXTENT 0x1fcu
#define ASSETC_IMPL_ASTC_MAX_TEXELS 144
#define ASSETC_IMPL_ASTC_MAX_WEIGHTS 64
#define ASSETC_IMPL_ASTC_MAX_ENDS 18

/* The grid of weights. */
typedef struct AssetcImplAstcGrid {
  unsigned width, height;
  unsigned planes;
  unsigned range; /* Row of the table of ranges. */
  unsigned bits; /* Of all weights. */
} AssetcImplAstcGrid;

typedef struct AssetcImplAstc {
  uint64_t low, high; /* The sixteen bytes. */
  unsigned width, height; /* In texels. */
  int is_hdr; /* Of the texture: whether endpoints and void extents may be HDR. */
  AssetcImplAstcGrid grid;
  unsigned count; /* Pairs of endpoints. */
  unsigned modes[4];
  int ends[4][8]; /* Low and high endpoint, R G B A each: 8 bits, or 12 in HDR modes. */
  int second; /* Channel of the second plane of weights, or -1. */
  uint8_t subsets[ASSETC_IMPL_ASTC_MAX_TEXELS];
  uint8_t weights[2][ASSETC_IMPL_ASTC_MAX_TEXELS];
} AssetcImplAstc;

/* At most 16 bits from bit `at`; zeros follow the block. */
static unsigned assetc_impl_astc_bits(uint64_t low, uint64_t high, unsigned at, unsigned count) {
  uint64_t bits = at >= 128 ? 0 : at >= 64 ? high >> (at - 64) : at == 0 ? low : (low >> at) | (high << (64 - at));
  return (unsigned)bits & ((1u << count) - 1);
}

static unsigned assetc_impl_astc_field(const AssetcImplAstc *block, unsigned at, unsigned count) {
  return assetc_impl_astc_bits(block->low, block->high, at, count);
}

/* Bits that `count` values take. */
static unsigned assetc_impl_astc_run_bits(unsigned range, unsigned count) {
  unsigned digit = assetc_impl_tx_astc_ranges[range] >> 4, bits = assetc_impl_tx_astc_ranges[range] & 15u;
  unsigned digits = digit == 3 ? (8 * count + 4) / 5 : digit == 5 ? (7 * count + 2) / 3 : 0;
  return digits + bits * count;
}

/* Reads `count` bounded integers from bit `at`; a short last group has fewer bits. */
static void assetc_impl_astc_read_run(uint64_t low, uint64_t high, unsigned at, unsigned range, unsigned count, uint8_t *to) {
  static const uint8_t trit_steps[] = { 2, 2, 1, 2, 1 }, quint_steps[] = { 3, 2, 2 };
  unsigned digit = assetc_impl_tx_astc_ranges[range] >> 4, bits = assetc_impl_tx_astc_ranges[range] & 15u;
  const uint8_t *steps = digit == 3 ? trit_steps : quint_steps;
  unsigned size = digit == 3 ? 5 : digit == 5 ? 3 : 1, first, i;
  for (first = 0; first < count; first += size) {
    unsigned held = count - first < size ? count - first : size, code = 0, shift = 0, digits = 0, width = digit == 3 ? 2 : 3;
    for (i = 0; i < held; i++) {
      to[first + i] = (uint8_t)assetc_impl_astc_bits(low, high, at, bits);
      at += bits;
      if (digit == 1) continue;
      code |= assetc_impl_astc_bits(low, high, at, steps[i]) << shift;
      shift += steps[i];
      at += steps[i];
    }
    if (digit == 3) digits = assetc_impl_tx_hdr_trits[code];
    if (digit == 5) digits = assetc_impl_tx_hdr_quints[code];
    for (i = 0; i < held; i++)
      to[first + i] = (uint8_t)(to[first + i] | (((digits >> (i * width)) & ((1u << width) - 1)) << bits));
  }
}

/* Modes whose lowest two bits are not zero: width and height of the grid. */
static void assetc_impl_astc_common_grid(unsigned code, AssetcImplAstcGrid *grid) {
  unsigned a = (code >> 5) & 3u, b = (code >> 7) & 3u, kind = (code >> 2) & 3u;
  if (kind == 0) grid->width = b + 4, grid->height = a + 2;
  else if (kind == 1) grid->width = b + 8, grid->height = a + 2;
  else if (kind == 2) grid->width = a + 2, grid->height = b + 8;
  else if (b < 2) grid->width = a + 2, grid->height = b + 6;
  else grid->width = b, grid->height = a + 2;
}

/* The other modes, for wide and high grids. Returns 0 for reserved ones. */
static int assetc_impl_astc_rare_grid(unsigned code, AssetcImplAstcGrid *grid) {
  unsigned a = (code >> 5) & 3u, kind = (code >> 7) & 3u;
  if (kind == 0) grid->width = 12, grid->height = a + 2;
  else if (kind == 1) grid->width = a + 2, grid->height = 12;
  else if (kind == 2) grid->width = a + 6, grid->height = ((code >> 9) & 3u) + 6;
  else if (a < 2) grid->width = a == 0 ? 6 : 10, grid->height = a == 0 ? 10 : 6;
  else return 0;
  return 1;
}

/* Reads the block mode. Returns 0 if it is reserved, or if its grid is larger than the block. */
static int assetc_impl_astc_read_grid(const AssetcImplAstc *block, AssetcImplAstcGrid *grid) {
  unsigned code = (unsigned)block->low & 2047u, precision, count;
  /* Modes that have no bits for two planes and high precision. */
  int is_plain = (code & 3u) == 0 && ((code >> 7) & 3u) == 2;
  if ((code & 3u) != 0) assetc_impl_astc_common_grid(code, grid);
  else if (!assetc_impl_astc_rare_grid(code, grid)) return 0;
  precision = (((code & 3u) != 0 ? code & 3u : (code >> 2) & 3u) << 1) | ((code >> 4) & 1u);
  if (precision < 2) return 0;
  grid->planes = !is_plain && (code & 1024u) != 0 ? 2 : 1;
  grid->range = precision - 2 + (!is_plain && (code & 512u) != 0 ? 6 : 0);
  count = grid->width * grid->height * grid->planes;
  if (count > ASSETC_IMPL_ASTC_MAX_WEIGHTS) return 0;
  grid->bits = assetc_impl_astc_run_bits(grid->range, count);
  return grid->bits >= 24 && grid->bits <= 96 && grid->width <= block->width && grid->height <= block->height;
}

static uint32_t assetc_impl_astc_hash(uint32_t p) {
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

/* The pair of endpoints of each texel. Blocks of fewer than 31 texels count in steps of two. */
static void assetc_impl_astc_partition(AssetcImplAstc *block, uint32_t seed) {
  uint32_t random = assetc_impl_astc_hash(seed + (block->count - 1) * 1024), slopes[8], shifts[2], i, x, y;
  uint32_t even = (seed & 2u) != 0 ? 4 : 5, odd = block->count == 3 ? 6 : 5, step = block->width * block->height < 31 ? 2 : 1;
  uint8_t *to = block->subsets;
  if (block->count == 1) {
    memset(to, 0, sizeof block->subsets);
    return;
  }
  shifts[0] = (seed & 1u) != 0 ? even : odd;
  shifts[1] = (seed & 1u) != 0 ? odd : even;
  for (i = 0; i < 8; i++) {
    uint32_t nibble = (random >> (i * 4)) & 15u;
    slopes[i] = (nibble * nibble) >> shifts[i & 1u];
  }
  for (y = 0; y < block->height; y++)
    for (x = 0; x < block->width; x++) {
      uint32_t highest = 0, best = 0;
      for (i = 0; i < block->count; i++) {
        uint32_t rise = (slopes[i * 2] * x * step + slopes[i * 2 + 1] * y * step + (random >> (14 - i * 4))) & 63u;
        if (rise > highest || i == 0) highest = rise, best = i;
      }
      *to++ = (uint8_t)best;
    }
}

/* The endpoint mode of each pair; bits that do not fit into the head are below the weights. Returns the bit at which they end. */
static unsigned assetc_impl_astc_read_modes(AssetcImplAstc *block, unsigned below) {
  unsigned count = block->count, shape = count == 1 ? 0 : assetc_impl_astc_field(block, 23, 2), extra, code, i;
  if (shape == 0) {
    for (i = 0; i < 4; i++) block->modes[i] = assetc_impl_astc_field(block, count == 1 ? 13 : 25, 4);
    return below;
  }
  extra = 3 * count - 4;
  code = assetc_impl_astc_field(block, 25, 4) | (assetc_impl_astc_field(block, below - extra, extra) << 4);
  for (i = 0; i < count; i++)
    block->modes[i] = (shape - 1 + ((code >> i) & 1u)) * 4 + ((code >> (count + i * 2)) & 3u);
  return below - extra;
}
