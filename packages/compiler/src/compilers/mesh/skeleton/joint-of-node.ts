// Makes a joint from a node: its rest pose with the folded transform, and its inverse bind matrix.

import { AssetError, type Place } from '../../../diagnostics/diagnostic.js';
import { foldPose } from '../../../encoding/texture/similarity.js';
import { decompose, hasShear, identity, invertAffine } from '../../../model/math/matrix.js';
import type { NodeModel, RestPose } from '../../../model/scene/scene.js';
import type { JointModel, Similarity } from '../../../model/scene/skeleton.js';
import type { WorldMatrices } from '../scene/world-matrices.js';

export interface JointSource {
  readonly file: string;
  readonly worlds: WorldMatrices;
  readonly warn: (code: 'gltf/sheared-joint', where: Place, message: string) => void;
}

type Nodes = readonly NodeModel[];

export function skinJoint(
  nodes: Nodes,
  { node, inverseBind }: { readonly node: number; readonly inverseBind: Float32Array },
  above: Similarity | undefined,
  parent: number,
  source: JointSource,
): JointModel {
  return { ...jointOf(nodes, node, above, parent, source), inverseBind, vertexSpace: 'bind' };
}

/** Its bind pose is its rest pose: its geometry is stored where it is visible, unless the transform is not invertible. */
export function addedJoint(
  nodes: Nodes,
  node: number,
  above: Similarity | undefined,
  parent: number,
  source: JointSource,
): JointModel {
  const inverse = invertAffine(source.worlds.of(node));
  const inverseBind = Float32Array.from(inverse ?? identity());
  const isInvertible = inverse !== undefined && inverseBind.every(Number.isFinite);
  return {
    ...jointOf(nodes, node, above, parent, source),
    inverseBind: isInvertible ? inverseBind : Float32Array.from(identity()),
    vertexSpace: isInvertible ? 'rest' : 'node',
  };
}

export const staticJoint = (): JointModel => ({
  node: undefined,
  name: '',
  inverseBind: Float32Array.from(identity()),
  rest: { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] },
  parent: -1,
  above: undefined,
  vertexSpace: 'rest',
});

function jointOf(
  nodes: Nodes,
  index: number,
  above: Similarity | undefined,
  parent: number,
  source: JointSource,
): Omit<JointModel, 'inverseBind' | 'vertexSpace'> {
  const node = nodes[index];
  if (node === undefined) throw new Error(`there is no node ${index}`);
  const ownPose = node.rest ?? decomposePose(node, source);
  const rest = above === undefined ? ownPose : foldPose(above, ownPose);
  const numbers = [...rest.translation, ...rest.rotation, ...rest.scale];
  if (!numbers.every((n) => Number.isFinite(Math.fround(n))))
    throw new AssetError({
      code: 'gltf/not-finite',
      file: source.file,
      where: node.origin,
      message: 'the pose of a joint is outside the range of 32-bit floats',
    });
  return { node: index, name: node.name, rest, parent, above };
}

function decomposePose({ local, origin }: NodeModel, source: JointSource): RestPose {
  const pose = decompose(local);
  if (hasShear(local, pose))
    source.warn('gltf/sheared-joint', origin, 'the matrix of a joint has shear, which is dropped');
  return pose;
}
