/* @implementation */

/* ---- BC4: eight bytes for one channel, fitted to the decoded values. See packages/kernels/assembly/transcode/bc4.ts. ---- */

#define ASSETC_IMPL_TX_KEPT_RAMPS 4

/* Two ends and the place of each value between them, 0 at the low end; 6 and 7 stand for 0 and 255 where there are five steps. */
typedef struct AssetcImplTxRamp {
  int low, high, error;
  uint8_t places[16];
} AssetcImplTxRamp;

static void assetc_impl_tx_measure_ramp(const uint8_t *values, int steps, AssetcImplTxRamp *ramp) {
  int low = ramp->low, span = ramp->high - ramp->low, error = 0, i, k;
  for (i = 0; i < 16; i++) {
    int off = values[i] - low, place = 0, rest;
    for (k = 0; k < steps; k++) place += 2 * steps * off >= (2 * k + 1) * span;
    rest = steps * off - span * place;
    if (steps == 5) {
      int to_ramp = rest < 0 ? -rest : rest, to_none = steps * values[i], to_full = steps * (255 - values[i]);
      if (to_none < to_ramp) {
        place = 6;
        rest = to_none;
      }
      if (to_full < to_ramp) {
        place = 7;
        rest = to_full;
      }
    }
    ramp->places[i] = (uint8_t)place;
    error += rest * rest;
  }
  ramp->error = error;
}

/* Eight places need two different ends. */
static int assetc_impl_tx_is_ramp(int low, int high, int steps) {
  return low >= 0 && high <= 255 && (steps == 5 ? low <= high : low < high);
}

/* Takes the ramp if it is better. */
static int assetc_impl_tx_offer_ramp(const uint8_t *values, int low, int high, int steps, AssetcImplTxRamp *best) {
  AssetcImplTxRamp ramp;
  if (!assetc_impl_tx_is_ramp(low, high, steps)) return 0;
  ramp.low = low;
  ramp.high = high;
  assetc_impl_tx_measure_ramp(values, steps, &ramp);
  if (ramp.error >= best->error) return 0;
  *best = ramp;
  return 1;
}

static int assetc_impl_tx_clamped_quotient(int n, int d) {
  int q = n >= 0 ? (2 * n + d) / (2 * d) : 0;
  return q > 255 ? 255 : q;
}

/* Offers the ends that fit the places. */
static int assetc_impl_tx_refit_ramp(const uint8_t *values, int steps, AssetcImplTxRamp *best) {
  int count = 0, first = 0, squares = 0, total = 0, along = 0, spread, rise, from, i;
  for (i = 0; i < 16; i++) {
    int place = best->places[i];
    if (place > steps) continue;
    count++;
    first += place;
    squares += place * place;
    total += values[i];
    along += place * values[i];
  }
  spread = count * squares - first * first;
  if (spread == 0) return 0;
  rise = count * along - first * total;
  from = total * spread - rise * first;
  return assetc_impl_tx_offer_ramp(
    values, assetc_impl_tx_clamped_quotient(from, count * spread),
    assetc_impl_tx_clamped_quotient(from + steps * count * rise, count * spread), steps, best
  );
}

/* Enters a ramp, as far as it can be stored, among the most promising, which are sorted. */
static void assetc_impl_tx_enter_ramp(const uint8_t *values, int low, int high, int steps, AssetcImplTxRamp *kept) {
  AssetcImplTxRamp ramp;
  int at = ASSETC_IMPL_TX_KEPT_RAMPS, i;
  if (low < 0) low = 0;
  if (high > 255) high = 255;
  if (!assetc_impl_tx_is_ramp(low, high, steps)) return;
  ramp.low = low;
  ramp.high = high;
  assetc_impl_tx_measure_ramp(values, steps, &ramp);
  while (at > 0 && ramp.error < kept[at - 1].error) at--;
  if (at == ASSETC_IMPL_TX_KEPT_RAMPS) return;
  for (i = ASSETC_IMPL_TX_KEPT_RAMPS - 1; i > at; i--) kept[i] = kept[i - 1];
  kept[at] = ramp;
}

/* Ramps of which k steps reach from the lowest to the highest value and that begin with it or whole steps before it; then some
 * whose ends lie a little beside the outermost values. */
static void assetc_impl_tx_enter_ramps(const uint8_t *values, int from, int to, int steps, AssetcImplTxRamp *kept) {
  int range = to - from, k, bottom, a, b;
  for (k = 0; k < ASSETC_IMPL_TX_KEPT_RAMPS; k++) kept[k].error = INT32_MAX;
  for (k = steps; k >= 3; k--) {
    int least = from * k - (steps - k) * range;
    for (bottom = from * k; bottom >= least; bottom -= range) {
      assetc_impl_tx_enter_ramp(values, (2 * bottom + k) / (2 * k), (2 * (bottom + steps * range) + k) / (2 * k), steps, kept);
      if (range == 0) return;
    }
  }
  for (a = -1; a <= 2; a++)
    for (b = -1; b <= 2; b++) {
      int parts = 4 * steps - a - b;
      assetc_impl_tx_enter_ramp(
        values, from + (2 * a * range + parts) / (2 * parts), to - (2 * b * range + parts) / (2 * parts), steps, kept
      );
    }
}

