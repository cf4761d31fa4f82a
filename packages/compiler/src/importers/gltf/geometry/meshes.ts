// Reads one mesh: its primitives and morph targets.

import { plural } from '../../../diagnostics/plural.js';
import type { LinesModel, MeshModel, PrimitiveModel } from '../../../model/scene/scene.js';
import type { Accessors } from '../file/accessor.js';
import type { GltfFile } from '../file/gltf-file.js';
import { type JsonNode, toWellFormed } from '../file/json-node.js';
import { type PrimitiveOptions, readPrimitive } from './primitive.js';

export async function readMesh(
  file: GltfFile,
  accessors: Accessors,
  mesh: JsonNode,
  options: PrimitiveOptions,
): Promise<MeshModel> {
  const primitives: PrimitiveModel[] = [];
  const lines: LinesModel[] = [];
  const targetCount = options.morphs ? countTargets(file, mesh) : 0;
  for (const node of mesh.require('primitives').items()) {
    const primitive = await readPrimitive(file, accessors, node, options);
    if (primitive === undefined) continue;
    if ('mode' in primitive) lines.push(primitive);
    else
      primitives.push(targetCount === 0 && primitive.targets !== undefined ? { ...primitive, targets: [] } : primitive);
  }
  return {
    name: mesh.name(),
    primitives,
    ...(lines.length === 0 ? {} : { lines }),
    ...(targetCount === 0
      ? {}
      : { targetNames: targetNames(mesh, targetCount), weights: readWeights(file, mesh, targetCount) ?? [] }),
  };
}

/** The number of morph targets of a mesh, by its first primitive. */
export function targetCountOf(mesh: JsonNode): number {
  return mesh.get('primitives')?.items()[0]?.get('targets')?.length ?? 0;
}

/** The number of morph targets. All primitives must have the same number, so that a weight means the same for all; otherwise 0. */
function countTargets(file: GltfFile, mesh: JsonNode): number {
  const [first, ...others] = mesh.require('primitives').items();
  const count = first?.get('targets')?.length ?? 0;
  const other = others.find((primitive) => (primitive.get('targets')?.length ?? 0) !== count);
  if (other === undefined) return count;
  file.warnOnce(
    'gltf/bad-morph-targets',
    other.get('targets') ?? other,
    `a primitive has ${plural(other.get('targets')?.length ?? 0, 'morph target')}, but the first primitive of the mesh has ${count}; they are left out`,
  );
  return 0;
}

/** Exporters store the names in extras, which may contain anything. */
function targetNames(mesh: JsonNode, count: number): readonly string[] {
  const extras = mesh.get('extras')?.value;
  const names: unknown =
    typeof extras === 'object' && extras !== null && 'targetNames' in extras ? extras.targetNames : undefined;
  const list: readonly unknown[] = Array.isArray(names) ? names : [];
  return Array.from({ length: count }, (_, i) => {
    const name = list[i];
    return typeof name === 'string' ? toWellFormed(name) : '';
  });
}

/** Default weights of a mesh or a node; invalid or missing ones are 0. */
export function readWeights(file: GltfFile, owner: JsonNode, targetCount: number): readonly number[] | undefined {
  const weights = owner.get('weights');
  if (weights === undefined) return undefined;
  const values = weights.items().map(({ value }) => (typeof value === 'number' ? Math.fround(value) : Number.NaN));
  if (values.length !== targetCount || !values.every(Number.isFinite))
    file.warnOnce(
      'gltf/bad-morph-targets',
      weights,
      values.length === targetCount
        ? 'a weight is not a finite 32-bit number; 0 is used'
        : `${plural(values.length, 'weight')} for ${plural(targetCount, 'morph target')}; missing weights are 0`,
      'weights',
    );
  return Array.from({ length: targetCount }, (_, i) => {
    const value = values[i] ?? 0;
    return Number.isFinite(value) ? value : 0;
  });
}
