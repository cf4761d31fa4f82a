// Welds the vertices of a submesh without their normals, so that a flat-shaded mesh can be reduced as one surface. Afterwards each corner gets, of the
// vertices at its position, the one whose normal is nearest to its triangle's.

import { numberRows } from '@assetc/kernels';
import { NORMAL, UV, type VertexRows } from './vertex-rows.js';

interface WeldedPositions {
  readonly count: number;
  /** Row → id of its position. */
  readonly positionIds: Uint32Array;
  /** Position id → its first row. */
  readonly firstRows: Uint32Array;
}

/** Undefined if all positions are different. */
export function weldPositions(rows: VertexRows): WeldedPositions | undefined {
  const { words, isBare, color, moreUvs, morph } = rows.layout;
  const otherWords = [...(isBare ? [] : [UV, UV + 1]), ...(color < 0 ? [] : [color, color + 1, color + 2, color + 3])];
  for (const column of moreUvs) otherWords.push(column, column + 1);
  if (morph >= 0) otherWords.push(morph);
  const width = 3 + otherWords.length;
  const { remap, uniqueCount } = numberRows(rows.count, width, (bits, floats) => {
    for (let i = 0; i < rows.count; i++) {
      // Adding zero converts −0 to 0, the same position.
      for (let axis = 0; axis < 3; axis++) floats[i * width + axis] = (rows.floats[i * words + axis] ?? 0) + 0;
      for (let k = 0; k < otherWords.length; k++)
        bits[i * width + 3 + k] = rows.bits[i * words + (otherWords[k] ?? 0)] ?? 0;
    }
  });
  if (uniqueCount === rows.count) return undefined;
  const firstRows = new Uint32Array(uniqueCount);
  for (let i = rows.count - 1; i >= 0; i--) firstRows[remap[i] ?? 0] = i;
  return { count: uniqueCount, positionIds: remap, firstRows };
}

/** If a position has more vertices, some are skipped: a cone of a million faces would take hours. */
const MAX_CANDIDATES = 64;

/** Returns a function that converts triangles over position ids to triangles over rows. */
export function nearestRows(welded: WeldedPositions, rows: VertexRows): (indices: Uint32Array) => Uint32Array {
  const candidates = candidatesOf(welded, rows);
  const { firstRows } = welded;
  return (indices) => {
    const out = new Uint32Array(indices.length);
    const normal = new Float64Array(3);
    for (let t = 0; t < indices.length; t += 3) {
      const a = firstRows[indices[t] ?? 0] ?? 0;
      const b = firstRows[indices[t + 1] ?? 0] ?? 0;
      faceNormal(rows, a, b, firstRows[indices[t + 2] ?? 0] ?? 0, normal);
      for (let i = t; i < t + 3; i++) out[i] = findNearest(candidates, indices[i] ?? 0, normal);
    }
    return out;
  };
}

/** Rows by position, with their normals next to each other: the rows themselves are far apart. */
interface Candidates {
  /** Of each position the first of its rows in `members`. */
  readonly starts: Uint32Array;
  readonly members: Uint32Array;
  readonly normals: Float32Array;
}

function candidatesOf({ count, positionIds }: WeldedPositions, { floats, layout }: VertexRows): Candidates {
  // `starts[p + 1]` is the start of p until its rows are entered, and its end afterward.
  const starts = new Uint32Array(count + 2);
  for (let row = 0; row < positionIds.length; row++) {
    const at = (positionIds[row] ?? 0) + 2;
    starts[at] = (starts[at] ?? 0) + 1;
  }
  for (let at = 2; at <= count; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const members = new Uint32Array(positionIds.length);
  const normals = new Float32Array(positionIds.length * 3);
  for (let row = 0, from = NORMAL; row < positionIds.length; row++, from += layout.words) {
    const at = (positionIds[row] ?? 0) + 1;
    const place = starts[at] ?? 0;
    members[place] = row;
    normals[place * 3] = floats[from] ?? 0;
    normals[place * 3 + 1] = floats[from + 1] ?? 0;
    normals[place * 3 + 2] = floats[from + 2] ?? 0;
    starts[at] = place + 1;
  }
  return { starts, members, normals };
}

function faceNormal({ floats, layout }: VertexRows, a: number, b: number, c: number, out: Float64Array): void {
  const p = a * layout.words;
  const q = b * layout.words;
  const r = c * layout.words;
  const x = floats[p] ?? 0;
  const y = floats[p + 1] ?? 0;
  const z = floats[p + 2] ?? 0;
  const ux = (floats[q] ?? 0) - x;
  const uy = (floats[q + 1] ?? 0) - y;
  const uz = (floats[q + 2] ?? 0) - z;
  const vx = (floats[r] ?? 0) - x;
  const vy = (floats[r + 1] ?? 0) - y;
  const vz = (floats[r + 2] ?? 0) - z;
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

function findNearest({ starts, members, normals }: Candidates, position: number, normal: Float64Array): number {
  const from = starts[position] ?? 0;
  const to = starts[position + 1] ?? 0;
  const step = Math.ceil((to - from) / MAX_CANDIDATES);
  const x = normal[0] ?? 0;
  const y = normal[1] ?? 0;
  const z = normal[2] ?? 0;
  let best = from;
  let maxCosine = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i += step) {
    const cosine = (normals[i * 3] ?? 0) * x + (normals[i * 3 + 1] ?? 0) * y + (normals[i * 3 + 2] ?? 0) * z;
    if (cosine > maxCosine) {
      maxCosine = cosine;
      best = i;
    }
  }
  return members[best] ?? 0;
}
