// Which part of the texture that triangles cover is covered by several: counted on the points of a grid that wraps around.

import type { IndexRange, Surface } from './mesh-measures.js';

const SIDE = 256;
/** Triangles that repeat a texture cover the grid again and again. After this many points the answer is known well enough. */
const MAX_POINTS = 2 ** 24;

/** Reused: most meshes are small. */
const grid = new Uint8Array(SIDE * SIDE);

/** From 0 to 1; 0 if nothing is covered. */
export function overlapShare(surface: Surface, ranges: readonly IndexRange[]): number {
  grid.fill(0);
  let points = 0;
  for (const { firstIndex, indexCount } of ranges)
    for (let i = firstIndex; i < firstIndex + indexCount && points < MAX_POINTS; i += 3)
      points += coverTriangle(surface, i);
  if (points === 0) return 0;
  let covered = 0;
  let several = 0;
  for (const count of grid) {
    if (count > 0) covered++;
    if (count > 1) several++;
  }
  return covered === 0 ? 0 : several / covered;
}

/** Sixteenths of a point, so that triangles with a common edge share no point. */
const snap = (uv: number): number => Math.round(uv * SIDE * 16);

/** Returns how many points were looked at. */
function coverTriangle({ uvs, indices }: Surface, at: number): number {
  const [a, b, c] = [(indices[at] ?? 0) * 2, (indices[at + 1] ?? 0) * 2, (indices[at + 2] ?? 0) * 2];
  const [ax, ay] = [snap(uvs[a] ?? 0), snap(uvs[a + 1] ?? 0)];
  let [bx, by, cx, cy] = [snap(uvs[b] ?? 0), snap(uvs[b + 1] ?? 0), snap(uvs[c] ?? 0), snap(uvs[c + 1] ?? 0)];
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (area === 0) return 0;
  if (area < 0) [bx, by, cx, cy] = [cx, cy, bx, by];
  const [left, right] = [Math.ceil((Math.min(ax, bx, cx) - 8) / 16), Math.floor((Math.max(ax, bx, cx) - 8) / 16)];
  const [top, bottom] = [Math.ceil((Math.min(ay, by, cy) - 8) / 16), Math.floor((Math.max(ay, by, cy) - 8) / 16)];
  const points = (right - left + 1) * (bottom - top + 1);
  // Coordinates may be any number.
  if (!(points > 0 && points < MAX_POINTS)) return points > 0 ? MAX_POINTS : 0;
  // Of an edge that two triangles share, one of them has the points.
  const [ab, bc, ca] = [owned(bx - ax, by - ay), owned(cx - bx, cy - by), owned(ax - cx, ay - cy)];
  for (let row = top; row <= bottom; row++) {
    const y = row * 16 + 8;
    for (let column = left; column <= right; column++) {
      const x = column * 16 + 8;
      const inside =
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= ab &&
        (cx - bx) * (y - by) - (cy - by) * (x - bx) >= bc &&
        (ax - cx) * (y - cy) - (ay - cy) * (x - cx) >= ca;
      if (!inside) continue;
      const point = (row & (SIDE - 1)) * SIDE + (column & (SIDE - 1));
      if ((grid[point] ?? 0) < 2) grid[point] = (grid[point] ?? 0) + 1;
    }
  }
  return points;
}

/** 0 if points on the edge belong to the triangle at its left, otherwise 1. */
const owned = (dx: number, dy: number): 0 | 1 => (dy > 0 || (dy === 0 && dx < 0) ? 0 : 1);
