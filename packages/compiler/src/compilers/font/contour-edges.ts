// The edges of all contours of a glyph in arrays, and the winding number of points.

import type { Loop } from './flatten-outline.js';

export interface Edges {
  readonly ax: Float64Array;
  readonly ay: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
  /** Whether the ends are inside a curve. */
  readonly smoothA: Uint8Array;
  readonly smoothB: Uint8Array;
  /** Each loop's first edge, and each edge's loop. */
  readonly firstOf: readonly number[];
  readonly loopOf: Uint32Array;
}

export function collectEdges(loops: readonly Loop[]): Edges {
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

/** The winding number of a point: how often all contours together go around it. */
export function windingAt({ ax, ay, bx, by }: Edges, x: number, y: number): number {
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
