// Triangles in the cells of a grid. Each has a shape: a corner, the two edges from it, and their products (12 f32, ordered for transposing
// four at a time); and a span: the first and last cell along each axis, a byte each.

export const SHAPE_BYTES: usize = 48;
export const SPAN_BYTES: usize = 8;

export let lowX: f32 = 0;
export let lowY: f32 = 0;
export let lowZ: f32 = 0;
export let cellSize: f32 = 1;
/** Cells per unit. */
let density: f32 = 1;
export let cellsX: i32 = 1;
export let cellsY: i32 = 1;
export let cellsZ: i32 = 1;

/* @inline */ export function cellAlong(offset: f32, count: i32): i32 {
  // NaN goes to the first cell, numbers beyond the grid to the last.
  const along = offset * density;
  return along > 0 ? i32(min<f32>(along, f32(count - 1))) : 0;
}

function fitGrid(positions: usize, indices: usize, corners: u32, maxCells: i32): void {
  let low = f32x4.splat(f32.MAX_VALUE);
  let high = f32x4.splat(-f32.MAX_VALUE);
  for (let i: u32 = 0; i < corners; i++) {
    const at = positions + usize(load<u32>(indices + (usize(i) << 2))) * 12;
    const p = f32x4.replace_lane(v128.load64_zero(at), 2, load<f32>(at, 8));
    low = f32x4.pmin(low, p);
    high = f32x4.pmax(high, p);
  }
  lowX = f32x4.extract_lane(low, 0);
  lowY = f32x4.extract_lane(low, 1);
  lowZ = f32x4.extract_lane(low, 2);
  const x = f32x4.extract_lane(high, 0) - lowX;
  const y = f32x4.extract_lane(high, 1) - lowY;
  const z = f32x4.extract_lane(high, 2) - lowZ;
  const extent = max<f32>(x, max<f32>(y, z));
  // Without a measurable extent there is one cell.
  density = extent > 1e-30 ? f32(maxCells) / extent : 1;
  cellSize = f32(1) / density;
  cellsX = min<i32>(maxCells, i32(floor<f32>(x * density)) + 1);
  cellsY = min<i32>(maxCells, i32(floor<f32>(y * density)) + 1);
  cellsZ = min<i32>(maxCells, i32(floor<f32>(z * density)) + 1);
}

/** Writes shapes and spans, and counts per cell into `starts`, shifted by two words. Returns the total number of list entries. */
export function enterTriangles(
  positions: usize,
  indices: usize,
  triangles: u32,
  maxCells: i32,
  shapes: usize,
  spans: usize,
  starts: usize,
): u32 {
  fitGrid(positions, indices, triangles * 3, maxCells);
  memory.fill(starts, 0, usize(cellsX * cellsY * cellsZ + 2) << 2);
  let entries: u32 = 0;
  for (let t: u32 = 0; t < triangles; t++, indices += 12, shapes += SHAPE_BYTES, spans += SPAN_BYTES) {
    const a = positions + usize(load<u32>(indices)) * 12;
    const b = positions + usize(load<u32>(indices, 4)) * 12;
    const c = positions + usize(load<u32>(indices, 8)) * 12;
    const x = load<f32>(a);
    const y = load<f32>(a, 4);
    const z = load<f32>(a, 8);
    const bx = load<f32>(b);
    const by = load<f32>(b, 4);
    const bz = load<f32>(b, 8);
    const cx = load<f32>(c);
    const cy = load<f32>(c, 4);
    const cz = load<f32>(c, 8);
    writeShape(shapes, x, y, z, bx - x, by - y, bz - z, cx - x, cy - y, cz - z);
    const x0 = cellAlong(min<f32>(x, min<f32>(bx, cx)) - lowX, cellsX);
    const y0 = cellAlong(min<f32>(y, min<f32>(by, cy)) - lowY, cellsY);
    const z0 = cellAlong(min<f32>(z, min<f32>(bz, cz)) - lowZ, cellsZ);
    const x1 = cellAlong(max<f32>(x, max<f32>(bx, cx)) - lowX, cellsX);
    const y1 = cellAlong(max<f32>(y, max<f32>(by, cy)) - lowY, cellsY);
    const z1 = cellAlong(max<f32>(z, max<f32>(bz, cz)) - lowZ, cellsZ);
    store<u8>(spans, x0);
    store<u8>(spans, y0, 1);
    store<u8>(spans, z0, 2);
    store<u8>(spans, x1, 3);
    store<u8>(spans, y1, 4);
    store<u8>(spans, z1, 5);
    entries += (x1 - x0 + 1) * (y1 - y0 + 1) * (z1 - z0 + 1);
    for (let k = z0; k <= z1; k++)
      for (let j = y0; j <= y1; j++) {
        const row = (k * cellsY + j) * cellsX;
        for (let cell = row + x0; cell <= row + x1; cell++) {
          const at = starts + (usize(cell) << 2);
          store<u32>(at, load<u32>(at, 8) + 1, 8);
        }
      }
  }
  return entries;
}

/* @inline */ function writeShape(
  at: usize,
  x: f32,
  y: f32,
  z: f32,
  ux: f32,
  uy: f32,
  uz: f32,
  vx: f32,
  vy: f32,
  vz: f32,
): void {
  store<f32>(at, x);
  store<f32>(at, y, 4);
  store<f32>(at, z, 8);
  store<f32>(at, ux * ux + uy * uy + uz * uz, 12);
  store<f32>(at, ux, 16);
  store<f32>(at, uy, 20);
  store<f32>(at, uz, 24);
  store<f32>(at, ux * vx + uy * vy + uz * vz, 28);
  store<f32>(at, vx, 32);
  store<f32>(at, vy, 36);
  store<f32>(at, vz, 40);
  store<f32>(at, vx * vx + vy * vy + vz * vz, 44);
}

/** `starts[cell]` becomes the start of a cell's list. Lists have room for three more entries, which may be any triangle. */
export function sortIntoCells(triangles: u32, spans: usize, starts: usize, lists: usize): void {
  const cells = cellsX * cellsY * cellsZ;
  let sum: u32 = 0;
  for (let cell = 0; cell < cells; cell++) {
    const at = starts + (usize(cell) << 2);
    sum += load<u32>(at, 8);
    store<u32>(at, sum, 8);
  }
  for (let t: u32 = 0; t < triangles; t++, spans += SPAN_BYTES) {
    const x0 = i32(load<u8>(spans));
    const x1 = i32(load<u8>(spans, 3));
    for (let k = i32(load<u8>(spans, 2)); k <= i32(load<u8>(spans, 5)); k++)
      for (let j = i32(load<u8>(spans, 1)); j <= i32(load<u8>(spans, 4)); j++) {
        const row = (k * cellsY + j) * cellsX;
        for (let cell = row + x0; cell <= row + x1; cell++) {
          const at = starts + (usize(cell) << 2);
          const entry = load<u32>(at, 4);
          store<u32>(lists + (usize(entry) << 2), t);
          store<u32>(at, entry + 1, 4);
        }
      }
  }
  for (let i: u32 = 0; i < 3; i++) store<u32>(lists + (usize(sum + i) << 2), 0);
}
