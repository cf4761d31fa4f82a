/* @implementation */

/* ---- UASTC to ETC1, which is ETC2's color: the block's hints give everything except the base colors and the shades. ---- */

#define ASSETC_IMPL_TX_MAGENTA_ETC1 UINT64_C(0x0000ffff02f800f8)

/* Modes 10 to 12 have neither a second bit for BC1 nor a bias. */
static int assetc_impl_tx_has_bias(const AssetcImplTxBlock *block) { return block->number < 10 || block->number > 12; }

static uint64_t assetc_impl_tx_solid_etc1(const AssetcImplTxBlock *block) {
  static const uint8_t raw_shades[] = { 3, 2, 0, 1 };
  uint64_t low = block->low, diff = (low >> 37) & 1, table = (low >> 38) & 7, out;
  unsigned raw = raw_shades[(low >> 41) & 3], i;
  out = ((table << 5) | (table << 2) | (diff << 1)) << 24;
  for (i = 0; i < 3; i++) {
    uint64_t base = (low >> (43 + 5 * i)) & 31;
    out |= (diff ? base << 3 : (base & 15) * 17) << (8 * i);
  }
  if (raw & 2) out |= UINT64_C(0x0000ffff00000000);
  if (raw & 1) out |= UINT64_C(0xffff000000000000);
  return out;
}

static int assetc_impl_tx_etc1_base(int sum, int limit, const uint8_t *step) {
  int v = (sum * limit + 1020) / 2040, d, moved;
  if (step == NULL) return v;
  d = *step - 2;
  if (v == 0) return d == -2 ? 3 : d + 1;
  if (v == limit) return limit + d - 1;
  moved = v + d;
  return moved < 0 || moved > limit ? v - d : moved;
}

static int assetc_impl_tx_brightness(const int *rgb, int shade) {
  static const int factors[] = { 54, 183, 19 };
  int sum = 0, c;
  for (c = 0; c < 3; c++) {
    int v = rgb[c] + shade;
    sum += factors[c] * (v < 0 ? 0 : v > 255 ? 255 : v);
  }
  return sum;
}

/* A texel below a border gets the darker shade. */
static void assetc_impl_tx_borders(const int *rgb, unsigned table, int *borders) {
  int small_step = assetc_impl_tx_etc1_small[table], large_step = assetc_impl_tx_etc1_large[table];
  int darkest = assetc_impl_tx_brightness(rgb, -large_step), dark = assetc_impl_tx_brightness(rgb, -small_step);
  int bright = assetc_impl_tx_brightness(rgb, small_step), brightest = assetc_impl_tx_brightness(rgb, large_step);
  borders[0] = (darkest + dark + 1) >> 1;
  borders[1] = (dark + bright + 1) >> 1;
  borders[2] = (bright + brightest + 1) >> 1;
}

static uint64_t assetc_impl_tx_shades(const uint8_t *texels, int flip, int borders[2][3]) {
  uint64_t high = 0, low = 0;
  unsigned x, y;
  for (x = 0; x < 4; x++)
    for (y = 0; y < 4; y++) {
      const uint8_t *t = texels + (y * 4 + x) * 4;
      const int *border = borders[(flip ? y : x) >> 1];
      int v = 54 * t[0] + 183 * t[1] + 19 * t[2];
      /* Big-endian, columns first. */
      unsigned bit = (x * 4 + y) ^ 8;
      if (v < border[1]) high |= UINT64_C(1) << bit;
      if (v < border[0] || v >= border[2]) low |= UINT64_C(1) << bit;
    }
  return (high << 32) | (low << 48);
}

/* The texels must have been decoded. */
static uint64_t assetc_impl_tx_etc1(const AssetcImplTxBlock *block) {
  int biased = assetc_impl_tx_has_bias(block), sums[2][3], rgb[2][3], borders[2][3], flip, diff, limit, half, c;
  uint64_t hints, out;
  const uint8_t *steps = NULL;
  unsigned tables[2], i;
  if (block->number == ASSETC_IMPL_TX_SOLID) return assetc_impl_tx_solid_etc1(block);
  hints = assetc_impl_tx_bits(block, block->mode.hints_at + (biased ? 2 : 1));
  flip = (int)(hints & 1);
  diff = (int)((hints >> 1) & 1);
  tables[0] = (unsigned)((hints >> 2) & 7);
  tables[1] = (unsigned)((hints >> 5) & 7);
  if (biased) steps = assetc_impl_tx_etc1_steps + ((hints >> 8) & 31) * 6;
  limit = diff ? 31 : 15;
  memset(sums, 0, sizeof sums);
  for (i = 0; i < 16; i++)
    for (c = 0; c < 3; c++) sums[(flip ? i >> 3 : (i >> 1) & 1)][c] += block->texels[i * 4 + (unsigned)c];
  out = (uint64_t)((tables[0] << 5) | (tables[1] << 2) | (unsigned)(diff << 1) | (unsigned)flip) << 24;
  for (c = 0; c < 3; c++) {
    int first = assetc_impl_tx_etc1_base(sums[0][c], limit, steps == NULL ? NULL : steps + c);
    int second = assetc_impl_tx_etc1_base(sums[1][c], limit, steps == NULL ? NULL : steps + 3 + c);
    if (diff) {
      int delta = second - first;
      delta = delta > 3 ? 3 : delta < -4 ? -4 : delta;
      second = first + delta;
      out |= (uint64_t)((first << 3) | (delta & 7)) << (8 * c);
    } else {
      out |= (uint64_t)((first << 4) | second) << (8 * c);
    }
    rgb[0][c] = diff ? (first << 3) | (first >> 2) : first * 17;
    rgb[1][c] = diff ? (second << 3) | (second >> 2) : second * 17;
  }
  for (half = 0; half < 2; half++) assetc_impl_tx_borders(rgb[half], tables[half], borders[half]);
  return out | assetc_impl_tx_shades(block->texels, flip, borders);
}
