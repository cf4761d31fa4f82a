// Chooses which levels of detail of a source are compiled: all with `mesh.lods: source`, otherwise the finest.

import { DEFAULT_SHARES, type MeshSettings } from '../../compilers/mesh/settings.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { LodGroupModel, SceneModel } from '../../model/scene/scene.js';
import type { MeshNeeds } from '../../runtimes/contract/mesh-format.js';
import { namedLevels } from './named-levels.js';

export const wantsLevels = ({ lods }: Pick<MeshSettings, 'lods'>, needs: Pick<MeshNeeds, 'lods'>): boolean =>
  lods === 'source' && needs.lods;

/** Every group of the result has two levels or more, and each has triangles. Nodes that are not shown have no mesh. */
export function chooseLevels(scene: SceneModel, isWanted: boolean): SceneModel {
  const { lodGroups: found = [], ...rest } = scene;
  const groups = [...found, ...(isWanted ? namedLevels(scene) : [])];
  if (groups.length === 0) return scene;
  const filled = groups.map((group) => ({ ...group, levels: filledLevels(scene, group) }));
  const hidden = new Set(
    filled.flatMap(({ levels, inner }) => [...inner, ...(isWanted ? [] : levels.slice(1).flat())]),
  );
  const nodes = scene.nodes.map((node, index) =>
    hidden.has(index) && node.mesh !== undefined
      ? { ...node, mesh: undefined, skin: undefined, instances: undefined }
      : node,
  );
  const kept = isWanted ? filled.filter(({ levels }) => levels.length > 1) : [];
  return { ...rest, nodes, ...(kept.length === 0 ? {} : { lodGroups: kept }) };
}

/** Nodes with triangles, without levels that have none. */
function filledLevels({ nodes, meshes }: SceneModel, { levels }: LodGroupModel): readonly (readonly number[])[] {
  const isFilled = (index: number): boolean => (meshes[nodes[index]?.mesh ?? -1]?.primitives.length ?? 0) > 0;
  return levels.map((level) => level.filter(isFilled)).filter((level) => level.length > 0);
}

/** `source`: as imported; `chosen`: as compiled. `path`: of the source. */
export function levelsDiagnostic(
  source: SceneModel,
  chosen: SceneModel,
  { lods }: Pick<MeshSettings, 'lods'>,
  path: string,
): Omit<Diagnostic, 'severity'> | undefined {
  const hasTriangles = chosen.meshes.some(({ primitives }) => primitives.length > 0);
  if (lods === 'source')
    return chosen.lodGroups !== undefined || !hasTriangles
      ? undefined
      : { code: 'mesh/no-lods', file: path, message: 'mesh.lods is source, but the model has no levels of detail' };
  // Somebody who has set shares has decided.
  if (lods.join() !== DEFAULT_SHARES.join()) return undefined;
  const group = (source.lodGroups ?? []).find((each) => filledLevels(source, each).length > 1);
  return group === undefined
    ? undefined
    : {
        code: 'mesh/unused-lods',
        file: path,
        where: group.origin,
        message: 'the model has levels of detail, of which only the finest is compiled',
      };
}
