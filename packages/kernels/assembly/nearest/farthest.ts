// The farthest of many points from a surface. A point nearer than the farthest so far needs no exact distance: most points are done after
// their first cell.

import { cellAlong, cellSize, cellsX, cellsY, cellsZ, lowX, lowY, lowZ } from './cells';
import { fourDistances, fourInside } from './distance';

let best: f32 = 0;
let bestTriangle: u32 = 0;
let px: v128 = f32x4.splat(0);
let py: v128 = f32x4.splat(0);
let pz: v128 = f32x4.splat(0);

/** Returns true if a triangle is near enough. The last four may include triangles of the next cell, which is harmless. */
function searchCell(cell: i32, shapes: usize, starts: usize, lists: usize, enough: f32): bool {
  const at = starts + (usize(cell) << 2);
  const end = lists + (usize(load<u32>(at, 4)) << 2);
  for (let list = lists + (usize(load<u32>(at)) << 2); list < end; list += 16) {
    const four = fourDistances(shapes, list, px, py, pz);
    if (!v128.any_true(f32x4.lt(four, f32x4.splat(best)))) continue;
    let lane: usize = 0;
    const d0 = f32x4.extract_lane(four, 0);
    const d1 = f32x4.extract_lane(four, 1);
    const d2 = f32x4.extract_lane(four, 2);
    const d3 = f32x4.extract_lane(four, 3);
    best = d0;
    if (d1 < best) {
      best = d1;
      lane = 1;
    }
    if (d2 < best) {
      best = d2;
      lane = 2;
    }
    if (d3 < best) {
      best = d3;
      lane = 3;
    }
    bestTriangle = load<u32>(list + (lane << 2));
    if (best <= enough) return true;
  }
  return false;
}

/** Whether the point is near enough to the inside of a triangle of a cell. Most points are. */
function isNearInside(cell: i32, shapes: usize, starts: usize, lists: usize, enough: f32): bool {
  const at = starts + (usize(cell) << 2);
  const end = lists + (usize(load<u32>(at, 4)) << 2);
  const limit = f32x4.splat(enough);
  for (let list = lists + (usize(load<u32>(at)) << 2); list < end; list += 16)
    if (v128.any_true(f32x4.le(fourInside(shapes, list, px, py, pz), limit))) return true;
  return false;
}

/** Squared distance to a cell along one axis. */
/* @inline */ function toward(offset: f32, own: i32, cell: i32): f32 {
  if (cell === own) return 0;
  const away = cell < own ? offset - f32(cell + 1) * cellSize : f32(cell) * cellSize - offset;
  return away > 0 ? away * away : 0;
}

/** Searches the cells at a distance of `ring` cells, without those that are too far away to matter. */
function searchRing(
  ring: i32,
  x: f32,
  y: f32,
  z: f32,
  cx: i32,
  cy: i32,
  cz: i32,
  shapes: usize,
  starts: usize,
  lists: usize,
  enough: f32,
): bool {
  const lastZ = min<i32>(cellsZ - 1, cz + ring);
  const lastY = min<i32>(cellsY - 1, cy + ring);
  for (let k = max<i32>(0, cz - ring); k <= lastZ; k++) {
    const alongZ = toward(z, cz, k);
    if (alongZ >= best) continue;
    for (let j = max<i32>(0, cy - ring); j <= lastY; j++) {
      const alongZY = alongZ + toward(y, cy, j);
      if (alongZY >= best) continue;
      const isRim = k === cz - ring || k === cz + ring || j === cy - ring || j === cy + ring;
      const step = isRim ? 1 : ring << 1;
      const row = (k * cellsY + j) * cellsX;
      for (let i = cx - ring; i <= cx + ring; i += step)
        if (
          i >= 0 &&
          i < cellsX &&
          alongZY + toward(x, cx, i) < best &&
          searchCell(row + i, shapes, starts, lists, enough)
        )
          return true;
    }
  }
  return false;
}

/** Distance along one axis to the cells that no ring has covered yet. */
/* @inline */ function reachAlong(offset: f32, cell: i32, ring: i32, count: i32): f32 {
  const before: f32 = cell > ring ? offset - f32(cell - ring) * cellSize : f32.MAX_VALUE;
  const after: f32 = cell + ring < count - 1 ? f32(cell + ring + 1) * cellSize - offset : f32.MAX_VALUE;
  return max<f32>(0, min<f32>(before, after));
}

/** Squared distance, at least `minimum`. `nearest`: per point the nearest triangle, or one that is not farther away than the result; 0 if nobody asks. */
export function farthest(
  points: usize,
  count: u32,
  minimum: f32,
  shapes: usize,
  starts: usize,
  lists: usize,
  nearest: usize,
): f32 {
  let farthestSoFar = minimum;
  const wantsNearest = nearest !== 0;
  for (let n: u32 = 0; n < count; n++, points += 12) {
    px = v128.load32_splat(points);
    py = v128.load32_splat(points, 4);
    pz = v128.load32_splat(points, 8);
    const x = load<f32>(points) - lowX;
    const y = load<f32>(points, 4) - lowY;
    const z = load<f32>(points, 8) - lowZ;
    const cx = cellAlong(x, cellsX);
    const cy = cellAlong(y, cellsY);
    const cz = cellAlong(z, cellsZ);
    const cell = (cz * cellsY + cy) * cellsX + cx;
    if (!wantsNearest && isNearInside(cell, shapes, starts, lists, farthestSoFar)) continue;
    best = f32.MAX_VALUE;
    bestTriangle = 0;
    let isDone = searchCell(cell, shapes, starts, lists, farthestSoFar);
    for (let ring = 0; !isDone; ) {
      const reach = min<f32>(
        reachAlong(x, cx, ring, cellsX),
        min<f32>(reachAlong(y, cy, ring, cellsY), reachAlong(z, cz, ring, cellsZ)),
      );
      // The rings have covered the whole grid.
      if (reach === f32.MAX_VALUE || best <= reach * reach) break;
      isDone = searchRing(++ring, x, y, z, cx, cy, cz, shapes, starts, lists, farthestSoFar);
    }
    if (best > farthestSoFar) farthestSoFar = best;
    if (wantsNearest) store<u32>(nearest + (usize(n) << 2), bestTriangle);
  }
  return farthestSoFar;
}
