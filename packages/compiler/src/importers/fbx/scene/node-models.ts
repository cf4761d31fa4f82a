// Nodes of the output with their rest poses and what they show.

import { compose } from '../../../model/math/matrix.js';
import type { NodeModel } from '../../../model/scene/scene.js';
import type { FbxObject } from '../document/fbx-document.js';
import type { PlacedMesh } from '../geometry/mesh-builder.js';
import type { Attributes } from './attributes.js';
import type { SceneNodes } from './build-nodes.js';
import type { PosedNode } from './posed-node.js';
import type { SkinBuilder } from './skins.js';
import { readLcl } from './transform-chain.js';

interface NodeContents {
  readonly built: SceneNodes;
  readonly attributes: Attributes;
  /** By node. */
  readonly placed: ReadonlyMap<number, PlacedMesh>;
  readonly skins: SkinBuilder;
}

export function nodeModels(
  posed: readonly PosedNode[],
  { built, attributes, placed, skins }: NodeContents,
): NodeModel[] {
  const children = posed.map((): number[] => []);
  for (const [index, { parent }] of posed.entries()) if (parent !== undefined) children[parent]?.push(index);
  const modelOfAttribute = new Map([...built.ofAttribute].map(([model, node]) => [node, model]));
  const lcls = new Map<FbxObject, ReturnType<typeof readLcl>>();
  const lclOf = (model: FbxObject) => {
    const lcl = lcls.get(model) ?? readLcl(model.properties);
    lcls.set(model, lcl);
    return lcl;
  };
  return posed.map((node, index) => {
    const { translation, rotation, scale } = node.pose(lclOf);
    const model = modelOfAttribute.get(index);
    const camera = model === undefined ? undefined : attributes.cameraOf(model);
    const light = model === undefined ? undefined : attributes.lightOf(model);
    const mesh = placed.get(index);
    return {
      name: node.name,
      parent: node.parent,
      children: children[index] ?? [],
      local: compose(translation, rotation, scale),
      mesh: mesh?.mesh,
      skin: skins.ofNode(index),
      instances: undefined,
      rest: { translation, rotation, scale },
      ...(camera === undefined ? {} : { camera }),
      ...(light === undefined ? {} : { light }),
      ...(node.object !== undefined && isHidden(node.object) ? { visible: false } : {}),
      origin: node.object?.place ?? {},
    };
  });
}

export function isHidden({ properties }: FbxObject): boolean {
  return properties.number('Visibility') === 0 || properties.number('Show') === 0;
}