/* Improves a ramp by itself, then by its neighbours. */
static void assetc_impl_tx_refine_ramp(const uint8_t *values, int steps, AssetcImplTxRamp *ramp) {
  int i;
  for (i = 0; i < 2 && ramp->error > 0; i++)
    if (!assetc_impl_tx_refit_ramp(values, steps, ramp)) break;
  for (i = 0; i < 3 && ramp->error > 0; i++) {
    int better = assetc_impl_tx_offer_ramp(values, ramp->low - 1, ramp->high, steps, ramp);
    better |= assetc_impl_tx_offer_ramp(values, ramp->low + 1, ramp->high, steps, ramp);
    better |= assetc_impl_tx_offer_ramp(values, ramp->low, ramp->high + 1, steps, ramp);
    better |= assetc_impl_tx_offer_ramp(values, ramp->low, ramp->high - 1, steps, ramp);
    if (!better) break;
  }
}

/* The best ramp for values that reach from `from` to `to`, if it is better than `best`. */
static void assetc_impl_tx_fit_ramp(const uint8_t *values, int from, int to, int steps, AssetcImplTxRamp *best) {
  AssetcImplTxRamp kept[ASSETC_IMPL_TX_KEPT_RAMPS];
  int i;
  assetc_impl_tx_enter_ramps(values, from, to, steps, kept);
  for (i = 0; i < ASSETC_IMPL_TX_KEPT_RAMPS && best->error > 0; i++) {
    if (kept[i].error / 2 >= best->error) break;
    if (kept[i].error == INT32_MAX) continue;
    assetc_impl_tx_refine_ramp(values, steps, &kept[i]);
    if (kept[i].error < best->error) *best = kept[i];
  }
}

/* The ends with their codes: 0 and 1 are the ends, what lies between follows. Eight places count from the high end. */
static uint64_t assetc_impl_tx_pack_ramp(const AssetcImplTxRamp *ramp, int steps) {
  uint64_t low = (uint64_t)ramp->low, high = (uint64_t)ramp->high, bits = steps == 7 ? high | (low << 8) : low | (high << 8);
  unsigned i;
  for (i = 0; i < 16; i++) {
    int place = steps == 7 ? 7 - ramp->places[i] : ramp->places[i];
    bits |= (uint64_t)(place == 0 ? 0 : place == steps ? 1 : place > steps ? place : place + 1) << (16 + 3 * i);
  }
  return bits;
}

/* Six values between ends, with 0 and 255 besides; 0 where that is no better. */
static uint64_t assetc_impl_tx_try_six(const uint8_t *values, int error_of_eight) {
  /* In 25ths against 49ths. */
  int limit = (int)((int64_t)error_of_eight * 25 / 49), margin, i;
  AssetcImplTxRamp best;
  best.error = limit;
  for (margin = 0; margin <= 16; margin += 16) {
    int low = 255, high = 0;
    for (i = 0; i < 16; i++) {
      if (values[i] <= margin || values[i] >= 255 - margin) continue;
      if (values[i] < low) low = values[i];
      if (values[i] > high) high = values[i];
    }
    if (low <= high) assetc_impl_tx_fit_ramp(values, low, high, 5, &best);
  }
  return best.error < limit ? assetc_impl_tx_pack_ramp(&best, 5) : 0;
}

static uint64_t assetc_impl_tx_bc4(const uint8_t *values) {
  int high = values[0], low = values[0];
  AssetcImplTxRamp best;
  uint64_t six;
  unsigned i;
  for (i = 1; i < 16; i++) {
    if (values[i] > high) high = values[i];
    if (values[i] < low) low = values[i];
  }
  if (high == low) return (uint64_t)high | ((uint64_t)low << 8);
  best.error = INT32_MAX;
  best.low = best.high = 0;
  if (high - low <= 7) {
    /* Places a step of one apart: exact. */
    int base = low < 248 ? low : 248;
    assetc_impl_tx_offer_ramp(values, base, base + 7, 7, &best);
    return assetc_impl_tx_pack_ramp(&best, 7);
  }
  assetc_impl_tx_fit_ramp(values, low, high, 7, &best);
  six = best.error > 0 ? assetc_impl_tx_try_six(values, best.error) : 0;
  return six != 0 ? six : assetc_impl_tx_pack_ramp(&best, 7);
}
