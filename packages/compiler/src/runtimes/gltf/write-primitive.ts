// Writes one draw as a primitive of glTF, with separate vertices, so that tools load only those.

import { type GlbBuilder, INDICES, VERTICES } from './glb-builder.js';
import type { GltfPrimitive } from './gltf-json.js';

const MODES = { points: 0, lines: 1, triangles: 4 } as const;

/** What a morph target adds to some vertices; three floats for each of them. */
export interface PrimitiveTarget {
  /** Ascending. */
  readonly vertices: Uint32Array;
  readonly positions: Float32Array;
  readonly normals: Float32Array | undefined;
  readonly tangents: Float32Array | undefined;
}

export interface PrimitiveData {
  readonly mode: keyof typeof MODES;
  readonly indices: Uint32Array;
  readonly positions: Float32Array;
  readonly normals: Float32Array | undefined;
  readonly tangents: Float32Array | undefined;
  /** Set by set. */
  readonly uvs: readonly Float32Array[];
  /** RGBA; integers are normalized. */
  readonly colors: readonly (Uint8Array | Uint16Array | Float32Array)[];
  readonly joints: Uint16Array | undefined;
  readonly weights: Float32Array | undefined;
  readonly targets: readonly PrimitiveTarget[];
  readonly material: number | undefined;
  /** Positions are integers × step + offset; then attributes are written as integers. */
  readonly grid?: PrimitiveGrid | undefined;
}

export interface PrimitiveGrid {
  readonly step: number;
  readonly offset: readonly number[];
}

export function writePrimitive(builder: GlbBuilder, data: PrimitiveData): GltfPrimitive {
  const target = VERTICES;
  const count = data.positions.length / 3;
  const { grid } = data;
  const attributes: Record<string, number> = grid
    ? writeIntegers(builder, data, grid)
    : { POSITION: builder.addAccessor(data.positions, 'VEC3', { target, limits: true }) };
  if (!grid && data.normals) attributes.NORMAL = builder.addAccessor(data.normals, 'VEC3', { target });
  if (!grid && data.tangents) attributes.TANGENT = builder.addAccessor(data.tangents, 'VEC4', { target });
  for (const [i, uvs] of data.uvs.entries()) {
    const values = grid && uvs.every((value) => value >= 0 && value <= 1) ? normalizedUvs(uvs) : uvs;
    const normalized = values instanceof Uint16Array;
    attributes[`TEXCOORD_${i}`] = builder.addAccessor(values, 'VEC2', { target, normalized });
  }
  for (const [i, colors] of data.colors.entries()) {
    const normalized = !(colors instanceof Float32Array);
    attributes[`COLOR_${i}`] = builder.addAccessor(colors, 'VEC4', { target, normalized });
  }
  if (data.joints && data.weights) {
    const { joints, weights } = joinEqualJoints(data.joints, data.weights);
    const narrow = joints.every((joint) => joint < 0x100) ? Uint8Array.from(joints) : joints;
    attributes.JOINTS_0 = builder.addAccessor(narrow, 'VEC4', { target });
    const bytes = grid ? Uint8Array.from(weights, (weight) => Math.round(weight * 255)) : weights;
    attributes.WEIGHTS_0 = builder.addAccessor(bytes, 'VEC4', { target, normalized: grid !== undefined });
  }
  // 0xffff would restart a strip.
  const indices = count > 0xffff ? data.indices : Uint16Array.from(data.indices);
  return {
    attributes,
    indices: builder.addAccessor(indices, 'SCALAR', { target: INDICES, isTriangles: data.mode === 'triangles' }),
    ...(data.material === undefined ? {} : { material: data.material }),
    ...(data.mode === 'triangles' ? {} : { mode: MODES[data.mode] }),
    ...(data.targets.length === 0 ? {} : { targets: writeTargets(builder, data.targets, count, grid?.step ?? 1) }),
  };
}

/** KHR_mesh_quantization: positions on their grid, directions as normalized 16-bit integers. */
function writeIntegers(
  builder: GlbBuilder,
  { positions, normals, tangents }: PrimitiveData,
  { step, offset }: PrimitiveGrid,
): Record<string, number> {
  const [target, isPadded] = [VERTICES, true] as const;
  builder.use('KHR_mesh_quantization', true);
  const integers = padded(positions, 3, (value, axis) => (value - (offset[axis] ?? 0)) / step);
  const unit = (value: number): number => value * 32767;
  return {
    POSITION: builder.addAccessor(integers, 'VEC3', { target, isPadded, limits: true }),
    ...(normals && {
      NORMAL: builder.addAccessor(padded(normals, 3, unit), 'VEC3', { target, isPadded, normalized: true }),
    }),
    ...(tangents && {
      TANGENT: builder.addAccessor(padded(tangents, 4, unit), 'VEC4', { target, normalized: true }),
    }),
  };
}

/** Rows of four integers. */
function padded(values: Float32Array, width: number, integerOf: (value: number, axis: number) => number): Int16Array {
  const rows = new Int16Array((values.length / width) * 4);
  for (let i = 0; i < values.length; i++) {
    const axis = i % width;
    rows[Math.floor(i / width) * 4 + axis] = Math.round(integerOf(values[i] ?? 0, axis));
  }
  return rows;
}

const normalizedUvs = (uvs: Float32Array): Uint16Array => Uint16Array.from(uvs, (value) => Math.round(value * 65535));

/** Loaders assume that all targets have the attributes of the first, so all get the same. */
function writeTargets(builder: GlbBuilder, targets: readonly PrimitiveTarget[], count: number, step: number) {
  const hasNormals = targets.some(({ normals }) => normals !== undefined);
  const hasTangents = targets.some(({ tangents }) => tangents !== undefined);
  const none = { indices: new Uint32Array(0), values: new Float32Array(0) };
  return targets.map(({ vertices: indices, positions, normals, tangents }) => {
    const add = (values: Float32Array | undefined, limits: boolean): number =>
      builder.addSparse({ count, limits, ...(values === undefined ? none : { indices, values }) });
    return {
      POSITION: add(step === 1 ? positions : positions.map((delta) => delta / step), true),
      ...(hasNormals ? { NORMAL: add(normals, false) } : {}),
      ...(hasTangents ? { TANGENT: add(tangents, false) } : {}),
    };
  });
}

/** glTF requires that a vertex has each joint at most once, and joint 0 for zero weights. */
function joinEqualJoints(
  joints: Uint16Array,
  weights: Float32Array,
): { readonly joints: Uint16Array; readonly weights: Float32Array } {
  const outJoints = joints.slice();
  const outWeights = weights.slice();
  for (let first = 0; first < joints.length; first += 4)
    for (let i = first; i < first + 4; i++) {
      for (let k = first; k < i; k++)
        if (outWeights[k] !== 0 && outJoints[k] === outJoints[i]) {
          outWeights[k] = (outWeights[k] ?? 0) + (outWeights[i] ?? 0);
          outWeights[i] = 0;
        }
      if (outWeights[i] === 0) outJoints[i] = 0;
    }
  return { joints: outJoints, weights: outWeights };
}
