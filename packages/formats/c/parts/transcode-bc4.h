/* @implementation */

/* ---- BC4: eight bytes for one channel, fitted to the decoded values. See packages/kernels/assembly/transcode/bc4*.ts. ---- */

#define ASSETC_IMPL_TX_WAVES 8
#define ASSETC_IMPL_TX_TRIED_WAVES 2

/* Two endpoints and the place of each value between them, 0 at the low one. With five steps, 6 and 7 mean 0 and 255. */
typedef struct AssetcImplTxRamp {
  int low, high, error;
  uint8_t places[16];
} AssetcImplTxRamp;

/* The current fit: values in `inside` are from `from` to `to`, the others at 0 or 255. */
typedef struct AssetcImplTxFit {
  const uint8_t *values;
  uint8_t inside[16];
  int steps, from, to;
  AssetcImplTxRamp best; /* Valid if below the initial error. */
  int is_found;
} AssetcImplTxFit;

/* The line through values at their places, in 256ths: place 0, and the distance to the next. */
typedef struct AssetcImplTxLine {
  int start, step;
} AssetcImplTxLine;

/* If `steps` is not 0, all values are on a grid of this many steps from `low` to `high`. */
typedef struct AssetcImplTxGrid {
  int low, high, steps;
} AssetcImplTxGrid;

/* 2^20 / a span of values. */
static int assetc_impl_tx_unit(int span) { return (1 << 20) / span; }

/* Keeps the ramp if it is better. Ignores ramps whose step is below one. */
static void assetc_impl_tx_offer_ramp(AssetcImplTxFit *fit, int low, int high) {
  int steps = fit->steps, span = high - low, steep, i;
  AssetcImplTxRamp ramp;
  if (span < steps) return;
  ramp.low = low;
  ramp.high = high;
  ramp.error = 0;
  steep = (steps * assetc_impl_tx_unit(span)) >> 5;
  if (steep > 0x7fff) steep = 0x7fff;
  for (i = 0; i < 16; i++) {
    int value = fit->values[i], off = value - low, place, rest;
    place = ((off < 0 ? 0 : off > span ? span : off) * steep + 0x4000) >> 15;
    rest = steps * off - span * place;
    if (rest < 0) rest = -rest;
    if (steps == 5) {
      int to_none = 5 * value, to_full = 5 * (255 - value);
      if (to_none < rest) {
        place = 6;
        rest = to_none;
      }
      if (to_full < rest) {
        place = 7;
        rest = to_full;
      }
    }
    ramp.places[i] = (uint8_t)place;
    ramp.error += rest * rest;
  }
  if (ramp.error >= fit->best.error) return;
  fit->best = ramp;
  fit->is_found = 1;
}

/* Fits a line to the texels in `inside` by least squares. Returns 0 if there is none. */
static int assetc_impl_tx_fit_line(
  const uint8_t *values, const uint8_t *places, const uint8_t *inside, AssetcImplTxLine *line
) {
  int count = 0, first = 0, squares = 0, total = 0, along = 0, spread, all, i;
  for (i = 0; i < 16; i++) {
    if (!inside[i]) continue;
    count++;
    first += places[i];
    squares += places[i] * places[i];
    total += values[i];
    along += places[i] * values[i];
  }
  spread = count * squares - first * first;
  if (spread == 0) return 0;
  line->step = (count * along - first * total) * 256 / spread;
  all = total * 256 - line->step * first;
  /* Rounds down like a shift if all texels count. */
  line->start = count == 16 ? ((all + (1 << 24)) >> 4) - (1 << 20) : all / count;
  return 1;
}

static int assetc_impl_tx_rounded_end(int end) {
  if (end < -128) return 0;
  end = (end + 128) >> 8;
  return end > 255 ? 255 : end;
}

/* How many whole steps, at most three, before place 0 a ramp should begin, so that rounding its endpoints moves it least; and the error. */
static int assetc_impl_tx_steps_before(int start, int step, int steps, int top, int *hurt) {
  int best = 0, before;
  *hurt = INT32_MAX;
  for (before = 0; before <= 3 && before <= steps - top; before++) {
    int first = assetc_impl_tx_rounded_end(start - before * step);
    int span = assetc_impl_tx_rounded_end(start + (steps - before) * step) - first;
    int bottom = steps * first + span * before;
    int off = bottom * 256 - steps * start;
    int off_top = (bottom + span * top) * 256 - steps * (start + top * step);
    if (off < 0) off = -off;
    if (off_top < 0) off_top = -off_top;
    if (off_top > off) off = off_top;
    if (off >= *hurt) continue;
    *hurt = off;
    best = before;
  }
  return best;
}

/* Half steps from the lowest to the highest value. */
static int assetc_impl_tx_wave(int which, int steps) {
  static const uint8_t waves[ASSETC_IMPL_TX_WAVES] = { 6, 8, 10, 12, 14, 15, 14, 15 };
  return waves[which] - (steps == 7 ? 0 : 4);
}

