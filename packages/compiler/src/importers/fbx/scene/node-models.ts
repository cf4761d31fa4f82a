// Nodes of the output with their rest poses and what they show.

import { compose } from '../../../model/math/matrix.js';
import type { NodeModel } from '../../../model/scene/scene.js';
import type { FbxObject } from '../document/fbx-document.js';
import { damaged } from '../file/fbx-errors.js';
import type { PlacedMesh } from '../geometry/mesh-builder.js';
import type { Attributes } from './attributes.js';
import type { SceneNodes } from './build-nodes.js';
import type { PosedNode } from './posed-node.js';
import type { SkinBuilder } from './skins.js';
import { type Pose, readLcl } from './transform-chain.js';

/** Products of a few of them are still finite as 32-bit floats. */
const MAX_NUMBER = 1e12;

interface NodeContents {
  /** For messages. */
  readonly file: string;
  readonly built: SceneNodes;
  readonly attributes: Attributes;
  /** By node. */
  readonly placed: ReadonlyMap<number, PlacedMesh>;
  readonly skins: SkinBuilder;
}

export function nodeModels(
  posed: readonly PosedNode[],
  { file, built, attributes, placed, skins }: NodeContents,
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
    const { translation, rotation, scale } = finitePose(node, node.pose(lclOf), file);
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

function finitePose(node: PosedNode, pose: Pose, file: string): Pose {
  const numbers = [...pose.translation, ...pose.rotation, ...pose.scale];
  if (numbers.every((value) => Math.abs(value) < MAX_NUMBER)) return pose;
  const message = `the transform of ${JSON.stringify(node.name)} is not finite`;
  throw damaged(file, node.object?.place ?? { offset: 0 }, message);
}

export function isHidden({ properties }: FbxObject): boolean {
  return properties.number('Visibility') === 0 || properties.number('Show') === 0;
}
