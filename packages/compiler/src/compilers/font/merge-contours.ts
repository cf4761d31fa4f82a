// The border of what a glyph's contours cover together. Contours may overlap (variable fonts, glyphs put together from parts): edges inside
// the shape must not count as its border. Each kept edge has the inside on its left (y up).

import type { Loop } from './flatten-outline.js';

/** A run of edges: `closed` where the last point leads back to the first. */
export interface Chain {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly smooth: readonly number[];
  readonly closed: boolean;
}

/** How far from an edge its sides are looked at, in texels: far above rounding, far below anything visible. */
const PROBE_TEXELS = 1e-5;

export function mergeContours(loops: readonly Loop[]): readonly Chain[] {
  const edges = collectEdges(loops);
  const { splits, touched } = findContacts(edges);
  const chains: Chain[] = [];
  const pieces: Piece[] = [];
  for (const [loop, source] of loops.entries()) {
    const first = edges.firstOf[loop] ?? 0;
    const count = source.xs.length;
    if (touched[loop] !== 1) {
      const chain = wholeLoop(source, edges, first, count);
      if (chain !== undefined) chains.push(chain);
      continue;
    }
    for (let e = first; e < first + count; e++) cutEdge(edges, e, splits[e] ?? [], pieces);
  }
  return [...chains, ...joinPieces(pieces)];
}

interface Edges {
  readonly ax: Float64Array;
  readonly ay: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
  /** Whether the ends lie within a curve. */
  readonly smoothA: Uint8Array;
  readonly smoothB: Uint8Array;
  /** Each loop's first edge, and each edge's loop. */
  readonly firstOf: readonly number[];
  readonly loopOf: Uint32Array;
}

interface Piece {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
  readonly smoothA: number;
  readonly smoothB: number;
}

function collectEdges(loops: readonly Loop[]): Edges {
  const count = loops.reduce((sum, loop) => sum + loop.xs.length, 0);
  const [ax, ay, bx, by] = [0, 1, 2, 3].map(() => new Float64Array(count));
  if (ax === undefined || ay === undefined || bx === undefined || by === undefined) throw new Error('unreachable');
  const smoothA = new Uint8Array(count);
  const smoothB = new Uint8Array(count);
  const firstOf: number[] = [];
  const loopOf = new Uint32Array(count);
  let e = 0;
  for (const [loop, { xs, ys, smooth }] of loops.entries()) {
    firstOf.push(e);
    for (let i = 0; i < xs.length; i++, e++) {
      loopOf[e] = loop;
      const j = (i + 1) % xs.length;
      ax[e] = xs[i] ?? 0;
      ay[e] = ys[i] ?? 0;
      bx[e] = xs[j] ?? 0;
      by[e] = ys[j] ?? 0;
      smoothA[e] = smooth[i] ?? 0;
      smoothB[e] = smooth[j] ?? 0;
    }
  }
  return { ax, ay, bx, by, smoothA, smoothB, firstOf, loopOf };
}

type Split = readonly [t: number, x: number, y: number];

interface Contacts {
  /** For each edge the points within it where others cross or touch it. */
  readonly splits: readonly (readonly Split[] | undefined)[];
  /** 1 for each loop that something meets other than its own next edge. */
  readonly touched: Uint8Array;
}

/** Sweeps over x: every pair of edges whose boxes meet is looked at once. */
function findContacts(edges: Edges): Contacts {
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

  /** Enters where two edges cross, touch or lie on each other. */
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
    // One point for both, taken from whichever has an end there.
    let [x, y] = [px + t * ux, py + t * uy];
    if (u === 0) [x, y] = [rx, ry];
    else if (u === 1) [x, y] = [sx, sy];
    else if (t === 0) [x, y] = [px, py];
    else if (t === 1) [x, y] = [qx, qy];
    this.#split(p, t, x, y);
    this.#split(r, u, x, y);
  }

  /** Parallel: only edges on one line meet, and then end to end. */
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

/** The winding number of a point: how often all contours together go around it. */
function windingAt({ ax, ay, bx, by }: Edges, x: number, y: number): number {
  let winding = 0;
  for (let e = 0; e < ax.length; e++) {
    const ya = ay[e] ?? 0;
    const yb = by[e] ?? 0;
    if (ya <= y === yb <= y) continue;
    const xa = ax[e] ?? 0;
    const side = ((bx[e] ?? 0) - xa) * (y - ya) - (x - xa) * (yb - ya);
    if (yb > ya) winding += side > 0 ? 1 : 0;
    else winding -= side < 0 ? 1 : 0;
  }
  return winding;
}

type Border = 'none' | 'inside-left' | 'inside-right';

