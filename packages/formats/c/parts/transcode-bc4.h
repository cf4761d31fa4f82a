/* @implementation */

/* ---- BC4: eight bytes for one channel, fitted to the decoded values. ---- */

/* Two ends and the place of each value between them; the squared error in 49ths. */
typedef struct AssetcImplTxRamp {
  int high, low, error;
  uint8_t places[16];
} AssetcImplTxRamp;

/* How many of the borders between `steps` + 1 even places lie at or before a value. */
static int assetc_impl_tx_place(int off, int span, int steps) {
  int place = 0, k;
  for (k = 0; k < steps; k++) place += 2 * steps * off >= (2 * k + 1) * span;
  return place;
}

/* Takes two ends if they are better. */
static int assetc_impl_tx_offer_ramp(const uint8_t *values, int high, int low, AssetcImplTxRamp *best) {
  uint8_t places[16];
  int error = 0;
  unsigned i;
  if (high <= low || high > 255 || low < 0) return 0;
  for (i = 0; i < 16; i++) {
    int off = high - values[i], place = assetc_impl_tx_place(off, high - low, 7), rest = 7 * off - (high - low) * place;
    places[i] = (uint8_t)place;
    error += rest * rest;
  }
  if (error >= best->error) return 0;
  best->high = high;
  best->low = low;
  best->error = error;
  memcpy(best->places, places, sizeof places);
  return 1;
}

static int assetc_impl_tx_clamped_quotient(int n, int d) {
  int q = n >= 0 ? (2 * n + d) / (2 * d) : 0;
  return q > 255 ? 255 : q;
}

/* Offers the ends that fit the best places. */
static int assetc_impl_tx_refit_ramp(const uint8_t *values, AssetcImplTxRamp *best) {
  int places = 0, squares = 0, total = 0, along = 0, spread, rise, from;
  unsigned i;
  for (i = 0; i < 16; i++) {
    places += best->places[i];
    squares += best->places[i] * best->places[i];
    total += values[i];
    along += best->places[i] * values[i];
  }
  spread = 16 * squares - places * places;
  if (spread == 0) return 0;
  rise = 16 * along - places * total;
  from = total * spread - rise * places;
  return assetc_impl_tx_offer_ramp(
    values, assetc_impl_tx_clamped_quotient(from, 16 * spread),
    assetc_impl_tx_clamped_quotient(from + 112 * rise, 16 * spread), best
  );
}

/* Places as codes: the ends are 0 and 1, what lies between follows. */
static uint64_t assetc_impl_tx_pack_ramp(int first, int second, const uint8_t *places, int steps) {
  uint64_t bits = (uint64_t)first | ((uint64_t)second << 8);
  unsigned i;
  for (i = 0; i < 16; i++) {
    int place = places[i];
    bits |= (uint64_t)(place == 0 ? 0 : place == steps ? 1 : place > steps ? place : place + 1) << (16 + 3 * i);
  }
  return bits;
}

/* Six values between ends, with 0 and 255 besides; 0 where that is no better. */
static uint64_t assetc_impl_tx_try_six(const uint8_t *values, int error_of_eight) {
  int low = 255, high = 0, error = 0;
  uint8_t places[16];
  unsigned i;
  for (i = 0; i < 16; i++) {
    if (values[i] == 0 || values[i] == 255) continue;
    if (values[i] < low) low = values[i];
    if (values[i] > high) high = values[i];
  }
  if (high < low) return 0;
  for (i = 0; i < 16; i++) {
    int off = values[i] - low, place = high > low ? assetc_impl_tx_place(off, high - low, 5) : 0;
    int rest = 5 * off - (high - low) * place;
    if (values[i] == 0) place = 6;
    else if (values[i] == 255) place = 7;
    else error += rest * rest;
    places[i] = (uint8_t)place;
  }
  /* In 25ths against 49ths. */
  if ((int64_t)error * 49 >= (int64_t)error_of_eight * 25) return 0;
  return assetc_impl_tx_pack_ramp(low, high, places, 5);
}

static void assetc_impl_tx_fit_ramp(const uint8_t *values, int high, int low, AssetcImplTxRamp *best) {
  int i;
  best->error = INT32_MAX;
  if (high - low <= 7) {
    /* Places a step of one apart: exact. */
    int base = low < 248 ? low : 248;
    assetc_impl_tx_offer_ramp(values, base + 7, base, best);
    return;
  }
  assetc_impl_tx_offer_ramp(values, high, low, best);
  for (i = 0; i < 3 && best->error > 0; i++)
    if (!assetc_impl_tx_refit_ramp(values, best)) break;
  for (i = 0; i < 2 && best->error > 0; i++) {
    int better = assetc_impl_tx_offer_ramp(values, best->high - 1, best->low, best);
    better |= assetc_impl_tx_offer_ramp(values, best->high + 1, best->low, best);
    better |= assetc_impl_tx_offer_ramp(values, best->high, best->low + 1, best);
    better |= assetc_impl_tx_offer_ramp(values, best->high, best->low - 1, best);
    if (!better) break;
  }
}

static uint64_t assetc_impl_tx_bc4(const uint8_t *values) {
  int high = values[0], low = values[0];
  AssetcImplTxRamp best;
  unsigned i;
  for (i = 1; i < 16; i++) {
    if (values[i] > high) high = values[i];
    if (values[i] < low) low = values[i];
  }
  if (high == low) return (uint64_t)high | ((uint64_t)low << 8);
  assetc_impl_tx_fit_ramp(values, high, low, &best);
  if (best.error > 0 && (low == 0 || high == 255)) {
    uint64_t six = assetc_impl_tx_try_six(values, best.error);
    if (six != 0) return six;
  }
  return assetc_impl_tx_pack_ramp(best.high, best.low, best.places, 7);
}
