// The order of micro-triangles: a space-filling curve that Vulkan and Direct3D prescribe. A triangle (a, b, c) is divided by the middles of
// its sides into four, each of which is divided in the same way:
// (a, ab, ca), (ca, bc, ab), (ab, b, bc), (bc, ca, c).

import { MICROMAP_STATES, type MicromapState } from './micromap-layout.js';
import type { Micromaps } from './micromap-model.js';

/** Numbers per micro-triangle in the result of `microTriangles`. */
const STEP = 6;

/**
 * The corners of all micro-triangles of a level in their order: six numbers each, the barycentric weights of the triangle's second and third
 * corner (u, v) for three corners.
 */
export function microTriangles(level: number): Float64Array {
  let from = Float64Array.of(0, 0, 1, 0, 0, 1);
  for (let i = 0; i < level; i++) {
    const to = new Float64Array(from.length * 4);
    for (let at = 0; at < from.length; at += STEP) divide(from, at, to);
    from = to;
  }
  return from;
}

function divide(from: Float64Array, at: number, to: Float64Array): void {
  const [au = 0, av = 0, bu = 0, bv = 0, cu = 0, cv = 0] = from.subarray(at, at + STEP);
  const [abu, abv] = [(au + bu) / 2, (av + bv) / 2];
  const [bcu, bcv] = [(bu + cu) / 2, (bv + cv) / 2];
  const [cau, cav] = [(cu + au) / 2, (cv + av) / 2];
  to.set([au, av, abu, abv, cau, cav], at * 4);
  to.set([cau, cav, bcu, bcv, abu, abv], at * 4 + STEP);
  to.set([abu, abv, bu, bv, bcu, bcv], at * 4 + STEP * 2);
  to.set([bcu, bcv, cau, cav, cu, cv], at * 4 + STEP * 3);
}

/** The number on disk of the state of micro-triangle `micro` of a triangle, whose entry in `indices` or `lodIndices` is `index`. */
function stateNumber({ states, maps, data }: Micromaps, index: number, micro: number): number {
  if (index < 0) return -1 - index;
  const bits = states === 2 ? 1 : 2;
  const byte = data[(maps[index * 2] ?? 0) + ((micro * bits) >> 3)] ?? 0;
  return (byte >> ((micro * bits) & 7)) & (states - 1);
}

/**
 * The state of one micro-triangle.
 *
 * @example
 * const state = micromapState(micromaps, micromaps.indices[triangle] ?? -4, 0);
 */
export function micromapState(micromaps: Micromaps, index: number, micro: number): MicromapState {
  return MICROMAP_STATES[stateNumber(micromaps, index, micro)] ?? 'unknownOpaque';
}

/** The subdivision level of a map. */
export const levelOfMap = ({ maps }: Pick<Micromaps, 'maps'>, index: number): number =>
  (maps[index * 2 + 1] ?? 0) & 0xffff;
