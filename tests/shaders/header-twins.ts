// What every function of the shader headers must return: the SDK's own function if there is one, else the formula of the guides in 64 bits.

import {
  fromHalf,
  irradianceAt,
  levelOfRoughness,
  NO_GROUP,
  selectClusters,
  unpackCompactSkin,
  unpackCompactUvs1,
  unpackOctahedral,
  unpackStoredVertices,
  unpackTangent,
} from '@assetc/formats';
import {
  Cluster,
  ClusterGroup,
  CompactSkinVertex,
  CompactSkinVertexWide,
  GpuSkinVertex,
  HmatRow,
  VertexGrid,
} from '@assetc/formats/layouts';
import { unpackTangentAngle } from '../../packages/formats/src/codec/tangent-angle.js';
import type { HeaderCall } from './header-kernel.js';

/** The numbers of a plain argument; none for a row of a struct, whose bytes are given apart. */
export type Given = readonly number[];
export interface HeaderCase extends HeaderCall {
  /** How plain arguments are drawn: by default bits for words and −1 to 1 for floats. */
  readonly draw?: readonly ('unit' | 'fraction' | 'radiance' | 'small' | 'halfs' | undefined)[];
  readonly isExact?: true;
  twin(given: readonly Given[], bytes: readonly Uint8Array[]): readonly number[];
}

type V = readonly number[];
const at = (v: V, i: number): number => v[i] ?? 0;
const dot = (a: V, b: V): number => a.reduce((sum, x, i) => sum + x * at(b, i), 0);
const times = (v: V, s: number): V => v.map((x) => x * s);
const plus = (...vs: readonly V[]): V => (vs[0] ?? []).map((_, i) => vs.reduce((sum, v) => sum + at(v, i), 0));
const minus = (a: V, b: V): V => a.map((x, i) => x - at(b, i));
const cross = (a: V, b: V): V =>
  [0, 1, 2].map((i) => at(a, (i + 1) % 3) * at(b, (i + 2) % 3) - at(a, (i + 2) % 3) * at(b, (i + 1) % 3));
const unit = (v: V): V => times(v, 1 / Math.hypot(...v));
const column = (m: V, i: number): V => m.slice(i * 4, i * 4 + 3);
const transform = (m: V, v: V, w: number): V =>
  [0, 1, 2].map((r) => at(m, r) * at(v, 0) + at(m, 4 + r) * at(v, 1) + at(m, 8 + r) * at(v, 2) + at(m, 12 + r) * w);
const yes = (is: boolean): V => [is ? 1 : 0];
const half = (word: number, isHigh: number): number => (isHigh ? word >> 16 : (word << 16) >> 16);
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
const median = (v: V): number =>
  at(
    [...v].sort((a, b) => a - b),
    1,
  );

const material = (bytes: readonly Uint8Array[]) => HmatRow.read(bytes[0] ?? new Uint8Array());

/** A compact vertex as the SDK unpacks it. */
const compactVertex = (grid: Uint8Array | undefined, own: readonly number[]) =>
  unpackStoredVertices({
    streams: [new Uint8Array(Uint32Array.from(own).buffer)],
    compact: { grid: VertexGrid.read(grid ?? new Uint8Array()), skin: undefined, uvs1: undefined, morphs: undefined },
  });
const tangentOfAngle = (normal: V, angle: number): V => {
  const out = new Float32Array(4);
  unpackTangentAngle(angle, Float32Array.from(normal), 0, out);
  return [...out];
};
const jointsOf = (bytes: Uint8Array | undefined, jointCount: number): V => [
  ...unpackCompactSkin(bytes ?? new Uint8Array(), jointCount).joints,
];

const words = (bytes: Uint8Array | undefined): Uint32Array =>
  new Uint32Array((bytes ?? new Uint8Array()).slice().buffer);

