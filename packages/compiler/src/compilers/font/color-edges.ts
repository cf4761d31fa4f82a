// Assigns channels to the edges of a glyph's outline for a multi-channel distance field. Two runs that meet at a corner share exactly one channel, so
// that the corner is where two fields cross, and stays sharp.

import type { Chain } from './join-pieces.js';

/** Channel bits: red 1, green 2, blue 4. */
const WHITE = 7;
const YELLOW = 3;
const MAGENTA = 5;
const CYAN = 6;
const CORNER_AT_START = 8;
const CORNER_AT_END = 16;

/** The sine of about eight degrees: a sharper turn is a corner. */
const CORNER_SINE = 0.14;

/** Channels and corner flags for each edge of the chain. */
export function colorEdges(chain: Chain): Uint32Array {
  const points = chain.xs.length;
  const edges = chain.isClosed ? points : points - 1;
  const flags = new Uint32Array(edges).fill(WHITE);
  const corners = findCorners(chain);
  if (corners.length === 0) return flags;
  if (corners.length === 1) colorTeardrop(flags, corners[0] ?? 0);
  else colorRuns(flags, corners, chain.isClosed);
  for (const corner of corners) {
    const after = corner % edges;
    const before = (corner - 1 + edges) % edges;
    if (corner < edges || chain.isClosed) flags[after] = (flags[after] ?? 0) | CORNER_AT_START;
    if (corner > 0 || chain.isClosed) flags[before] = (flags[before] ?? 0) | CORNER_AT_END;
  }
  return flags;
}

/** Indices of points, ascending. The ends of an open chain are corners. */
function findCorners({ xs, ys, smooth, isClosed }: Chain): number[] {
  const corners: number[] = [];
  const count = xs.length;
  for (let i = 0; i < count; i++) {
    if (!isClosed && (i === 0 || i === count - 1)) {
      corners.push(i);
      continue;
    }
    if (smooth[i] === 1) continue;
    const before = (i - 1 + count) % count;
    const after = (i + 1) % count;
    const ux = (xs[i] ?? 0) - (xs[before] ?? 0);
    const uy = (ys[i] ?? 0) - (ys[before] ?? 0);
    const vx = (xs[after] ?? 0) - (xs[i] ?? 0);
    const vy = (ys[after] ?? 0) - (ys[i] ?? 0);
    const size = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
    if (ux * vx + uy * vy <= 0 || Math.abs(ux * vy - uy * vx) > CORNER_SINE * size) corners.push(i);
  }
  return corners;
}

/** With a single corner, both its sides belong to one run: each third of it gets different channels instead. */
function colorTeardrop(flags: Uint32Array, corner: number): void {
  const count = flags.length;
  for (let k = 0; k < count; k++) {
    const color = k * 3 < count ? MAGENTA : k * 3 < count * 2 ? WHITE : YELLOW;
    flags[(corner + k) % count] = color;
  }
}

function colorRuns(flags: Uint32Array, corners: readonly number[], closed: boolean): void {
  const count = flags.length;
  const runs = closed ? corners.length : corners.length - 1;
  const cycle = [CYAN, MAGENTA, YELLOW];
  for (let run = 0; run < runs; run++) {
    const from = corners[run] ?? 0;
    const to = run + 1 < corners.length ? (corners[run + 1] ?? 0) : (corners[0] ?? 0) + count;
    // The last run also meets the first: if the cycle would repeat its color, the one in between is used.
    const wouldRepeat = closed && run === runs - 1 && run % 3 === 0;
    const color = cycle[wouldRepeat ? 1 : run % 3] ?? WHITE;
    for (let e = from; e < to; e++) flags[e % count] = color;
  }
}
