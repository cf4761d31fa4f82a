// How grids of weights are interpolated, and how the best grid for given texels is found: each grid's shares form a matrix A with a row for each
// texel. Cholesky's L of AᵀA gives an orthonormal basis L⁻¹Aᵀ, which measures what a grid can express, and the pseudo-inverse L⁻ᵀL⁻¹Aᵀ.

import {
  G_BASIS,
  G_COUNT,
  G_HEIGHT,
  G_INVERSE,
  G_LISTS,
  G_NOISE,
  G_PLACES,
  G_WEIGHTS,
  G_WIDTH,
  GRID_SLOTS,
  gridRecord,
} from './footprint';
import { blockHeight, blockWidth, paddedCount, texelCount } from './state';

/** A, a row of 64 for each texel; L; a column. */
const SHARES: usize = memory.data(144 * 64 * 8, 16);
const LOWER: usize = memory.data(64 * 64 * 8, 16);
const COLUMN: usize = memory.data(64 * 8, 16);

/* @inline */ function share(texel: i32, point: i32): usize {
  return SHARES + (usize(texel * 64 + point) << 3);
}
/* @inline */ function lower(row: i32, column: i32): usize {
  return LOWER + (usize(row * 64 + column) << 3);
}

function spread(record: usize): void {
  const width = load<i32>(record, G_WIDTH);
  const height = load<i32>(record, G_HEIGHT);
  const last = width * height - 1;
  const places: usize = load<u32>(record, G_PLACES);
  const stepX = (1024 + (blockWidth >> 1)) / (blockWidth - 1);
  const stepY = (1024 + (blockHeight >> 1)) / (blockHeight - 1);
  memory.fill(SHARES, 0, 144 * 64 * 8);
  let noise = 0;
  for (let texel = 0; texel < texelCount; texel++) {
    const s = (stepX * (texel % blockWidth) * (width - 1) + 32) >> 6;
    const t = (stepY * (texel / blockWidth) * (height - 1) + 32) >> 6;
    const both = ((s & 15) * (t & 15) + 8) >> 4;
    const first = (s >> 4) + (t >> 4) * width;
    for (let corner = 0; corner < 4; corner++) {
      // A point beyond the grid has no share.
      const point = min(first + (corner & 1) + (corner >> 1) * width, last);
      const sixteenths =
        corner === 0
          ? 16 - (s & 15) - (t & 15) + both
          : corner === 1
            ? (s & 15) - both
            : corner === 2
              ? (t & 15) - both
              : both;
      store<u8>(places + usize(corner * paddedCount + texel), point);
      store<u8>(places + usize((corner + 4) * paddedCount + texel), sixteenths);
      store<f64>(share(texel, point), load<f64>(share(texel, point)) + f64(sixteenths) / 16);
      noise += sixteenths * sixteenths;
    }
  }
  store<f64>(record, f64(noise) / 256, G_NOISE);
}

/** For each grid point, the texels that it affects. */
function listTexels(record: usize): void {
  const count = load<i32>(record, G_COUNT);
  const lists: usize = load<u32>(record, G_LISTS);
  const weights: usize = load<u32>(record, G_WEIGHTS);
  const pairs = lists + (usize(count + 1) << 1);
  let filled = 0;
  for (let point = 0; point < count; point++) {
    let weight: f64 = 0;
    store<u16>(lists + (usize(point) << 1), u16(filled));
    for (let texel = 0; texel < texelCount; texel++) {
      const part = load<f64>(share(texel, point));
      if (part === 0) continue;
      store<u8>(pairs + (usize(filled) << 1), u8(texel));
      store<u8>(pairs + (usize(filled) << 1), u8(i32(part * 16)), 1);
      weight += part * part * 256;
      filled++;
    }
    store<f64>(weights + (usize(point) << 3), weight);
  }
  store<u16>(lists + (usize(count) << 1), u16(filled));
}

/** Cholesky's decomposition of AᵀA; a little is added to the diagonal, because some grids have points that no texel determines. */
function decompose(count: i32): void {
  for (let row = 0; row < count; row++)
    for (let column = 0; column <= row; column++) {
      let sum: f64 = row === column ? 1e-4 : 0;
      for (let texel = 0; texel < texelCount; texel++)
        sum += load<f64>(share(texel, row)) * load<f64>(share(texel, column));
      for (let k = 0; k < column; k++) sum -= load<f64>(lower(row, k)) * load<f64>(lower(column, k));
      store<f64>(lower(row, column), row === column ? sqrt<f64>(sum) : sum / load<f64>(lower(column, column)));
    }
}

/* @inline */ function column(i: i32): usize {
  return COLUMN + (usize(i) << 3);
}

function invert(record: usize): void {
  const count = load<i32>(record, G_COUNT);
  const basis: usize = load<u32>(record, G_BASIS);
  const inverse: usize = load<u32>(record, G_INVERSE);
  for (let texel = 0; texel < texelCount; texel++) {
    for (let row = 0; row < count; row++) {
      let sum = load<f64>(share(texel, row));
      for (let k = 0; k < row; k++) sum -= load<f64>(lower(row, k)) * load<f64>(column(k));
      sum /= load<f64>(lower(row, row));
      store<f64>(column(row), sum);
      store<i16>(basis + (usize(row * paddedCount + texel) << 1), i16(i32(floor<f64>(sum * 16384 + 0.5))));
    }
    for (let row = count - 1; row >= 0; row--) {
      let sum = load<f64>(column(row));
      for (let k = row + 1; k < count; k++) sum -= load<f64>(lower(k, row)) * load<f64>(column(k));
      sum /= load<f64>(lower(row, row));
      store<f64>(column(row), sum);
      const fixed = min<f64>(max<f64>(floor<f64>(sum * 4096 + 0.5), -32768), 32767);
      store<i16>(inverse + (usize(row * paddedCount + texel) << 1), i16(i32(fixed)));
    }
  }
}

export function buildGrids(): void {
  for (let slot = 0; slot < GRID_SLOTS; slot++) {
    const record = gridRecord(slot);
    const count = load<i32>(record, G_COUNT);
    if (count === 0) continue;
    spread(record);
    listTexels(record);
    decompose(count);
    invert(record);
  }
}
