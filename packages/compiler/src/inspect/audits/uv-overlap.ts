// Which part of the texture that triangles cover is covered by several: counted on the points of a grid that wraps around.

import type { IndexRange, Surface } from './mesh-measures.js';

const SIDE = 256;
const MASK = SIDE - 1;
/** Triangles that repeat a texture cover the grid again and again. After this many points the answer is known well enough. */
const MAX_POINTS = 2 ** 24;

/** How often each point is covered, up to twice. Reused: most meshes are small. */
const counts = new Uint8Array(SIDE * SIDE);

interface Coverage {
  /** Points that are covered at least once, and at least twice. */
  covered: number;
  several: number;
  /** Of all triangles. */
  points: number;
}

/** From 0 to 1; 0 if nothing is covered. */
export function overlapShare(surface: Surface, ranges: readonly IndexRange[]): number {
  counts.fill(0);
  const coverage: Coverage = { covered: 0, several: 0, points: 0 };
  for (const { firstIndex, indexCount } of ranges)
    for (let i = firstIndex; i < firstIndex + indexCount; i += 3) {
      // More triangles would change nothing if all points are covered twice.
      if (coverage.points >= MAX_POINTS || coverage.several === counts.length) break;
      coverTriangle(surface, i, coverage);
    }
  return coverage.covered === 0 ? 0 : coverage.several / coverage.covered;
}

/** Sixteenths of a point, so that triangles with a common edge share no point. */
const snap = (uv: number): number => Math.round(uv * SIDE * 16);

/** The first and the last row or column of points, which are in the middle of their squares. */
const firstPoint = (at: number): number => Math.ceil((at - 8) / 16);
const lastPoint = (at: number): number => Math.floor((at - 8) / 16);

/** No arrays and no closures: a large mesh has millions of triangles, and a large triangle many rows. */
function coverTriangle({ uvs, indices }: Surface, at: number, coverage: Coverage): void {
  const a = (indices[at] ?? 0) * 2;
  let b = (indices[at + 1] ?? 0) * 2;
  let c = (indices[at + 2] ?? 0) * 2;
  const ax = snap(uvs[a] ?? 0);
  const ay = snap(uvs[a + 1] ?? 0);
  const area =
    (snap(uvs[b] ?? 0) - ax) * (snap(uvs[c + 1] ?? 0) - ay) - (snap(uvs[b + 1] ?? 0) - ay) * (snap(uvs[c] ?? 0) - ax);
  if (area === 0) return;
  // Counter-clockwise.
  if (area < 0) {
    const other = b;
    b = c;
    c = other;
  }
  const bx = snap(uvs[b] ?? 0);
  const by = snap(uvs[b + 1] ?? 0);
  const cx = snap(uvs[c] ?? 0);
  const cy = snap(uvs[c + 1] ?? 0);
  const left = firstPoint(Math.min(ax, bx, cx));
  const right = lastPoint(Math.max(ax, bx, cx));
  const top = firstPoint(Math.min(ay, by, cy));
  const bottom = lastPoint(Math.max(ay, by, cy));
  const points = (right - left + 1) * (bottom - top + 1);
  // Coordinates may be any number.
  if (!(points > 0)) return;
  coverage.points += points;
  if (!(points < MAX_POINTS)) return;
  for (let row = top; row <= bottom; row++) {
    const y = row * 16 + 8;
    const from = Math.max(
      left,
      firstColumn(ax, ay, bx, by, y),
      firstColumn(bx, by, cx, cy, y),
      firstColumn(cx, cy, ax, ay, y),
    );
    const to = Math.min(
      right,
      lastColumn(ax, ay, bx, by, y),
      lastColumn(bx, by, cx, cy, y),
      lastColumn(cx, cy, ax, ay, y),
    );
    coverRow((row & MASK) * SIDE, from, to, coverage);
  }
}

/** The left side of an edge is where (x - x0) × dy is at most this. Of an edge that two triangles share, one has the points. */
const reach = (dx: number, dy: number, height: number): number =>
  dx * height - (dy > 0 || (dy === 0 && dx < 0) ? 0 : 1);

/** The first column of points in a row that an edge allows. */
function firstColumn(x0: number, y0: number, x1: number, y1: number, y: number): number {
  const dy = y1 - y0;
  return dy < 0 ? firstPoint(Math.ceil(reach(x1 - x0, dy, y - y0) / dy) + x0) : Number.NEGATIVE_INFINITY;
}

/** The last one. */
function lastColumn(x0: number, y0: number, x1: number, y1: number, y: number): number {
  const dy = y1 - y0;
  const most = reach(x1 - x0, dy, y - y0);
  if (dy > 0) return lastPoint(Math.floor(most / dy) + x0);
  return dy === 0 && most < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

function coverRow(start: number, from: number, to: number, coverage: Coverage): void {
  for (let column = from; column <= to; column++) {
    const point = start + (column & MASK);
    const count = counts[point] ?? 0;
    if (count === 0) coverage.covered++;
    else if (count === 1) coverage.several++;
    if (count < 2) counts[point] = count + 1;
  }
}
