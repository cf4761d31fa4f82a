// What weights lose, for the weights that the texels of a scheme want: by a grid with fewer points than texels, and by rounding.

import { G_BASIS, G_COUNT } from './footprint';
import { dotPlanes, laneSum, laneSums } from './moments';
import { levelsOf, WEIGHT_RANGES } from './ranges';
import { secondChannel, secondWorth, WANTED, worth } from './scheme';
import { PLANE, paddedCount, texelCount, wideBytes } from './state';

/** Σ of products of four rows with what is wanted, a lane each. */
/* @inline */ function dotFourRows(row: usize, rowBytes: usize, wanted: usize): v128 {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  let c = i32x4.splat(0);
  let d = i32x4.splat(0);
  for (let i: usize = 0; i < wideBytes; i += 16) {
    const w = v128.load(wanted + i);
    a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load(row + i), w));
    b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load(row + rowBytes + i), w));
    c = i32x4.add(c, i32x4.dot_i16x8_s(v128.load(row + 2 * rowBytes + i), w));
    d = i32x4.add(d, i32x4.dot_i16x8_s(v128.load(row + 3 * rowBytes + i), w));
  }
  return laneSums(a, b, c, d);
}

/** The sums of the squares of what the planes want. */
let firstEnergy: f64 = 0;
let secondEnergy: f64 = 0;

/** Squared error of the best weights of a grid for what a plane wants. Rows of a basis come in fours; those beyond the grid are zero. */
function gridError(record: usize, wanted: usize, energy: f64): f64 {
  const count = load<i32>(record, G_COUNT);
  if (count === texelCount) return 0;
  const rowBytes = usize(paddedCount) << 1;
  let row: usize = load<u32>(record, G_BASIS);
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  for (let point = 0; point < count; point += 4) {
    const along = dotFourRows(row, rowBytes, wanted);
    const first = f64x2.convert_low_i32x4_s(along);
    const second = f64x2.convert_low_i32x4_s(i64x2.shuffle(along, along, 1, 0));
    low = f64x2.add(low, f64x2.mul(first, first));
    high = f64x2.add(high, f64x2.mul(second, second));
    row += rowBytes << 2;
  }
  const sums = f64x2.add(low, high);
  const expressed = (f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1)) * (1.0 / 268435456);
  return max<f64>(energy - expressed, 0) * (1.0 / 1048576);
}

/**
 * Weights' rounding costs less than if each was rounded alone, because they are chosen together, and because endpoints move inward: of n evenly
 * filled levels, the outer ones then also have texels on both sides.
 */
const WEIGHT_SHARE: f64 = 0.7;

/** Per plane two rows by range: the mean squared error of rounding what texels want, in weights from 0 to 1; the least of that and coarser ranges. */
const ROW_BYTES: usize = 96;
const ROUNDING: usize = memory.data(4 * 96, 16);

/** Weights are nearly evenly spaced. Few colors may need no rounding at all, so it is measured and not assumed. */
function measureRounding(wanted: usize, to: usize): void {
  let least: f64 = 1;
  for (let range = 0; range < WEIGHT_RANGES; range++) {
    const steps = i16(levelsOf(range) - 1);
    const half = i16x8.splat(512);
    let sum = i32x4.splat(0);
    for (let i: usize = 0; i < wideBytes; i += 16) {
      const x = i16x8.mul(i16x8.add(v128.load(wanted + i), half), i16x8.splat(steps));
      const away = i16x8.sub(v128.and(i16x8.add(x, half), i16x8.splat(1023)), half);
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(away, away));
    }
    // Padding wants the middle, which has an error of its own.
    const middle = ((((512 * i32(steps) + 512) & 1023) - 512) * (((512 * i32(steps) + 512) & 1023) - 512)) as i32;
    const total = laneSum(sum) - middle * (i32(wideBytes >> 1) - texelCount);
    const levels = i32(steps) + 1;
    const scale = 1048576.0 * f64(levels * levels) * f64(texelCount);
    const error = (f64(total) * WEIGHT_SHARE) / scale;
    least = min<f64>(least, error);
    store<f64>(to + (usize(range) << 3), error);
    store<f64>(to + (usize(range) << 3), least, ROW_BYTES);
  }
}

/** Prepares losses of the present scheme. */
export function measureWanted(): void {
  measureRounding(WANTED, ROUNDING);
  firstEnergy = f64(dotPlanes(WANTED, WANTED));
  if (secondChannel < 0) return;
  measureRounding(WANTED + PLANE, ROUNDING + 2 * ROW_BYTES);
  secondEnergy = f64(dotPlanes(WANTED + PLANE, WANTED + PLANE));
}

/** What the best weights of a grid lose before they are rounded. */
export function gridLoss(record: usize): f64 {
  const first = worth * gridError(record, WANTED, firstEnergy);
  return secondChannel < 0 ? first : first + secondWorth * gridError(record, WANTED + PLANE, secondEnergy);
}

/* @inline */ function lossIn(rounding: usize): f64 {
  const first = worth * load<f64>(rounding);
  return secondChannel < 0 ? first : first + secondWorth * load<f64>(rounding, 2 * ROW_BYTES);
}
/** What rounding loses if every texel has its own weight. */
/* @inline */ export function roundingLoss(range: i32): f64 {
  return lossIn(ROUNDING + (usize(range) << 3));
}
/** The least of a range and all that are coarser. */
/* @inline */ export function minRoundingLoss(range: i32): f64 {
  return lossIn(ROUNDING + ROW_BYTES + (usize(range) << 3));
}
