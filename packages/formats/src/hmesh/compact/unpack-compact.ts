// Stored vertices → attributes, skins, texture coordinates and deltas as floats. Decoding a position is exact.

import { fromHalf } from '../../codec/half-float.js';
import { unpackTangentAngle } from '../../codec/tangent-angle.js';
import { unpackOctahedral, unpackTangent } from '../../codec/unpack-octahedral.js';
import { viewOf } from '../../core/struct.js';
import { typedSection } from '../../core/typed-section.js';
import type { VertexAttributes } from '../vertex-attributes.js';
import {
  CompactAttributes,
  CompactPosition,
  CompactVertex,
  compactSkinSize,
  NARROW_JOINTS,
  SplitAttributes,
  SplitPosition,
  UV_FORMATS,
  type VertexGrid,
  WEIGHT_SUM,
} from './compact-layout.js';
import type { StoredVertices } from './stored-vertices.js';

const f = Math.fround;

/** Every form of vertices → attributes. A missing tangent of a compact vertex is zero. */
export function unpackStoredVertices({ streams, compact }: StoredVertices): VertexAttributes {
  const [first, second] = streams;
  return compact ? unpackCompact(first, second, compact.grid) : unpackSplit(first, second ?? new Uint8Array(0));
}

const emptyAttributes = (count: number): VertexAttributes => ({
  positions: new Float32Array(count * 3),
  normals: new Float32Array(count * 3),
  tangents: new Float32Array(count * 4),
  uvs: new Float32Array(count * 2),
});

function unpackSplit(positions: Uint8Array, attributes: Uint8Array): VertexAttributes {
  const count = Math.floor(positions.length / SplitPosition.size);
  const out = emptyAttributes(count);
  out.positions.set(typedSection(Float32Array, positions, 0, count * 3));
  const view = viewOf(attributes);
  const [tangentAt, uvAt] = [SplitAttributes.offsetOf('tangent'), SplitAttributes.offsetOf('uv')];
  for (let i = 0; i < count; i++) {
    const at = i * SplitAttributes.size;
    unpackOctahedral(view.getInt16(at, true), view.getInt16(at + 2, true), out.normals, i * 3);
    const tangent = at + tangentAt;
    unpackTangent(view.getInt16(tangent, true), view.getInt16(tangent + 2, true), out.tangents, i * 4);
    out.uvs[i * 2] = view.getFloat32(at + uvAt, true);
    out.uvs[i * 2 + 1] = view.getFloat32(at + uvAt + 4, true);
  }
  return out;
}

/** Both streams have words of 16 bits; without a second one, the first has everything. */
function unpackCompact(first: Uint8Array, second: Uint8Array | undefined, grid: VertexGrid): VertexAttributes {
  const positionStride = (second ? CompactPosition.size : CompactVertex.size) / 2;
  const attributeStride = (second ? CompactAttributes.size : CompactVertex.size) / 2;
  const normalAt = second ? 0 : CompactVertex.offsetOf('normal') / 2;
  const uvAt = (second ? CompactAttributes.offsetOf('uv') : CompactVertex.offsetOf('uv')) / 2;
  const count = Math.floor(first.length / 2 / positionStride);
  const integers = typedSection(Int16Array, first, 0, count * positionStride);
  const rest = second ? typedSection(Int16Array, second, 0, count * attributeStride) : integers;
  const out = emptyAttributes(count);
  const { step, offset } = grid;
  const [x0 = 0, y0 = 0, z0 = 0] = offset;
  const readUv = uvReader(grid.uvFormat, grid.uvMin, grid.uvExtent);
  for (let i = 0; i < count; i++) {
    const at = i * positionStride;
    out.positions[i * 3] = (integers[at] ?? 0) * step + x0;
    out.positions[i * 3 + 1] = (integers[at + 1] ?? 0) * step + y0;
    out.positions[i * 3 + 2] = (integers[at + 2] ?? 0) * step + z0;
    const n = i * attributeStride + normalAt;
    unpackOctahedral(rest[n] ?? 0, rest[n + 1] ?? 0, out.normals, i * 3);
    unpackTangentAngle(integers[at + 3] ?? 0, out.normals, i * 3, out.tangents, i * 4);
    const uv = i * attributeStride + uvAt;
    out.uvs[i * 2] = readUv(rest[uv] ?? 0, 0);
    out.uvs[i * 2 + 1] = readUv(rest[uv + 1] ?? 0, 1);
  }
  return out;
}

/** Decodes one number of a set of texture coordinates; `axis`: 0 or 1. */
function uvReader(
  format: number,
  min: readonly number[],
  extent: readonly number[],
): (stored: number, axis: number) => number {
  if (UV_FORMATS[format] === 'float16') return (stored) => fromHalf(stored & 0xffff);
  return (stored, axis) => f(f(f((stored & 0xffff) / 65535) * (extent[axis] ?? 0)) + (min[axis] ?? 0));
}

/** UV1C → two floats per vertex. */
export function unpackCompactUvs1(stored: Uint16Array, grid: VertexGrid): Float32Array {
  const read = uvReader(grid.uvs1Format, grid.uvs1Min, grid.uvs1Extent);
  const out = new Float32Array(stored.length);
  for (let i = 0; i < out.length; i++) out[i] = read(stored[i] ?? 0, i & 1);
  return out;
}

/** SKNC → four joints and four weights per vertex. */
export function unpackCompactSkin(
  rows: Uint8Array,
  jointCount: number,
): { readonly joints: Uint16Array; readonly weights: Float32Array } {
  const size = compactSkinSize(jointCount);
  const isWide = jointCount > NARROW_JOINTS;
  const count = Math.floor(rows.length / size);
  const joints = new Uint16Array(count * 4);
  const weights = new Float32Array(count * 4);
  for (let i = 0; i < count * 4; i++) {
    const row = (i >> 2) * size;
    const lane = i & 3;
    joints[i] = isWide ? (rows[row + lane * 2] ?? 0) | ((rows[row + lane * 2 + 1] ?? 0) << 8) : (rows[row + lane] ?? 0);
    weights[i] = (rows[row + size - 4 + lane] ?? 0) / WEIGHT_SUM;
  }
  return { joints, weights };
}

/** Deltas of MRPC → three floats each. */
export function unpackCompactDeltas(deltas: Int16Array, step: number): Float32Array {
  const count = Math.floor(deltas.length / 4);
  const out = new Float32Array(count * 3);
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < 3; axis++) out[i * 3 + axis] = (deltas[i * 4 + axis] ?? 0) * step;
  return out;
}
