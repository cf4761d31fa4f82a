// Groups vertices that morph targets move in the same way: only those may be welded. The deltas stay where they are: a number in a vertex
// row names a source vertex that represents its group.
//
// Rejected: deltas as words of rows. A face with 50 targets would take 1.8 KB per vertex, also for static neighbors.

import { numberRows } from '@assetc/kernels';
import type { MorphTargetModel, PrimitiveModel } from '../../../model/scene/scene.js';

interface MotionGroups {
  /** Per vertex: 0 if no target moves it, else 1 + its index in `sources`. */
  readonly numbers: Uint32Array;
  /** One source vertex per group. */
  readonly sources: Uint32Array;
}

type Morphing = Pick<PrimitiveModel, 'normals' | 'tangents' | 'targets'>;

/** The deltas of a target that are kept: directions only if the vertices have their own to add them to. */
export function keptDeltas({ normals, tangents }: Morphing, target: MorphTargetModel): MorphTargetModel {
  return {
    ...(target.positions === undefined ? {} : { positions: target.positions }),
    ...(target.normals === undefined || normals === undefined ? {} : { normals: target.normals }),
    ...(target.tangents === undefined || tangents === undefined ? {} : { tangents: target.tangents }),
  };
}

/** `vertices`: source vertices, in any order. */
export function groupByMotion(primitive: Morphing, vertices: Uint32Array): MotionGroups {
  const targets = (primitive.targets ?? []).map((target) => keptDeltas(primitive, target));
  // Row 0 is a static vertex, so that all static vertices get number 0.
  let numbers = new Uint32Array(vertices.length + 1);
  const splitGroups = (values: Float32Array, width: number): void => {
    const words = width + 1;
    const { remap } = numberRows(numbers.length, words, (bits, floats) => {
      bits.fill(0);
      for (let row = 1; row < numbers.length; row++) {
        bits[row * words] = numbers[row] ?? 0;
        const from = (vertices[row - 1] ?? 0) * width;
        for (let c = 0; c < width; c++) floats[row * words + 1 + c] = (values[from + c] ?? 0) + 0;
      }
    });
    numbers = Uint32Array.from(remap);
  };
  for (const { positions, normals, tangents } of targets)
    for (const deltas of [positions, normals, tangents]) if (deltas !== undefined) splitGroups(deltas, 3);
  const isStatic = numbers.map((number) => (number === 0 ? 1 : 0));
  // The scale of direction deltas depends on the direction that they are added to.
  if (primitive.normals !== undefined && targets.some(({ normals }) => normals !== undefined))
    splitGroups(primitive.normals, 3);
  if (primitive.tangents !== undefined && targets.some(({ tangents }) => tangents !== undefined))
    splitGroups(primitive.tangents, 4);
  return compact(numbers, isStatic, vertices);
}

function compact(numbers: Uint32Array, isStatic: Uint32Array, vertices: Uint32Array): MotionGroups {
  const renumbered = new Map<number, number>();
  const sources: number[] = [];
  const out = new Uint32Array(vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    if (isStatic[i + 1] === 1) continue;
    const number = numbers[i + 1] ?? 0;
    const known = renumbered.get(number);
    const next = known ?? sources.push(vertices[i] ?? 0);
    if (known === undefined) renumbered.set(number, next);
    out[i] = next;
  }
  return { numbers: out, sources: Uint32Array.from(sources) };
}
