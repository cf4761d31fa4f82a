// The vertices of a submesh without their normals: those that differ in nothing else become one, so that a mesh whose faces are shaded
// flat can be reduced as the surface that it is. Afterwards each corner takes, of the vertices at its place, the one whose normal comes
// nearest to its triangle's.

import { weldRows } from '@assetc/kernels';
import { NORMAL, UV, type VertexRows } from './vertex-rows.js';

interface WeldedPlaces {
  readonly count: number;
  /** Row → place. */
  readonly places: Uint32Array;
  /** Place → the first row there. */
  readonly firsts: Uint32Array;
}

/** Undefined where every vertex has a place of its own. */
export function weldPlaces(rows: VertexRows): WeldedPlaces | undefined {
  const { words, color, moreUvs, morph } = rows.layout;
  const told = [UV, UV + 1, ...(color < 0 ? [] : [color, color + 1, color + 2, color + 3])];
  for (const column of moreUvs) told.push(column, column + 1);
  if (morph >= 0) told.push(morph);
  const width = 3 + told.length;
  const { remap, uniqueCount } = weldRows(rows.count, width, (bits, floats) => {
    for (let i = 0; i < rows.count; i++) {
      // Adding zero turns −0 into 0: the same place.
      for (let axis = 0; axis < 3; axis++) floats[i * width + axis] = (rows.floats[i * words + axis] ?? 0) + 0;
      for (let k = 0; k < told.length; k++) bits[i * width + 3 + k] = rows.bits[i * words + (told[k] ?? 0)] ?? 0;
    }
  });
  if (uniqueCount === rows.count) return undefined;
  const firsts = new Uint32Array(uniqueCount);
  for (let i = rows.count - 1; i >= 0; i--) firsts[remap[i] ?? 0] = i;
  return { count: uniqueCount, places: remap, firsts };
}

/** Of more vertices at one place than this some are passed over: a cone of a million faces would take hours. */
const MOST_LOOKED_AT = 64;

/** `indices`: triangles over places. The result is over rows. */
export function nearestRows({ count, places }: WeldedPlaces, rows: VertexRows, indices: Uint32Array): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (let row = 0; row < places.length; row++) {
    const at = (places[row] ?? 0) + 1;
    starts[at] = (starts[at] ?? 0) + 1;
  }
  for (let place = 0; place < count; place++) starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
  const members = new Uint32Array(places.length);
  const next = starts.slice(0, count);
  for (let row = 0; row < places.length; row++) {
    const place = places[row] ?? 0;
    const at = next[place] ?? 0;
    members[at] = row;
    next[place] = at + 1;
  }
  const out = new Uint32Array(indices.length);
  const normal = new Float64Array(3);
  for (let t = 0; t < indices.length; t += 3) {
    const corner = (i: number): number => members[starts[indices[t + i] ?? 0] ?? 0] ?? 0;
    faceNormal(rows, corner(0), corner(1), corner(2), normal);
    for (let i = t; i < t + 3; i++) {
      const place = indices[i] ?? 0;
      out[i] = nearest(rows, members, starts[place] ?? 0, starts[place + 1] ?? 0, normal);
    }
  }
  return out;
}

function faceNormal({ floats, layout }: VertexRows, a: number, b: number, c: number, out: Float64Array): void {
  const [p, q, r] = [a * layout.words, b * layout.words, c * layout.words];
  const [x, y, z] = [floats[p] ?? 0, floats[p + 1] ?? 0, floats[p + 2] ?? 0];
  const [ux, uy, uz] = [(floats[q] ?? 0) - x, (floats[q + 1] ?? 0) - y, (floats[q + 2] ?? 0) - z];
  const [vx, vy, vz] = [(floats[r] ?? 0) - x, (floats[r + 1] ?? 0) - y, (floats[r + 2] ?? 0) - z];
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

function nearest(
  { floats, layout }: VertexRows,
  members: Uint32Array,
  from: number,
  to: number,
  normal: Float64Array,
): number {
  const step = Math.ceil((to - from) / MOST_LOOKED_AT);
  let best = members[from] ?? 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i += step) {
    const row = members[i] ?? 0;
    const at = row * layout.words + NORMAL;
    const cosine =
      (floats[at] ?? 0) * (normal[0] ?? 0) +
      (floats[at + 1] ?? 0) * (normal[1] ?? 0) +
      (floats[at + 2] ?? 0) * (normal[2] ?? 0);
    if (cosine > most) {
      most = cosine;
      best = row;
    }
  }
  return best;
}
