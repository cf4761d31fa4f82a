// Which vertices morph targets move, and which of them in the same way: those may be welded, others not. Deltas themselves stay
// where they are: a number in a vertex row names a source vertex that stands for all that move like it.
//
// Rejected: deltas as words of rows. A face of 50 targets would take 1.8 KB a vertex, static neighbours too.

import { weldRows } from '@assetc/kernels';
import type { MorphTargetModel, PrimitiveModel } from '../../model/scene.js';

interface Movers {
  /** For each of the vertices: 0 where no target moves it, else 1 + its place in `sources`. */
  readonly numbers: Uint32Array;
  /** Source vertices, each for all that move like it. */
  readonly sources: Uint32Array;
}

type Morphing = Pick<PrimitiveModel, 'normals' | 'tangents' | 'targets'>;

/** What of a target is kept: directions only where the vertices have their own to add them to. */
export function keptDeltas({ normals, tangents }: Morphing, target: MorphTargetModel): MorphTargetModel {
  return {
    ...(target.positions === undefined ? {} : { positions: target.positions }),
    ...(target.normals === undefined || normals === undefined ? {} : { normals: target.normals }),
    ...(target.tangents === undefined || tangents === undefined ? {} : { tangents: target.tangents }),
  };
}

/** `vertices`: source vertices, in any order. */
export function findMovers(primitive: Morphing, vertices: Uint32Array): Movers {
  const targets = (primitive.targets ?? []).map((target) => keptDeltas(primitive, target));
  // Row 0 is a vertex that never moves, so that those which move like it get number 0.
  let numbers = new Uint32Array(vertices.length + 1);
  const tellApart = (values: Float32Array, width: number): void => {
    const words = width + 1;
    const { remap } = weldRows(numbers.length, words, (bits, floats) => {
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
    for (const deltas of [positions, normals, tangents]) if (deltas !== undefined) tellApart(deltas, 3);
  const still = numbers.map((number) => (number === 0 ? 1 : 0));
  // How deltas of directions are scaled depends on the direction that they are added to.
  if (primitive.normals !== undefined && targets.some(({ normals }) => normals !== undefined))
    tellApart(primitive.normals, 3);
  if (primitive.tangents !== undefined && targets.some(({ tangents }) => tangents !== undefined))
    tellApart(primitive.tangents, 4);
  return compact(numbers, still, vertices);
}

function compact(numbers: Uint32Array, still: Uint32Array, vertices: Uint32Array): Movers {
  const renumbered = new Map<number, number>();
  const sources: number[] = [];
  const out = new Uint32Array(vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    if (still[i + 1] === 1) continue;
    const number = numbers[i + 1] ?? 0;
    const known = renumbered.get(number);
    const next = known ?? sources.push(vertices[i] ?? 0);
    if (known === undefined) renumbered.set(number, next);
    out[i] = next;
  }
  return { numbers: out, sources: Uint32Array.from(sources) };
}