export const CASES: readonly HeaderCase[] = [
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
  {
    name: 'assetcIsDoubleSided',
    takes: ['u32'],
    gives: 'bool',
    isExact: true,
    twin: ([flags = []]) => [at(flags, 0) & 1],
  },
  {
    name: 'assetcAlphaMode',
    takes: ['u32'],
    gives: 'u32',
    isExact: true,
    twin: ([flags = []]) => [(at(flags, 0) >> 1) & 3],
  },
  {
    name: 'assetcIsCutOut',
    takes: ['AssetcHmatRow', 'f32'],
    gives: 'bool',
    draw: [undefined, 'fraction'],
    isExact: true,
    twin: ([, alpha = []], bytes) => {
      const { flags, alphaCutoff } = material(bytes);
      return yes(((flags >> 1) & 3) === 1 && at(alpha, 0) < alphaCutoff);
    },
  },
  {
    name: 'assetcMetallicRoughness',
    takes: ['AssetcHmatRow', 'vec4f'],
    gives: 'vec2f',
    twin: ([, texel = []], bytes) => {
      const { metallicFactor, roughnessFactor } = material(bytes);
      return [at(texel, 2) * metallicFactor, at(texel, 1) * roughnessFactor];
    },
  },
  {
    name: 'assetcOcclusion',
    takes: ['AssetcHmatRow', 'f32'],
    gives: 'f32',
    twin: ([, texel = []], bytes) => [1 + material(bytes).occlusionStrength * (at(texel, 0) - 1)],
  },
  {
    name: 'assetcHmatRowEmissiveFactor',
    takes: ['AssetcHmatRow'],
    gives: 'vec3f',
    isExact: true,
    twin: (_, bytes) => material(bytes).emissiveFactor,
  },
  {
    name: 'assetcSkinJoint',
    takes: ['AssetcGpuSkinVertex', 'u32'],
    gives: 'u32',
    draw: [undefined, 'small'],
    isExact: true,
    twin: ([, i = []], bytes) => [at(GpuSkinVertex.read(bytes[0] ?? new Uint8Array()).joints, at(i, 0))],
  },
  {
    name: 'assetcGpuSkinVertexWeights',
    takes: ['AssetcGpuSkinVertex'],
    gives: 'vec4f',
    isExact: true,
    twin: (_, bytes) => GpuSkinVertex.read(bytes[0] ?? new Uint8Array()).weights,
  },
  {
    name: 'assetcSkinMatrix',
    takes: ['mat4x4f', 'mat4x4f', 'mat4x4f', 'mat4x4f', 'vec4f'],
    gives: 'mat4x4f',
    twin: ([a = [], b = [], c = [], d = [], w = []]) => plus(...[a, b, c, d].map((m, i) => times(m, at(w, i)))),
  },
  {
    name: 'assetcTransformPosition',
    takes: ['mat4x4f', 'vec3f'],
    gives: 'vec3f',
    twin: ([m = [], p = []]) => transform(m, p, 1),
  },
  {
    name: 'assetcTransformTangent',
    takes: ['mat4x4f', 'vec4f'],
    gives: 'vec4f',
    twin: ([m = [], t = []]) => [...unit(transform(m, t, 0)), at(t, 3)],
  },
  {
    name: 'assetcTransformNormal',
    takes: ['mat4x4f', 'vec3f'],
    gives: 'vec3f',
    draw: [undefined, 'unit'],
    // The transpose of the inverse: perpendicular to what the surface's own directions become.
    twin: ([m = [], n = []]) => {
      const [x, y, z] = [column(m, 0), column(m, 1), column(m, 2)];
      const determinant = dot(x, cross(y, z));
      const rows = [cross(y, z), cross(z, x), cross(x, y)].map((row) => times(row, 1 / determinant));
      return unit(plus(...rows.map((row, i) => times(row, at(n, i)))));
    },
  },
  {
    name: 'assetcTriangleWord',
    takes: ['u32'],
    gives: 'u32',
    draw: ['small'],
    isExact: true,
    twin: ([i = []]) => [Math.floor((at(i, 0) * 3) / 4)],
  },
  {
    name: 'assetcUnpackTriangle',
    takes: ['u32', 'u32', 'u32'],
    gives: 'vec3u',
    draw: [undefined, undefined, 'small'],
    isExact: true,
    twin: ([low = [], high = [], i = []]) => {
      const bytes = new Uint8Array(Uint32Array.of(at(low, 0), at(high, 0)).buffer);
      return [0, 1, 2].map((corner) => bytes[((at(i, 0) * 3) % 4) + corner] ?? 0);
    },
  },
  {
    name: 'assetcUnpackTriangleWord',
    takes: ['u32'],
    gives: 'vec3u',
    isExact: true,
    twin: ([word = []]) => [...new Uint8Array(Uint32Array.of(at(word, 0)).buffer).subarray(0, 3)],
  },
  {
    name: 'assetcFacesAway',
    takes: ['vec3f', 'f32', 'vec3f', 'f32', 'vec3f'],
    gives: 'bool',
    draw: [undefined, 'fraction', 'unit', 'fraction', undefined],
    twin: ([center = [], radius = [], axis = [], cutoff = [], eye = []]) => {
      const to = minus(center, eye);
      return yes(dot(to, axis) >= at(cutoff, 0) * Math.hypot(...to) + at(radius, 0));
    },
  },
  {
    name: 'assetcIrradiance',
    takes: ['array<vec4f, 9>', 'vec3f'],
    gives: 'vec3f',
    draw: [undefined, 'unit'],
    twin: ([sh = [], [x = 0, y = 0, z = 0] = []]) => {
      const irradiance = Float32Array.from({ length: 27 }, (_, i) => at(sh, Math.floor(i / 3) * 4 + (i % 3)));
      return irradianceAt(irradiance, [x, y, z]);
    },
  },
  {
    name: 'assetcLightLevel',
    takes: ['f32', 'f32'],
    gives: 'f32',
    draw: [undefined, 'radiance'],
    twin: ([r = [], n = []]) => [levelOfRoughness(at(r, 0), at(n, 0))],
  },
  {
    name: 'assetcImageLight',
    takes: ['vec3f', 'vec3f', 'vec2f', 'vec3f', 'f32'],
    gives: 'vec3f',
    draw: ['radiance', 'radiance', 'radiance', 'fraction', 'fraction'],
    twin: ([irradiance = [], reflection = [], dfg = [], albedo = [], metallic = []]) => {
      const [a, b, m] = [at(dfg, 0), at(dfg, 1), at(metallic, 0)];
      const share = (f0: number): number => (f0 * a + b) * (1 + f0 * (1 / (a + b) - 1));
      return albedo.map((color, i) => {
        const diffuse = (color * (1 - m) * (1 - share(0.04)) * at(irradiance, i)) / Math.PI;
        return at(reflection, i) * share(0.04 * (1 - m) + color * m) + diffuse;
      });
    },
  },
  { name: 'assetcMedian', takes: ['vec3f'], gives: 'f32', isExact: true, twin: ([v = []]) => [median(v)] },
  {
    name: 'assetcGlyphCoverage',
    takes: ['vec3f', 'f32', 'f32', 'f32'],
    gives: 'f32',
    draw: ['fraction', 'fraction', 'radiance', 'fraction'],
    twin: ([texel = [], edge = [], range = [], pixels = []]) => [
      Math.min(1, Math.max(0, (median(texel) - at(edge, 0)) * at(range, 0) * at(pixels, 0) + 0.5)),
    ],
  },
  {
    name: 'assetcGroupIndex',
    takes: ['u32'],
    gives: 'u32',
    isExact: true,
    twin: ([i = []]) => [at(i, 0) >>> 0 === NO_GROUP ? 0 : at(i, 0) >>> 0],
  },
  {
    name: 'assetcClusterLevel',
    takes: ['AssetcCluster'],
    gives: 'u32',
    isExact: true,
    twin: (_, bytes) => [Cluster.read(bytes[0] ?? new Uint8Array()).level],
  },
  {
    name: 'assetcClusterIsDrawn',
    takes: ['AssetcCluster', 'AssetcClusterGroup', 'AssetcClusterGroup', 'AssetcClusterView'],
    gives: 'bool',
    // One row per thread: the cluster's own group is its parent, too, unless it has none.
    twin: (_, [cluster, group, , view]) => {
      const rows = words(cluster);
      for (const name of ['group', 'parentGroup'] as const) {
        const word = Cluster.offsetOf(name) / 4;
        rows[word] = rows[word] === NO_GROUP ? NO_GROUP : 0;
      }
      const floats = new Float32Array(words(view).buffer);
      const drawn = selectClusters(
        {
          rows,
          groups: words(group),
          vertices: new Uint32Array(),
          triangles: new Uint8Array(),
          pages: new Uint32Array(),
        },
        {
          eye: floats.slice(0, 3),
          pixelsPerUnit: at([...floats], 3),
          maxPixels: at([...floats], 4),
          pageCount: words(view)[5] ?? 0,
        },
      );
      return yes(drawn.length === 1);
    },
  },
];

export const SIZES: { readonly [struct: string]: number } = {
  AssetcHmatRow: HmatRow.size,
  AssetcGpuSkinVertex: GpuSkinVertex.size,
  AssetcVertexGrid: VertexGrid.size,
  AssetcCompactSkinVertex: CompactSkinVertex.size,
  AssetcCompactSkinVertexWide: CompactSkinVertexWide.size,
  AssetcCluster: Cluster.size,
  AssetcClusterGroup: ClusterGroup.size,
  AssetcClusterView: 32,
};
