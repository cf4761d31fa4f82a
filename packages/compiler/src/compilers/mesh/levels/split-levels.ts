// Separates the coarser levels of detail of a source from the mesh. Each of their submeshes becomes a level of a submesh with the same
// material. If there is none, it becomes a submesh that is empty in the finest level.

import type { SubmeshMorphs } from '../morph-targets.js';
import type { AssembledMesh, AssembledSubmesh } from '../submeshes/assemble-submeshes.js';
import type { SubmeshRange } from '../submeshes/plan-submeshes.js';
import { rowsOf } from '../vertices/vertex-rows.js';

/** A mesh with the morph targets of each submesh. */
export interface MorphedMesh extends AssembledMesh {
  readonly morphs: readonly SubmeshMorphs[];
}

/** A submesh of a coarser level. */
export interface CoarsePart {
  readonly level: number;
  readonly submesh: AssembledSubmesh;
  readonly morphs: SubmeshMorphs;
}

export interface SplitMesh extends MorphedMesh {
  /** By submesh. */
  readonly coarse: readonly (readonly CoarsePart[])[];
}

export function splitLevels(mesh: MorphedMesh): SplitMesh {
  const { submeshes, morphs } = mesh;
  const owners = ownersOf(submeshes);
  const coarse = submeshes.map((): CoarsePart[] => []);
  for (const [i, submesh] of submeshes.entries())
    if (isCoarse(submesh))
      coarse[owners[i] ?? i]?.push({ level: submesh.lod?.level ?? 0, submesh, morphs: morphs[i] ?? NO_MORPHS });
  const isKept = (_: unknown, i: number): boolean => owners[i] === i;
  const finest = submeshes.map((submesh) => (isCoarse(submesh) ? withoutTriangles(submesh) : submesh));
  const finestMorphs = morphs.map((each, i) => (isCoarse(submeshes[i]) ? withoutDeltas(each) : each));
  const move = rangeMover(submeshes.map(isKept));
  return {
    ...mesh,
    submeshes: finest.filter(isKept),
    morphs: finestMorphs.filter(isKept),
    coarse: coarse.filter(isKept),
    nodes: mesh.nodes?.map((node) => ({ ...node, ...move(node) })),
    ranges: new Map([...mesh.ranges].map(([node, range]) => [node, { ...range, ...move(range) }])),
  };
}

const NO_MORPHS: SubmeshMorphs = { extent: 0, targets: [] };

const isCoarse = (submesh: AssembledSubmesh | undefined): boolean => (submesh?.lod?.level ?? 0) > 0;

/** By submesh: which one has it as a level; itself, if it stays. The n-th of a material in its level belongs to the n-th of the finest level. */
function ownersOf(submeshes: readonly AssembledSubmesh[]): readonly number[] {
  const finest = new Map<string, number[]>();
  const keyOf = ({ lod, material }: AssembledSubmesh): string => `${lod?.group} ${lod?.part} ${material}`;
  for (const [i, submesh] of submeshes.entries()) {
    if (submesh.lod === undefined || isCoarse(submesh)) continue;
    const list = finest.get(keyOf(submesh));
    if (list === undefined) finest.set(keyOf(submesh), [i]);
    else list.push(i);
  }
  const counts = new Map<string, number>();
  return submeshes.map((submesh, i) => {
    if (!isCoarse(submesh)) return i;
    const key = keyOf(submesh);
    const list = finest.get(key) ?? [i];
    finest.set(key, list);
    const counted = `${key} ${submesh.lod?.level}`;
    const position = counts.get(counted) ?? 0;
    counts.set(counted, position + 1);
    return list[Math.min(position, list.length - 1)] ?? i;
  });
}

const withoutTriangles = (submesh: AssembledSubmesh): AssembledSubmesh => ({
  ...submesh,
  rows: rowsOf(submesh.rows.layout, new Uint32Array(0)),
  indices: new Uint32Array(0),
});

const withoutDeltas = ({ targets }: SubmeshMorphs): SubmeshMorphs => ({
  extent: 0,
  targets: targets.map(({ defaultWeight }) => ({
    vertices: new Uint32Array(0),
    positions: new Float32Array(0),
    normals: undefined,
    tangents: undefined,
    defaultWeight,
  })),
});

/** Ranges over all submeshes → ranges over those that are kept. */
function rangeMover(isKept: readonly boolean[]) {
  const before = [0];
  for (const kept of isKept) before.push((before.at(-1) ?? 0) + (kept ? 1 : 0));
  return ({ firstSubmesh, submeshCount }: SubmeshRange): Pick<SubmeshRange, 'firstSubmesh' | 'submeshCount'> => {
    const [first = 0, end = 0] = [before[firstSubmesh], before[firstSubmesh + submeshCount]];
    return end === first ? { firstSubmesh: 0, submeshCount: 0 } : { firstSubmesh: first, submeshCount: end - first };
  };
}