/* Fits a ramp by the places of a wave. The last two begin half a step before the lowest value. */
static void assetc_impl_tx_offer_wave(AssetcImplTxFit *fit, int unit, int which) {
  int steep = (assetc_impl_tx_wave(which, fit->steps) * unit) >> 6, half = which < 6 ? 0x4000 : 0, top, hurt, i;
  uint8_t places[16];
  AssetcImplTxLine line;
  for (i = 0; i < 16; i++) {
    int place = fit->inside[i] ? ((fit->values[i] - fit->from) * steep + half) >> 15 : 0;
    places[i] = (uint8_t)(place < fit->steps ? place : fit->steps);
  }
  if (!assetc_impl_tx_fit_line(fit->values, places, fit->inside, &line)) return;
  top = ((fit->to - fit->from) * steep + half) >> 15;
  if (top < fit->steps) line.start -= assetc_impl_tx_steps_before(line.start, line.step, fit->steps, top, &hurt) * line.step;
  assetc_impl_tx_offer_ramp(
    fit, assetc_impl_tx_rounded_end(line.start), assetc_impl_tx_rounded_end(line.start + fit->steps * line.step)
  );
}

/* The error of values from the places of a wave, around their mean, with the index of the wave in the low bits. */
static uint32_t assetc_impl_tx_wave_key(const AssetcImplTxFit *fit, int unit, int which) {
  static const uint16_t scales[2][ASSETC_IMPL_TX_WAVES] = {
    { 800, 450, 288, 200, 146, 128, 146, 128 }, { 1936, 484, 215, 121, 77, 64, 77, 64 }
  };
  static const uint8_t widest[2][ASSETC_IMPL_TX_WAVES] = {
    { 112, 150, 187, 225, 255, 255, 255, 255 }, { 52, 105, 157, 210, 255, 255, 255, 255 }
  };
  unsigned form = fit->steps == 7 ? 0 : 1;
  int steep = ((assetc_impl_tx_wave(which, fit->steps) * unit) >> 6) * 2, count = 0, total = 0, squares = 0, i;
  /* Exclude ramps that do not fit between 0 and 255. */
  if (fit->to - fit->from > widest[form][which]) return UINT32_MAX;
  for (i = 0; i < 16; i++) {
    int off;
    if (!fit->inside[i]) continue;
    off = ((fit->values[i] - fit->from) * steep + (which < 6 ? 0x8000 : 0)) & 0xffff;
    off = (off >> 6) - 512;
    count++;
    total += off;
    squares += off * off;
  }
  return ((((uint32_t)(count * squares - total * total) >> 6) * scales[form][which]) & ~UINT32_C(7)) | (uint32_t)which;
}

/* Tries the best ramps for the values inside. */
static void assetc_impl_tx_fit_ramps(AssetcImplTxFit *fit) {
  int unit = assetc_impl_tx_unit(fit->to - fit->from), i, tried;
  uint32_t keys[ASSETC_IMPL_TX_WAVES];
  for (i = 0; i < ASSETC_IMPL_TX_WAVES; i++) keys[i] = assetc_impl_tx_wave_key(fit, unit, i);
  for (tried = 0; tried < ASSETC_IMPL_TX_TRIED_WAVES; tried++) {
    uint32_t least = UINT32_MAX;
    for (i = 0; i < ASSETC_IMPL_TX_WAVES; i++)
      if (keys[i] < least) least = keys[i];
    assetc_impl_tx_offer_wave(fit, unit, (int)(least & 7));
    keys[least & 7] = UINT32_MAX;
  }
  if (fit->is_found && fit->best.error > 0) {
    AssetcImplTxLine line;
    uint8_t on_ramp[16];
    for (i = 0; i < 16; i++) on_ramp[i] = fit->best.places[i] <= fit->steps;
    if (assetc_impl_tx_fit_line(fit->values, fit->best.places, on_ramp, &line))
      assetc_impl_tx_offer_ramp(
        fit, assetc_impl_tx_rounded_end(line.start), assetc_impl_tx_rounded_end(line.start + fit->steps * line.step)
      );
  }
}

/* Codes 0 and 1 are the endpoints, the places between follow. Eight places count from the high endpoint. */
static uint64_t assetc_impl_tx_pack_ramp(const AssetcImplTxRamp *ramp, int steps) {
  static const uint8_t codes[2][8] = { { 1, 7, 6, 5, 4, 3, 2, 0 }, { 0, 2, 3, 4, 5, 1, 6, 7 } };
  uint64_t low = (uint64_t)ramp->low, high = (uint64_t)ramp->high, bits = steps == 7 ? high | (low << 8) : low | (high << 8);
  unsigned i;
  for (i = 0; i < 16; i++) bits |= (uint64_t)codes[steps == 7 ? 0 : 1][ramp->places[i]] << (16 + 3 * i);
  return bits;
}

