// What a glTF shows according to glTF-Transform: every triangle, line and point in the scene's space with all that its corners
// have and the material that it shows, at rest. Nodes do not matter, so that baked and placed geometry compare.

import type { Document, Material, Node, Primitive } from '@gltf-transform/core';
import type { InstancedMesh, Transform } from '@gltf-transform/extensions';
import { Matrix3, Matrix4, Quaternion, Vector3 } from 'three';

export interface Shown {
  /** Three a triangle, 15 numbers each: position, normal, two sets of texture coordinates, color, the number of the material. */
  readonly triangles: Float64Array;
  readonly lines: Float64Array;
  readonly points: Float64Array;
}

export interface Pose {
  readonly matrix: Matrix4;
  readonly primitive: Primitive;
  readonly node: Node;
}

export function shownBy(document: Document, materialNumber: (material: Material | null) => number): Shown {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const triangles: number[] = [];
  const lines: number[] = [];
  const points: number[] = [];
  scene?.traverse((node) => {
    for (const primitive of node.getMesh()?.listPrimitives() ?? [])
      for (const matrix of placementsOf(node)) {
        const mode = primitive.getMode();
        const into = mode === 0 ? points : mode < 4 ? lines : triangles;
        const number = materialNumber(primitive.getMaterial());
        for (const corner of cornersOf({ matrix, primitive, node })) into.push(...corner, number);
      }
  });
  return {
    triangles: Float64Array.from(triangles),
    lines: Float64Array.from(lines),
    points: Float64Array.from(points),
  };
}

const matrixOf = (numbers: ArrayLike<number>): Matrix4 => new Matrix4().fromArray(Array.from(numbers));

function placementsOf(node: Node): readonly Matrix4[] {
  const world = matrixOf(node.getWorldMatrix());
  const instances = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing');
  if (instances === null) return [world];
  const element = (name: string, i: number, usual: number[]): number[] =>
    instances.getAttribute(name)?.getElement(i, []) ?? usual;
  const count = instances.listAttributes()[0]?.getCount() ?? 0;
  return Array.from({ length: count }, (_, i) =>
    new Matrix4()
      .compose(
        new Vector3().fromArray(element('TRANSLATION', i, [0, 0, 0])),
        new Quaternion().fromArray(element('ROTATION', i, [0, 0, 0, 1])),
        new Vector3().fromArray(element('SCALE', i, [1, 1, 1])),
      )
      .premultiply(world),
  );
}

function* cornersOf({ matrix, primitive, node }: Pose): Generator<readonly number[]> {
  const list = expand(primitive);
  const isTriangles = primitive.getMode() >= 4;
  const vertices = new Map<number, readonly number[]>();
  const vertex = (i: number): readonly number[] => {
    const known = vertices.get(i) ?? vertexOf(primitive, node, matrix, i);
    vertices.set(i, known);
    return known;
  };
  const mirrored = isTriangles && primitive.getAttribute('JOINTS_0') === null && matrix.determinant() < 0;
  const width = isTriangles ? 3 : primitive.getMode() === 0 ? 1 : 2;
  for (let at = 0; at + width <= list.length; at += width) {
    const corners = Array.from({ length: width }, (_, k) => vertex(list[at + k] ?? 0));
    const ordered = mirrored ? [corners[0] ?? [], corners[2] ?? [], corners[1] ?? []] : corners;
    const flat =
      primitive.getAttribute('NORMAL') === null ? (isTriangles ? faceNormal(ordered) : [0, 0, 0]) : undefined;
    for (const corner of ordered)
      yield flat === undefined ? corner : [...corner.slice(0, 3), ...flat, ...corner.slice(6)];
  }
}

function faceNormal(corners: readonly (readonly number[])[]): readonly number[] {
  const [a, b, c] = corners.map((corner) => new Vector3(corner[0], corner[1], corner[2]));
  if (a === undefined || b === undefined || c === undefined) return [0, 0, 0];
  return b.sub(a).cross(c.sub(a)).normalize().toArray();
}

