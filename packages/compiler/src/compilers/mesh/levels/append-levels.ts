// Appends the vertices and morph targets of coarser levels to the submesh that has these levels.

import type { MorphDeltas } from '@assetc/formats';
import type { SubmeshMorphs } from '../morph-targets.js';
import type { Level } from '../simplify/lods.js';
import type { AssembledSubmesh } from '../submeshes/assemble-submeshes.js';
import { sharedWords } from '../vertices/shared-words.js';
import { rowsOf, type VertexRows } from '../vertices/vertex-rows.js';
import type { CoarsePart } from './split-levels.js';

interface LeveledSubmesh {
  readonly submesh: AssembledSubmesh;
  readonly morphs: SubmeshMorphs;
  readonly levels: readonly Level[];
}

/** Drawn if a level does not have the submesh: a level without indices would repeat the one before it. */
const BLANK_TRIANGLE = Uint32Array.of(0, 0, 0);

/** `errors`: of each coarser level. */
export function appendLevels(
  submesh: AssembledSubmesh,
  morphs: SubmeshMorphs,
  coarse: readonly CoarsePart[],
  errors: readonly number[],
): LeveledSubmesh {
  const offsets: number[] = [];
  let count = submesh.rows.count;
  for (const { submesh: part } of coarse) {
    offsets.push(count);
    count += part.rows.count;
  }
  let isDrawn = submesh.indices.length > 0;
  const levels = errors.map((error, i) => {
    const indices = joinIndices(coarse, offsets, i + 1);
    const isBlank = indices.length === 0 && isDrawn;
    isDrawn = indices.length > 0;
    return { indices: isBlank ? BLANK_TRIANGLE : indices, error };
  });
  return {
    submesh: { ...submesh, rows: joinRows(submesh.rows, coarse) },
    morphs: coarse.reduce(
      (joined, { morphs: more, submesh: part }, i) =>
        joinMorphs(joined, more, targetMap(submesh, part), offsets[i] ?? 0),
      morphs,
    ),
    levels,
  };
}

function joinIndices(coarse: readonly CoarsePart[], offsets: readonly number[], level: number): Uint32Array {
  const parts = coarse.flatMap((part, i) => (part.level === level ? [{ part, offset: offsets[i] ?? 0 }] : []));
  const out = new Uint32Array(parts.reduce((sum, { part }) => sum + part.submesh.indices.length, 0));
  let to = 0;
  for (const { part, offset } of parts)
    for (let i = 0; i < part.submesh.indices.length; i++) out[to++] = (part.submesh.indices[i] ?? 0) + offset;
  return out;
}

function joinRows(first: VertexRows, coarse: readonly CoarsePart[]): VertexRows {
  if (coarse.length === 0) return first;
  const parts = [first, ...coarse.map(({ submesh }) => submesh.rows)];
  const bits = sharedWords(parts.reduce((sum, rows) => sum + rows.bits.length, 0));
  let to = 0;
  for (const rows of parts) {
    bits.set(rows.bits, to);
    to += rows.bits.length;
  }
  return rowsOf(first.layout, bits);
}

/** For each morph target of the submesh, that of the part: by name if both have names, else by number. */
function targetMap(submesh: AssembledSubmesh, part: AssembledSubmesh): (target: number) => number {
  const hasNames = submesh.targetNames.length > 0 && part.targetNames.length > 0;
  return (target) => (hasNames ? part.targetNames.indexOf(submesh.targetNames[target] ?? '') : target);
}

function joinMorphs(
  morphs: SubmeshMorphs,
  more: SubmeshMorphs,
  targetOf: (target: number) => number,
  offset: number,
): SubmeshMorphs {
  if (morphs.targets.length === 0 || more.targets.length === 0) return morphs;
  return {
    extent: Math.max(morphs.extent, more.extent),
    targets: morphs.targets.map((target, i) => {
      const other = more.targets[targetOf(i)];
      return other === undefined ? target : joinDeltas(target, other, offset);
    }),
  };
}

/** Vertices stay in ascending order: those of the other target come later. */
function joinDeltas(first: MorphDeltas, second: MorphDeltas, offset: number): MorphDeltas {
  const [a, b] = [first.vertices.length * 3, second.vertices.length * 3];
  const join = (x: Float32Array | undefined, y: Float32Array | undefined): Float32Array | undefined => {
    if (x === undefined && y === undefined) return undefined;
    const out = new Float32Array(a + b);
    if (x !== undefined) out.set(x);
    if (y !== undefined) out.set(y, a);
    return out;
  };
  const vertices = new Uint32Array((a + b) / 3);
  vertices.set(first.vertices);
  vertices.set(
    second.vertices.map((vertex) => vertex + offset),
    a / 3,
  );
  return {
    ...first,
    vertices,
    positions: join(first.positions, second.positions) ?? new Float32Array(0),
    normals: join(first.normals, second.normals),
    tangents: join(first.tangents, second.tangents),
  };
}