/* Values more than `margin` from 0 and 255 are inside. Returns 0 if there are none. */
static int assetc_impl_tx_set_inside(AssetcImplTxFit *fit, int margin) {
  int i;
  fit->from = 255;
  fit->to = 0;
  for (i = 0; i < 16; i++) {
    int value = fit->values[i];
    fit->inside[i] = value > margin && value < 255 - margin;
    if (!fit->inside[i]) continue;
    if (value < fit->from) fit->from = value;
    if (value > fit->to) fit->to = value;
  }
  return fit->from <= fit->to;
}

/* A block with six places, without 0 and 255, if it is better than eight; else 0. */
static uint64_t assetc_impl_tx_try_six(AssetcImplTxFit *fit, int margin) {
  if (!assetc_impl_tx_set_inside(fit, margin)) return 0;
  fit->steps = 5;
  /* From 1/49 to 1/25. */
  fit->best.error = fit->best.error * 25 / 49;
  fit->is_found = 0;
  if (fit->to - fit->from <= 5) {
    int base = fit->from < 250 ? fit->from : 250;
    assetc_impl_tx_offer_ramp(fit, base, base + 5);
  } else {
    assetc_impl_tx_fit_ramps(fit);
  }
  return fit->is_found ? assetc_impl_tx_pack_ramp(&fit->best, 5) : 0;
}

/* The index of a value on a grid. */
static int assetc_impl_tx_number_on(int value, const AssetcImplTxGrid *grid) {
  return ((value - grid->low) * grid->steps * assetc_impl_tx_unit(grid->high - grid->low) + (1 << 19)) >> 20;
}

/* Finds a ramp with the places of the grid, without a search. Returns 0 if rounding its endpoints would move them too far. */
static int assetc_impl_tx_fit_grid(const AssetcImplTxFit *fit, const AssetcImplTxGrid *grid, AssetcImplTxRamp *ramp) {
  int top = assetc_impl_tx_number_on(fit->to, grid) - assetc_impl_tx_number_on(fit->from, grid), range = fit->to - fit->from;
  int steep = (top * assetc_impl_tx_unit(range)) >> 5, before, hurt, by = 1, more, step, i;
  AssetcImplTxLine line;
  for (i = 0; i < 16; i++) ramp->places[i] = (uint8_t)(((fit->values[i] - fit->from) * steep + 0x4000) >> 15);
  if (!assetc_impl_tx_fit_line(fit->values, ramp->places, fit->inside, &line)) return 0;
  before = assetc_impl_tx_steps_before(line.start, line.step, 7, top, &hurt);
  for (more = 2; more <= 3 && more * top <= 7; more++) {
    int other, other_before = assetc_impl_tx_steps_before(line.start, line.step / more, 7, more * top, &other);
    if (other >= hurt) continue;
    hurt = other;
    before = other_before;
    by = more;
  }
  if (hurt > 12 * range) return 0;
  step = line.step / by;
  ramp->low = assetc_impl_tx_rounded_end(line.start - before * step);
  ramp->high = assetc_impl_tx_rounded_end(line.start + (7 - before) * step);
  for (i = 0; i < 16; i++) ramp->places[i] = (uint8_t)(before + ramp->places[i] * by);
  return 1;
}

static uint64_t assetc_impl_tx_bc4(const uint8_t *values, const AssetcImplTxGrid *grid) {
  AssetcImplTxFit fit;
  uint64_t eight, six = 0;
  int range, margin, low, high, may_six;
  fit.values = values;
  assetc_impl_tx_set_inside(&fit, -1);
  low = fit.from;
  high = fit.to;
  range = high - low;
  if (range == 0) return (uint64_t)high | ((uint64_t)low << 8);
  fit.steps = 7;
  fit.best.error = INT32_MAX;
  fit.best.low = fit.best.high = 0;
  fit.is_found = 0;
  if (range <= 7) {
    /* A step of one is exact. */
    int base = low < 248 ? low : 248;
    assetc_impl_tx_offer_ramp(&fit, base, base + 7);
    return assetc_impl_tx_pack_ramp(&fit.best, 7);
  }
  margin = range >> 4;
  may_six = low <= margin || high >= 255 - margin;
  if (grid->steps != 0 && !may_six) {
    AssetcImplTxRamp ramp;
    if (assetc_impl_tx_fit_grid(&fit, grid, &ramp)) return assetc_impl_tx_pack_ramp(&ramp, 7);
  }
  assetc_impl_tx_fit_ramps(&fit);
  if (!fit.is_found) assetc_impl_tx_offer_ramp(&fit, low, high);
  eight = assetc_impl_tx_pack_ramp(&fit.best, 7);
  if (fit.best.error > 0 && may_six) six = assetc_impl_tx_try_six(&fit, margin);
  return six != 0 ? six : eight;
}
