/* @implementation */

/* ---- EAC: eight bytes for one channel. Alpha uses the block's hints; R11 and RG11 are searched. ---- */

/* Tables that the search tries, a bit each. */
#define ASSETC_IMPL_TX_TRIED_TABLES 0x2dc5u

static int assetc_impl_tx_modifier(unsigned table, unsigned index) {
  return assetc_impl_tx_eac_modifiers[table * 8 + index] - 15;
}

/* Base, multiplier and table, then indices, columns first, the first texel in the highest bits. */
static uint64_t assetc_impl_tx_pack_eac(int base, int multiplier, unsigned table, const uint8_t *indices) {
  uint64_t bits = 0, out = (uint64_t)base | ((uint64_t)(((unsigned)multiplier << 4) | table) << 8);
  unsigned n;
  for (n = 0; n < 16; n++) bits = (bits << 3) | indices[(n & 3) * 4 + (n >> 2)];
  for (n = 0; n < 6; n++) out |= ((bits >> (40 - 8 * n)) & 255) << (16 + 8 * n);
  return out;
}

static uint64_t assetc_impl_tx_flat_eac(int value) {
  uint8_t indices[16];
  memset(indices, 4, sizeof indices);
  return assetc_impl_tx_pack_eac(value, 1, 13, indices);
}

/* The base with which a table covers a range. */
static int assetc_impl_tx_eac_base(unsigned table, int low, int high) {
  int below = -assetc_impl_tx_modifier(table, 3), span = assetc_impl_tx_modifier(table, 7) + below;
  return (2 * (low * span + (high - low) * below) + span) / (2 * span);
}

/* Picks the nearest index for every value; returns the squared error. */
static int assetc_impl_tx_choose_eac(const uint8_t *values, int base, int multiplier, unsigned table, uint8_t *indices) {
  uint8_t best[16];
  int error = 0;
  unsigned i, t;
  memset(best, 255, sizeof best);
  memset(indices, 0, 16);
  for (i = 0; i < 8; i++) {
    int shown = base + multiplier * assetc_impl_tx_modifier(table, i);
    shown = shown < 0 ? 0 : shown > 255 ? 255 : shown;
    for (t = 0; t < 16; t++) {
      uint8_t off = (uint8_t)(values[t] > shown ? values[t] - shown : shown - values[t]);
      indices[t] = off < best[t] ? (uint8_t)i : indices[t];
      best[t] = off < best[t] ? off : best[t];
    }
  }
  for (t = 0; t < 16; t++) error += best[t] * best[t];
  return error;
}

static int assetc_impl_tx_range(const uint8_t *values, int *low, int *high) {
  unsigned i;
  *low = *high = values[0];
  for (i = 1; i < 16; i++) {
    if (values[i] < *low) *low = values[i];
    if (values[i] > *high) *high = values[i];
  }
  return *low != *high;
}

/* Uses the block's table and multiplier; flat blocks need none. */
static uint64_t assetc_impl_tx_hinted_eac(const AssetcImplTxBlock *block, const uint8_t *values) {
  unsigned hints, table;
  uint8_t indices[16];
  int low, high, base, multiplier;
  if (!assetc_impl_tx_range(values, &low, &high)) return assetc_impl_tx_flat_eac(low);
  hints = (unsigned)(assetc_impl_tx_bits(block, block->mode.hints_at + (assetc_impl_tx_has_bias(block) ? 15 : 9)) & 255);
  table = hints & 15;
  multiplier = (int)(hints >> 4);
  base = assetc_impl_tx_eac_base(table, low, high);
  assetc_impl_tx_choose_eac(values, base, multiplier, table, indices);
  return assetc_impl_tx_pack_eac(base, multiplier, table, indices);
}

/* Tries tables, each with the multiplier that spans the range and its neighbors. */
static uint64_t assetc_impl_tx_searched_eac(const uint8_t *values) {
  int low, high, least = INT32_MAX;
  uint8_t indices[16];
  uint64_t out = 0;
  unsigned table;
  if (!assetc_impl_tx_range(values, &low, &high)) return assetc_impl_tx_flat_eac(low);
  for (table = 0; table < 16; table++) {
    int span = assetc_impl_tx_modifier(table, 7) - assetc_impl_tx_modifier(table, 3), base, middle, multiplier;
    if (((ASSETC_IMPL_TX_TRIED_TABLES >> table) & 1) == 0) continue;
    middle = (2 * (high - low) + span) / (2 * span);
    base = assetc_impl_tx_eac_base(table, low, high);
    for (multiplier = middle > 1 ? middle - 1 : 1; multiplier <= middle + 1 && multiplier <= 15; multiplier++) {
      int error = assetc_impl_tx_choose_eac(values, base, multiplier, table, indices);
      if (error >= least) continue;
      least = error;
      out = assetc_impl_tx_pack_eac(base, multiplier, table, indices);
      if (error == 0) return out;
    }
  }
  return out;
}
