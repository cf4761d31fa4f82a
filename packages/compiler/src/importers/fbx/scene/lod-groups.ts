// LOD groups: the models below one are its levels of detail, the finest first. Distances at which they change are not read: outputs
// store how far a level is from the finest one instead.

import type { LodGroupModel } from '../../../model/scene/scene.js';
import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import type { SceneNodes } from './build-nodes.js';

export function readLodGroups(document: FbxDocument, { ofModel }: Pick<SceneNodes, 'ofModel'>): LodGroupModel[] {
  const seen = new Set<FbxObject>();
  // Parents come before their children, so a group comes before those inside it.
  return [...ofModel.keys()].flatMap((group) => {
    if (seen.has(group) || !isLodGroup(document, group)) return [];
    seen.add(group);
    const inner: FbxObject[] = [];
    const levels = childModels(document, group).map((model) => modelsBelow(document, model, seen, inner));
    const nodesOf = (models: readonly FbxObject[]) => models.flatMap((model) => ofModel.get(model) ?? []);
    return [{ levels: levels.map(nodesOf), inner: nodesOf(inner), origin: group.place }];
  });
}

const isLodGroup = (document: FbxDocument, model: FbxObject): boolean =>
  /^lodgroup$/i.test(model.subtype) ||
  document.childrenOf(model, 'NodeAttribute', '').some(({ object }) => /^lodgroup$/i.test(object.subtype));

const childModels = (document: FbxDocument, model: FbxObject): readonly FbxObject[] =>
  document.childrenOf(model, 'Model', '').map(({ object }) => object);

/** With the model itself. What coarser levels of groups below it have goes to `inner`. `seen`: broken files may have circles. */
function modelsBelow(
  document: FbxDocument,
  top: FbxObject,
  seen: Set<FbxObject>,
  inner: FbxObject[],
): readonly FbxObject[] {
  const found: FbxObject[] = [];
  const open = [{ model: top, to: found }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { model, to } = next;
    if (seen.has(model)) continue;
    seen.add(model);
    to.push(model);
    const isGroup = isLodGroup(document, model);
    const below = childModels(document, model).map((child, i) => ({ model: child, to: isGroup && i > 0 ? inner : to }));
    open.push(...below.toReversed());
  }
  return found;
}
