// Vertices, full and compact, and compact skins: what functions of the headers must return. The SDK's own function if there is one, else the
// formula of the guides in 64 bits.

import {
  fromHalf,
  unpackCompactSkin,
  unpackCompactUvs1,
  unpackOctahedral,
  unpackStoredVertices,
  unpackTangent,
} from '@assetc/formats';
import { VertexGrid } from '@assetc/formats/layouts';
import { unpackTangentAngle } from '../../../packages/formats/src/codec/tangent-angle.js';
import type { HeaderCase } from './header-case.js';
import { at, cross, half, plus, times, unit, type V } from './vectors.js';

/** A compact vertex as the SDK unpacks it. */
const compactVertex = (grid: Uint8Array | undefined, own: readonly number[]) =>
  unpackStoredVertices({
    streams: [new Uint8Array(Uint32Array.from(own).buffer)],
    compact: { grid: VertexGrid.read(grid ?? new Uint8Array()), skin: undefined, uvs1: undefined, morphs: undefined },
  });
const octahedral = (word: number): V => {
  const out = new Float32Array(3);
  unpackOctahedral(half(word, 0), half(word, 1), out);
  return [...out];
};
const tangent = (word: number): V => {
  const out = new Float32Array(4);
  unpackTangent(half(word, 0), half(word, 1), out);
  return [...out];
};
const bitangent = (n: V, t: V): V => times(cross(n, t.slice(0, 3)), at(t, 3));
const tangentOfAngle = (normal: V, angle: number): V => {
  const out = new Float32Array(4);
  unpackTangentAngle(angle, Float32Array.from(normal), 0, out);
  return [...out];
};
const jointsOf = (bytes: Uint8Array | undefined, jointCount: number): V => [
  ...unpackCompactSkin(bytes ?? new Uint8Array(), jointCount).joints,
];

export const VERTEX_CASES: readonly HeaderCase[] = [
  {
    name: 'assetcUnpackOctahedral',
    takes: ['u32'],
    gives: 'vec3f',
    isExact: true,
    twin: ([w = []]) => octahedral(at(w, 0)),
  },
  { name: 'assetcUnpackTangent', takes: ['u32'], gives: 'vec4f', isExact: true, twin: ([w = []]) => tangent(at(w, 0)) },
  {
    name: 'assetcTangentOf',
    takes: ['vec2i'],
    gives: 'vec4f',
    isExact: true,
    twin: ([v = []]) => tangent((at(v, 0) & 0xffff) | (at(v, 1) << 16)),
  },
  {
    name: 'assetcGridPosition',
    takes: ['AssetcVertexGrid', 'vec3i'],
    gives: 'vec3f',
    isExact: true,
    twin: ([, [x = 0, y = 0, z = 0] = []], [grid]) => [
      ...compactVertex(grid, [(x & 0xffff) | (y << 16), z & 0xffff, 0, 0]).positions,
    ],
  },
  {
    name: 'assetcCompactPositionOf',
    takes: ['AssetcVertexGrid', 'array<u32, 2>'],
    gives: 'vec3f',
    isExact: true,
    twin: ([, position = []], [grid]) => [...compactVertex(grid, [...position, 0, 0]).positions],
  },
  {
    name: 'assetcTangentOfAngle',
    takes: ['vec3f', 'i32'],
    gives: 'vec4f',
    draw: ['unit'],
    twin: ([normal = [], angle = []]) => tangentOfAngle(normal, at(angle, 0)),
  },
  {
    name: 'assetcCompactTangentOf',
    takes: ['vec3f', 'array<u32, 2>'],
    gives: 'vec4f',
    draw: ['unit'],
    twin: ([normal = [], position = []]) => tangentOfAngle(normal, half(at(position, 1), 1)),
  },
  {
    name: 'assetcHalf',
    takes: ['u32'],
    gives: 'f32',
    draw: ['halfs'],
    isExact: true,
    twin: ([bits = []]) => [fromHalf(at(bits, 0) & 0xffff)],
  },
  {
    name: 'assetcCompactUvOf',
    takes: ['AssetcVertexGrid', 'u32'],
    gives: 'vec2f',
    draw: [undefined, 'halfs'],
    twin: ([, uv = []], [grid]) => [...compactVertex(grid, [0, 0, 0, at(uv, 0)]).uvs],
  },
  {
    name: 'assetcCompactUvs1Of',
    takes: ['AssetcVertexGrid', 'u32'],
    gives: 'vec2f',
    draw: [undefined, 'halfs'],
    twin: ([, uv = []], [grid = new Uint8Array()]) => [
      ...unpackCompactUvs1(Uint16Array.of(at(uv, 0) & 0xffff, at(uv, 0) >>> 16), VertexGrid.read(grid)),
    ],
  },
  {
    name: 'assetcCompactSkinJoint',
    takes: ['AssetcCompactSkinVertex', 'u32'],
    gives: 'u32',
    draw: [undefined, 'small'],
    isExact: true,
    twin: ([, i = []], [bytes]) => [at(jointsOf(bytes, 256), at(i, 0))],
  },
  {
    name: 'assetcCompactSkinJointWide',
    takes: ['AssetcCompactSkinVertexWide', 'u32'],
    gives: 'u32',
    draw: [undefined, 'small'],
    isExact: true,
    twin: ([, i = []], [bytes]) => [at(jointsOf(bytes, 257), at(i, 0))],
  },
  {
    name: 'assetcCompactSkinWeights',
    takes: ['u32'],
    gives: 'vec4f',
    twin: ([weights = []]) => [
      ...unpackCompactSkin(new Uint8Array(Uint32Array.of(0, at(weights, 0)).buffer), 256).weights,
    ],
  },
  {
    name: 'assetcBitangent',
    takes: ['vec3f', 'vec4f'],
    gives: 'vec3f',
    draw: ['unit', 'unit'],
    twin: ([n = [], t = []]) => bitangent(n, t),
  },
  {
    name: 'assetcMappedNormal',
    takes: ['vec3f', 'vec4f', 'vec2f', 'f32'],
    gives: 'vec3f',
    draw: ['unit', 'unit', 'fraction', 'fraction'],
    twin: ([n = [], t = [], texel = [], scale = []]) => {
      const [x, y] = [at(texel, 0) * 2 - 1, at(texel, 1) * 2 - 1];
      const z = Math.sqrt(Math.max(0, 1 - x * x - y * y));
      return unit(plus(times(t.slice(0, 3), x * at(scale, 0)), times(bitangent(n, t), y * at(scale, 0)), times(n, z)));
    },
  },
];
