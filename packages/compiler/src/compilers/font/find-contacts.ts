// Finds where edges of a glyph's contours cross, touch or overlap.

import type { Edges } from './contour-edges.js';

export type Split = readonly [t: number, x: number, y: number];

interface Contacts {
  /** For each edge, the inner points where others cross or touch it. */
  readonly splits: readonly (readonly Split[] | undefined)[];
  /** 1 for each loop that touches anything other than its own adjacent edge. */
  readonly touched: Uint8Array;
}

/** Sweeps over x: every pair of edges with overlapping boxes is compared once. */
export function findContacts(edges: Edges): Contacts {
  const { ax, ay, bx, by } = edges;
  const order = Array.from(ax.keys()).sort(
    (p, q) => Math.min(ax[p] ?? 0, bx[p] ?? 0) - Math.min(ax[q] ?? 0, bx[q] ?? 0) || p - q,
  );
  const found = new FoundContacts(edges);
  for (let i = 0; i < order.length; i++) {
    const p = order[i] ?? 0;
    const right = Math.max(ax[p] ?? 0, bx[p] ?? 0);
    const low = Math.min(ay[p] ?? 0, by[p] ?? 0);
    const high = Math.max(ay[p] ?? 0, by[p] ?? 0);
    for (let k = i + 1; k < order.length; k++) {
      const r = order[k] ?? 0;
      if (Math.min(ax[r] ?? 0, bx[r] ?? 0) > right) break;
      const [ry, sy] = [ay[r] ?? 0, by[r] ?? 0];
      if (Math.max(ry, sy) < low || Math.min(ry, sy) > high) continue;
      found.compare(p, r);
    }
  }
  return found;
}

class FoundContacts implements Contacts {
  readonly splits: Split[][] = [];
  readonly touched: Uint8Array;
  readonly #edges: Edges;

  constructor(edges: Edges) {
    this.#edges = edges;
    this.touched = new Uint8Array(edges.firstOf.length);
  }

  /** Records where two edges cross, touch or overlap. */
  compare(p: number, r: number): void {
    const { ax, ay, bx, by } = this.#edges;
    const [px, py, qx, qy] = [ax[p] ?? 0, ay[p] ?? 0, bx[p] ?? 0, by[p] ?? 0];
    const [rx, ry, sx, sy] = [ax[r] ?? 0, ay[r] ?? 0, bx[r] ?? 0, by[r] ?? 0];
    const [ux, uy, vx, vy] = [qx - px, qy - py, sx - rx, sy - ry];
    const cross = ux * vy - uy * vx;
    const size = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
    const areParallel = !(Math.abs(cross) > size * 1e-12);
    if (areParallel) {
      this.#overlap(p, r);
      return;
    }
    const t = ((rx - px) * vy - (ry - py) * vx) / cross;
    const u = ((rx - px) * uy - (ry - py) * ux) / cross;
    if (t < 0 || t > 1 || u < 0 || u > 1 || this.#areNeighbours(p, r)) return;
    this.#touch(p, r);
    // One point for both, taken from an end if there is one.
    let [x, y] = [px + t * ux, py + t * uy];
    if (u === 0) [x, y] = [rx, ry];
    else if (u === 1) [x, y] = [sx, sy];
    else if (t === 0) [x, y] = [px, py];
    else if (t === 1) [x, y] = [qx, qy];
    this.#split(p, t, x, y);
    this.#split(r, u, x, y);
  }

  /** Parallel edges meet only if they are on one line. */
  #overlap(p: number, r: number): void {
    const { ax, ay, bx, by } = this.#edges;
    const [px, py, qx, qy] = [ax[p] ?? 0, ay[p] ?? 0, bx[p] ?? 0, by[p] ?? 0];
    const [rx, ry, sx, sy] = [ax[r] ?? 0, ay[r] ?? 0, bx[r] ?? 0, by[r] ?? 0];
    const [ux, uy, vx, vy] = [qx - px, qy - py, sx - rx, sy - ry];
    const offset = (rx - px) * uy - (ry - py) * ux;
    if (Math.abs(offset) > Math.sqrt(ux * ux + uy * uy) * 1e-9) return;
    const along = (x: number, y: number): number => ((x - px) * ux + (y - py) * uy) / (ux * ux + uy * uy);
    const across = (x: number, y: number): number => ((x - rx) * vx + (y - ry) * vy) / (vx * vx + vy * vy);
    const [from, to] = [along(rx, ry), along(sx, sy)];
    if (Math.min(from, to) >= 1 || Math.max(from, to) <= 0) return;
    this.#touch(p, r);
    this.#split(p, from, rx, ry);
    this.#split(p, to, sx, sy);
    this.#split(r, across(px, py), px, py);
    this.#split(r, across(qx, qy), qx, qy);
  }

  #split(e: number, t: number, x: number, y: number): void {
    const { ax, ay, bx, by } = this.#edges;
    const atEnd = (x === ax[e] && y === ay[e]) || (x === bx[e] && y === by[e]);
    if (atEnd || t <= 0 || t >= 1) return;
    this.splits[e] ??= [];
    this.splits[e].push([t, x, y]);
  }

  #touch(p: number, r: number): void {
    const { loopOf } = this.#edges;
    this.touched[loopOf[p] ?? 0] = 1;
    this.touched[loopOf[r] ?? 0] = 1;
  }

  #areNeighbours(p: number, r: number): boolean {
    const { ax, firstOf, loopOf } = this.#edges;
    const loop = loopOf[p] ?? 0;
    if (loop !== loopOf[r]) return false;
    const last = (firstOf[loop + 1] ?? ax.length) - 1;
    return Math.abs(p - r) === 1 || (Math.min(p, r) === firstOf[loop] && Math.max(p, r) === last);
  }
}
