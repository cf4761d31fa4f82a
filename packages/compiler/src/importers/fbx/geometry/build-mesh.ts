// A geometry as a model uses it: with the model's geometric transform and materials, its skin and its shapes.

import { cofactors, determinant } from '../../../model/math/matrix.js';
import type { Matrix, MeshModel, MorphTargetModel, PrimitiveModel } from '../../../model/scene/scene.js';
import type { SceneSpace } from '../scene/scene-space.js';
import { type BlendChannel, targetNames, targetWeights } from './blend-shapes.js';
import type { GeometryData } from './geometry-data.js';
import { readDeltas, type ShapeDeltas } from './shape-deltas.js';
import type { SkinData } from './skin.js';
import { splitBySlot } from './split-by-slot.js';

interface MeshUse {
  /** The model's materials by slot, into the scene's materials. */
  readonly materials: readonly (number | undefined)[];
  /** The geometric transform in meters; undefined for none. */
  readonly transform: Matrix | undefined;
  readonly skin: SkinData | undefined;
  readonly channels: readonly BlendChannel[];
  readonly space: SceneSpace;
  readonly name: string;
}

export function buildMesh(data: GeometryData, use: MeshUse): MeshModel {
  const { transform, skin, channels, space } = use;
  const isTurned = transform !== undefined && determinant(transform) < 0;
  const normalMatrix = transform === undefined ? undefined : cofactors(transform);
  if (isTurned) for (let i = 0; i < 9; i++) normalMatrix?.fill(-(normalMatrix[i] ?? 0), i, i + 1);
  const points = transform === undefined ? data.points : transformPoints(data.points, transform);
  const targets = channels.flatMap(({ shapes }) =>
    shapes.map(({ object }) => readDeltas(object, data, space, transform)),
  );
  const [uvs, ...moreUvs] = data.uvs;
  const [colors, ...moreColors] = data.colors;
  const whole: PrimitiveModel = {
    origin: data.object.place,
    positions: spread(points, data.pointOfVertex, 3),
    // A mesh has any scale and axes: its node and the bind matrices contain the rest.
    ...(skin === undefined ? {} : { hasOwnSpace: true }),
    normals: data.normals === undefined ? undefined : turnNormals(data.normals, normalMatrix),
    tangents: data.tangents === undefined ? undefined : turnTangents(data.tangents, transform, isTurned),
    uvs,
    colors,
    ...(moreUvs.length === 0 ? {} : { moreUvs }),
    ...(moreColors.length === 0 ? {} : { moreColors }),
    joints: skin === undefined ? undefined : spreadJoints(skin.joints, data.pointOfVertex),
    weights: skin === undefined ? undefined : spread(skin.weights, data.pointOfVertex, 4),
    indices: isTurned ? turnAround(data.indices) : data.indices,
    material: use.materials[0],
    ...(targets.length === 0 ? {} : { targets: targets.map((deltas) => targetOf(deltas, data)) }),
  };
  return {
    name: use.name,
    primitives: splitBySlot(whole, data.slots, use.materials),
    ...(targets.length === 0 ? {} : { targetNames: targetNames(channels), weights: targetWeights(channels) }),
  };
}

function transformPoints(points: Float32Array, m: Matrix): Float32Array {
  const out = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i] ?? 0, points[i + 1] ?? 0, points[i + 2] ?? 0];
    for (let row = 0; row < 3; row++) {
      const value = (m[row] ?? 0) * x + (m[4 + row] ?? 0) * y + (m[8 + row] ?? 0) * z + (m[12 + row] ?? 0);
      out[i + row] = Number.isFinite(Math.fround(value)) ? value : 0;
    }
  }
  return out;
}

/** Values of control points for each vertex. */
function spread(values: Float32Array, pointOfVertex: Uint32Array, width: number): Float32Array {
  const out = new Float32Array(pointOfVertex.length * width);
  for (let vertex = 0, to = 0; vertex < pointOfVertex.length; vertex++) {
    const from = (pointOfVertex[vertex] ?? 0) * width;
    for (let i = 0; i < width; i++) out[to++] = values[from + i] ?? 0;
  }
  return out;
}

function spreadJoints(joints: Uint16Array, pointOfVertex: Uint32Array): Uint16Array {
  const out = new Uint16Array(pointOfVertex.length * 4);
  for (let vertex = 0; vertex < pointOfVertex.length; vertex++)
    for (let i = 0; i < 4; i++) out[vertex * 4 + i] = joints[(pointOfVertex[vertex] ?? 0) * 4 + i] ?? 0;
  return out;
}

/** Normalizes, also if there is no transform. A normal without a length becomes +Z. */
function turnNormals(normals: Float32Array, m: Float64Array | undefined): Float32Array {
  const out = new Float32Array(normals.length);
  for (let i = 0; i < normals.length; i += 3) {
    let [x, y, z] = [normals[i] ?? 0, normals[i + 1] ?? 0, normals[i + 2] ?? 0];
    if (m !== undefined)
      [x, y, z] = [0, 1, 2].map((row) => (m[row] ?? 0) * x + (m[3 + row] ?? 0) * y + (m[6 + row] ?? 0) * z) as [
        number,
        number,
        number,
      ];
    const length = Math.sqrt(x * x + y * y + z * z);
    const factor = length > 0 ? 1 / length : 0;
    out[i] = x * factor;
    out[i + 1] = y * factor;
    out[i + 2] = length > 0 ? z * factor : 1;
  }
  return out;
}

function turnTangents(tangents: Float32Array, m: Matrix | undefined, isTurned: boolean): Float32Array {
  if (m === undefined) return tangents;
  const out = new Float32Array(tangents.length);
  for (let i = 0; i < tangents.length; i += 4) {
    let length = 0;
    for (let row = 0; row < 3; row++) {
      const value =
        (m[row] ?? 0) * (tangents[i] ?? 0) +
        (m[4 + row] ?? 0) * (tangents[i + 1] ?? 0) +
        (m[8 + row] ?? 0) * (tangents[i + 2] ?? 0);
      out[i + row] = value;
      length += value * value;
    }
    const factor = length > 0 ? 1 / Math.sqrt(length) : 0;
    for (let row = 0; row < 3; row++) out[i + row] = (out[i + row] ?? 0) * factor;
    out[i + 3] = (isTurned ? -1 : 1) * (tangents[i + 3] ?? 1);
  }
  return out;
}

function turnAround(indices: Uint32Array): Uint32Array {
  const out = indices.slice();
  for (let i = 0; i < out.length; i += 3) {
    out[i + 1] = indices[i + 2] ?? 0;
    out[i + 2] = indices[i + 1] ?? 0;
  }
  return out;
}

function targetOf({ positions, normals }: ShapeDeltas, { pointOfVertex }: GeometryData): MorphTargetModel {
  return {
    positions: spread(positions, pointOfVertex, 3),
    ...(normals === undefined ? {} : { normals: spread(normals, pointOfVertex, 3) }),
  };
}