function vertexOf(primitive: Primitive, node: Node, matrix: Matrix4, i: number): readonly number[] {
  const get = (name: string): number[] | undefined => primitive.getAttribute(name)?.getElement(i, []);
  const place = skinMatrix(node, get('JOINTS_0'), get('WEIGHTS_0')) ?? matrix;
  const morphed = (name: string): Vector3 => {
    const sum = new Vector3().fromArray(get(name) ?? [0, 0, 0]);
    const weights = node.getWeights().length > 0 ? node.getWeights() : (node.getMesh()?.getWeights() ?? []);
    for (const [t, target] of primitive.listTargets().entries()) {
      const delta = target.getAttribute(name)?.getElement(i, []);
      if (delta !== undefined) sum.addScaledVector(new Vector3().fromArray(delta), weights[t] ?? 0);
    }
    return sum;
  };
  const normal = morphed('NORMAL').applyMatrix3(new Matrix3().getNormalMatrix(place)).normalize();
  const color = [...(get('COLOR_0') ?? [1, 1, 1, 1]), 1].slice(0, 4);
  return [
    ...morphed('POSITION').applyMatrix4(place).toArray(),
    ...normal.toArray(),
    ...moved(primitive.getMaterial(), get('TEXCOORD_0') ?? [0, 0]),
    ...(get('TEXCOORD_1') ?? [0, 0]),
    ...color,
  ];
}

/** By the transform of the base color's texture, where that uses the first set. */
function moved(material: Material | null, [u = 0, v = 0]: number[]): readonly number[] {
  const info = material?.getBaseColorTextureInfo();
  const transform = info?.getExtension<Transform>('KHR_texture_transform') ?? null;
  if (transform === null || (transform.getTexCoord() ?? info?.getTexCoord()) !== 0) return [u, v];
  const [[ox, oy], [sx, sy]] = [transform.getOffset(), transform.getScale()];
  const [sin, cos] = [Math.sin(transform.getRotation()), Math.cos(transform.getRotation())];
  return [cos * u * sx + sin * v * sy + ox, cos * v * sy - sin * u * sx + oy];
}

function skinMatrix(node: Node, joints: number[] | undefined, weights: number[] | undefined): Matrix4 | undefined {
  const skin = node.getSkin();
  if (skin === null || joints === undefined || weights === undefined) return undefined;
  const sum = weights.reduce((a, b) => a + b, 0);
  const out = Array<number>(16).fill(0);
  const nodes = skin.listJoints();
  for (const [k, joint] of joints.entries()) {
    const weight = sum > 0 ? (weights[k] ?? 0) / sum : k === 0 ? 1 : 0;
    if (weight === 0) continue;
    const inverse = skin.getInverseBindMatrices()?.getElement(joint, []);
    const posed = matrixOf(nodes[joint]?.getWorldMatrix() ?? []);
    if (inverse !== undefined) posed.multiply(matrixOf(inverse));
    for (const [e, value] of posed.elements.entries()) out[e] = (out[e] ?? 0) + value * weight;
  }
  return matrixOf(out);
}

/** Lists of triangles, lines or points, whatever the primitive is. */
function expand(primitive: Primitive): readonly number[] {
  const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  const list = Array.from(primitive.getIndices()?.getArray() ?? Array.from({ length: count }).keys(), Number);
  const at = (i: number): number => list[i] ?? 0;
  switch (primitive.getMode()) {
    case 2:
      return list.flatMap((v, i) => [v, at((i + 1) % list.length)]);
    case 3:
      return list.slice(1).flatMap((v, i) => [at(i), v]);
    case 5:
      return list.slice(2).flatMap((v, i) => (i % 2 === 0 ? [at(i), at(i + 1), v] : [at(i + 1), at(i), v]));
    case 6:
      return list.slice(2).flatMap((v, i) => [at(0), at(i + 1), v]);
    default:
      return list;
  }
}