function borderOf(edges: Edges, ax: number, ay: number, bx: number, by: number): Border {
  const dx = bx - ax;
  const dy = by - ay;
  const size = Math.sqrt(dx * dx + dy * dy);
  const nx = (-dy / size) * PROBE_TEXELS;
  const ny = (dx / size) * PROBE_TEXELS;
  const mx = (ax + bx) / 2;
  const my = (ay + by) / 2;
  const left = windingAt(edges, mx + nx, my + ny) !== 0;
  const right = windingAt(edges, mx - nx, my - ny) !== 0;
  return left === right ? 'none' : left ? 'inside-left' : 'inside-right';
}

/** A loop that nothing crosses is border all along or not at all: its longest edge tells. */
function wholeLoop(loop: Loop, edges: Edges, first: number, count: number): Chain | undefined {
  let longest = first;
  let best = -1;
  for (let e = first; e < first + count; e++) {
    const dx = (edges.bx[e] ?? 0) - (edges.ax[e] ?? 0);
    const dy = (edges.by[e] ?? 0) - (edges.ay[e] ?? 0);
    if (dx * dx + dy * dy > best) {
      best = dx * dx + dy * dy;
      longest = e;
    }
  }
  const { ax, ay, bx, by } = edges;
  const border = borderOf(edges, ax[longest] ?? 0, ay[longest] ?? 0, bx[longest] ?? 0, by[longest] ?? 0);
  if (border === 'none') return undefined;
  const chain = { xs: [...loop.xs], ys: [...loop.ys], smooth: [...loop.smooth], closed: true };
  if (border === 'inside-right') for (const list of [chain.xs, chain.ys, chain.smooth]) list.reverse();
  return chain;
}

function cutEdge(edges: Edges, e: number, splits: readonly Split[], pieces: Piece[]): void {
  const stops: Split[] = [
    [0, edges.ax[e] ?? 0, edges.ay[e] ?? 0],
    ...[...splits].sort(([a], [b]) => a - b),
    [1, edges.bx[e] ?? 0, edges.by[e] ?? 0],
  ];
  for (let i = 0; i + 1 < stops.length; i++) {
    const [, ax, ay] = stops[i] ?? [0, 0, 0];
    const [, bx, by] = stops[i + 1] ?? [0, 0, 0];
    if (ax === bx && ay === by) continue;
    const border = borderOf(edges, ax, ay, bx, by);
    if (border === 'none') continue;
    const smoothA = i === 0 ? (edges.smoothA[e] ?? 0) : 0;
    const smoothB = i + 2 === stops.length ? (edges.smoothB[e] ?? 0) : 0;
    pieces.push(
      border === 'inside-left'
        ? { ax, ay, bx, by, smoothA, smoothB }
        : { ax: bx, ay: by, bx: ax, by: ay, smoothA: smoothB, smoothB: smoothA },
    );
  }
}

/** Strings pieces together end to end. Pieces that lie on each other count once; a run that does not close stays open. */
function joinPieces(pieces: readonly Piece[]): Chain[] {
  const unique = [...new Map(pieces.map((p) => [`${p.ax} ${p.ay} ${p.bx} ${p.by}`, p])).values()];
  const starting = new Map<string, Piece[]>();
  const ending = new Set(unique.map(({ bx, by }) => `${bx} ${by}`));
  for (const piece of unique) {
    const key = `${piece.ax} ${piece.ay}`;
    const list = starting.get(key);
    if (list === undefined) starting.set(key, [piece]);
    else list.push(piece);
  }
  const used = new Set<Piece>();
  const chains: Chain[] = [];
  const follow = (first: Piece): void => {
    const run: Piece[] = [];
    for (let piece: Piece | undefined = first; piece !== undefined && !used.has(piece); ) {
      used.add(piece);
      run.push(piece);
      piece = starting.get(`${piece.bx} ${piece.by}`)?.find((next) => !used.has(next));
    }
    const last = run.at(-1);
    const closed = last !== undefined && last.bx === first.ax && last.by === first.ay;
    const xs = run.map(({ ax }) => ax);
    const ys = run.map(({ ay }) => ay);
    // A point is smooth only where both pieces that meet there say so.
    const smooth = run.map(({ smoothA }, i) => smoothA & ((run[i - 1] ?? last)?.smoothB ?? 0));
    if (!closed && last !== undefined) {
      xs.push(last.bx);
      ys.push(last.by);
      smooth.push(0);
    }
    chains.push({ xs, ys, smooth, closed });
  };
  // Open runs first, from their beginnings.
  for (const piece of unique) if (!used.has(piece) && !ending.has(`${piece.ax} ${piece.ay}`)) follow(piece);
  for (const piece of unique) if (!used.has(piece)) follow(piece);
  return chains;
}
