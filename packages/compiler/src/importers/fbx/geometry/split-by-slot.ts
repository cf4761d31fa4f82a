// Splits a mesh into a primitive per material slot, in the order of slots. Each keeps only its own vertices.

import type { MorphTargetModel, PrimitiveModel } from '../../../model/scene/scene.js';

/** `slots`: of each triangle; undefined if all have the first. */
export function splitBySlot(
  whole: PrimitiveModel,
  slots: Int32Array | undefined,
  materials: readonly (number | undefined)[],
): readonly PrimitiveModel[] {
  if (whole.indices.length === 0) return [];
  const counts = new Map<number, number>();
  for (let t = 0; t * 3 < whole.indices.length; t++) {
    const slot = slotOf(slots, t, materials.length);
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
  }
  if (counts.size === 1) return [...counts.keys()].map((slot) => ({ ...whole, material: materials[slot] }));
  const lists = new Map([...counts].map(([slot, count]) => [slot, { triangles: new Uint32Array(count), length: 0 }]));
  for (let t = 0; t * 3 < whole.indices.length; t++) {
    const list = lists.get(slotOf(slots, t, materials.length));
    if (list !== undefined) list.triangles[list.length++] = t;
  }
  const numbers = new Int32Array(whole.positions.length / 3).fill(-1);
  return [...lists]
    .toSorted(([a], [b]) => a - b)
    .map(([slot, { triangles }]) => part(whole, triangles, numbers, materials[slot]));
}

/** A slot that the model has no material for counts as the first. */
function slotOf(slots: Int32Array | undefined, triangle: number, count: number): number {
  const slot = slots?.[triangle] ?? 0;
  return slot >= 0 && slot < count ? slot : 0;
}

/** `numbers`: −1 for each vertex, before and after. */
function part(
  whole: PrimitiveModel,
  triangles: Uint32Array,
  numbers: Int32Array,
  material: number | undefined,
): PrimitiveModel {
  const indices = new Uint32Array(triangles.length * 3);
  const kept = new Uint32Array(Math.min(indices.length, numbers.length));
  let [count, to] = [0, 0];
  for (const triangle of triangles) {
    for (let i = triangle * 3; i < triangle * 3 + 3; i++) {
      const vertex = whole.indices[i] ?? 0;
      let number = numbers[vertex] ?? -1;
      if (number < 0) {
        number = count++;
        numbers[vertex] = number;
        kept[number] = vertex;
      }
      indices[to++] = number;
    }
  }
  for (let i = 0; i < count; i++) numbers[kept[i] ?? 0] = -1;
  return { ...keepVertices(whole, kept.subarray(0, count)), indices, material };
}

function keepVertices(whole: PrimitiveModel, kept: Uint32Array): PrimitiveModel {
  const floats = (values: Float32Array, width: number): Float32Array => {
    const out = new Float32Array(kept.length * width);
    for (let i = 0, to = 0; i < kept.length; i++)
      for (let k = 0; k < width; k++) out[to++] = values[(kept[i] ?? 0) * width + k] ?? 0;
    return out;
  };
  const optional = (values: Float32Array | undefined, width: number) =>
    values === undefined ? undefined : floats(values, width);
  const { joints, moreUvs, moreColors, targets } = whole;
  return {
    ...whole,
    positions: floats(whole.positions, 3),
    normals: optional(whole.normals, 3),
    tangents: optional(whole.tangents, 4),
    uvs: optional(whole.uvs, 2),
    colors: optional(whole.colors, 4),
    ...(moreUvs === undefined ? {} : { moreUvs: moreUvs.map((values) => floats(values, 2)) }),
    ...(moreColors === undefined ? {} : { moreColors: moreColors.map((values) => floats(values, 4)) }),
    joints: joints === undefined ? undefined : Uint16Array.from(floats(Float32Array.from(joints), 4)),
    weights: optional(whole.weights, 4),
    ...(targets === undefined ? {} : { targets: targets.map((target) => keepTarget(target, floats)) }),
  };
}

const keepTarget = (
  { positions, normals }: MorphTargetModel,
  floats: (values: Float32Array, width: number) => Float32Array,
): MorphTargetModel => ({
  ...(positions === undefined ? {} : { positions: floats(positions, 3) }),
  ...(normals === undefined ? {} : { normals: floats(normals, 3) }),
});
