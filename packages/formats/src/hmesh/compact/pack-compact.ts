// Floats → compact vertices, skins, texture coordinates and deltas. The caller has chosen a grid that everything fits into.

import { toHalf } from '../../codec/half-float.js';
import { packOctahedral } from '../../codec/pack-octahedral.js';
import { packTangentAngle } from '../../codec/tangent-angle.js';
import { unpackOctahedral } from '../../codec/unpack-octahedral.js';
import type { VertexAttributes } from '../vertex-attributes.js';
import {
  CompactVertex,
  compactSkinSize,
  GRID_MAX,
  NARROW_JOINTS,
  UV_FORMATS,
  type VertexGrid,
  WEIGHT_SUM,
} from './compact-layout.js';

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** The nearest point of a grid, in steps from the origin: the same in every mesh with this step. */
export const gridPoint = (value: number, step: number): number => Math.floor(value / step + 0.5);

/** The integer of a coordinate on a grid; `offset`: that of its axis. */
const packCoordinate = (value: number, step: number, offset: number): number =>
  clamp(gridPoint(value, step) - offset / step, -GRID_MAX, GRID_MAX);

/** Encodes one number of a set of texture coordinates; `axis`: 0 or 1. */
function uvWriter(
  format: number,
  min: readonly number[],
  extent: readonly number[],
): (value: number, axis: number) => number {
  if (UV_FORMATS[format] === 'float16') return (value) => toHalf(value);
  return (value, axis) => {
    const range = extent[axis] ?? 0;
    return range > 0 ? clamp(Math.floor(((value - (min[axis] ?? 0)) / range) * 65535 + 0.5), 0, 65535) : 0;
  };
}

const decodedNormal = new Float32Array(3);

/** Packs one vertex after another, without an object for each. */
export class CompactPacker {
  readonly #grid: VertexGrid;
  readonly #from: VertexAttributes;
  readonly #writeUv: (value: number, axis: number) => number;

  /** `from`: the arrays that attributes are in; they may be one array. */
  constructor(grid: VertexGrid, from: VertexAttributes) {
    this.#grid = grid;
    this.#from = from;
    this.#writeUv = uvWriter(grid.uvFormat, grid.uvMin, grid.uvExtent);
  }

  /** Where the attributes of a vertex start in their arrays → a CompactVertex in out[at …]; `at` in half words. */
  pack(position: number, normal: number, tangent: number, uv: number, out: Int16Array, at: number): void {
    const { positions, normals, tangents, uvs } = this.#from;
    const { step, offset } = this.#grid;
    for (let axis = 0; axis < 3; axis++)
      out[at + axis] = packCoordinate(positions[position + axis] ?? 0, step, offset[axis] ?? 0);
    packOctahedral(normals[normal] ?? 0, normals[normal + 1] ?? 0, normals[normal + 2] ?? 0, out, at + 4);
    unpackOctahedral(out[at + 4] ?? 0, out[at + 5] ?? 0, decodedNormal);
    out[at + 3] = packTangentAngle(
      tangents[tangent] ?? 0,
      tangents[tangent + 1] ?? 0,
      tangents[tangent + 2] ?? 0,
      tangents[tangent + 3] ?? 0,
      decodedNormal,
    );
    out[at + 6] = this.#writeUv(uvs[uv] ?? 0, 0);
    out[at + 7] = this.#writeUv(uvs[uv + 1] ?? 0, 1);
  }
}

/** Attributes → CompactVertex rows. */
export function packCompactVertices(attributes: VertexAttributes, grid: VertexGrid): Uint8Array {
  const count = attributes.positions.length / 3;
  const out = new Int16Array((count * CompactVertex.size) / 2);
  const packer = new CompactPacker(grid, attributes);
  for (let i = 0; i < count; i++) packer.pack(i * 3, i * 3, i * 4, i * 2, out, i * 8);
  return new Uint8Array(out.buffer);
}

/**
 * Four weights → bytes that add up to 255, in out[at …]. Each differs by less than 1/255 from its share of the sum; a weight of 0 stays 0.
 */
export function packWeights(weights: Float32Array, first: number, out: Uint8Array, at: number): void {
  let sum = 0;
  for (let lane = 0; lane < 4; lane++) sum += weights[first + lane] ?? 0;
  const scale = sum > 0 ? WEIGHT_SUM / sum : 0;
  let left = WEIGHT_SUM;
  for (let lane = 0; lane < 4; lane++) {
    const whole = Math.floor((weights[first + lane] ?? 0) * scale);
    out[at + lane] = whole;
    left -= whole;
  }
  // Largest remainders first; the first lane of equal ones.
  for (; left > 0; left--) {
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (let lane = 0; lane < 4; lane++) {
      const remainder = (weights[first + lane] ?? 0) * scale - (out[at + lane] ?? 0);
      if (remainder > most) [best, most] = [lane, remainder];
    }
    out[at + best] = (out[at + best] ?? 0) + 1;
  }
}

/** Four joints and four weights per vertex → rows of SKNC. */
export function packCompactSkin(joints: Uint16Array, weights: Float32Array, jointCount: number): Uint8Array {
  const size = compactSkinSize(jointCount);
  const isWide = jointCount > NARROW_JOINTS;
  const rows = new Uint8Array((joints.length / 4) * size);
  for (let i = 0; i < joints.length; i++) {
    const row = (i >> 2) * size;
    const lane = i & 3;
    const joint = joints[i] ?? 0;
    if (isWide) {
      rows[row + lane * 2] = joint & 0xff;
      rows[row + lane * 2 + 1] = joint >> 8;
    } else rows[row + lane] = joint;
    if (lane === 0) packWeights(weights, i, rows, row + size - 4);
  }
  return rows;
}

/** Two floats per vertex → UV1C. */
export function packCompactUvs1(uvs1: Float32Array, grid: VertexGrid): Uint16Array {
  const write = uvWriter(grid.uvs1Format, grid.uvs1Min, grid.uvs1Extent);
  const out = new Uint16Array(uvs1.length);
  for (let i = 0; i < out.length; i++) out[i] = write(uvs1[i] ?? 0, i & 1);
  return out;
}

/** Three floats per delta → MRPC. */
export function packCompactDeltas(deltas: Float32Array, step: number): Int16Array {
  const count = deltas.length / 3;
  const out = new Int16Array(count * 4);
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < 3; axis++)
      out[i * 4 + axis] = step > 0 ? packCoordinate(deltas[i * 3 + axis] ?? 0, step, 0) : 0;
  return out;
}

/** Rows of one stream → two: the first bytes of each, and the rest. */
export function splitRows(
  rows: Uint8Array,
  size: number,
  first: number,
): readonly [positions: Uint8Array, attributes: Uint8Array] {
  const count = rows.length / size;
  const positions = new Uint8Array(count * first);
  const attributes = new Uint8Array(count * (size - first));
  for (let i = 0; i < count; i++) {
    positions.set(rows.subarray(i * size, i * size + first), i * first);
    attributes.set(rows.subarray(i * size + first, (i + 1) * size), i * (size - first));
  }
  return [positions, attributes];
}
