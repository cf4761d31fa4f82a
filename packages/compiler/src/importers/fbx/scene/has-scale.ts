// Whether a model is ever scaled, at rest or by animation.

import { readTakeCurve } from '../animation/read-take-curve.js';
import type { FbxDocument, FbxId, FbxObject } from '../document/fbx-document.js';
import { idOfName } from '../document/object-name.js';
import { childOf, childrenOf, type FbxNode, numbersOf } from '../file/fbx-node.js';

const TOLERANCE = 1e-6;

export function hasScale(document: FbxDocument, model: FbxObject): boolean {
  const rest = model.properties.vector('Lcl Scaling') ?? [1, 1, 1];
  if (rest.some(differs)) return true;
  for (const { object } of document.childrenOf(model, 'AnimationCurveNode', 'Lcl Scaling')) {
    for (const axis of ['d|X', 'd|Y', 'd|Z']) if (differs(object.properties.number(axis) ?? 1)) return true;
    for (const curve of document.childrenOf(object, 'AnimationCurve'))
      if (numbersOf(childOf(curve.object.node, 'KeyValueFloat')).some(differs)) return true;
  }
  return (
    takesOf(document)
      .get(model.id)
      ?.some((channel) => readTakeCurve(channel)?.values.some(differs) === true) === true
  );
}

const differs = (value: number): boolean => Math.abs(value - 1) > TOLERANCE;

/** In versions before 7: the channels of scales in all takes, by the model that they animate. */
const scaleChannels = new WeakMap<FbxDocument, ReadonlyMap<FbxId, readonly FbxNode[]>>();

function takesOf(document: FbxDocument): ReadonlyMap<FbxId, readonly FbxNode[]> {
  const known = scaleChannels.get(document);
  if (known !== undefined) return known;
  const channels = new Map<FbxId, FbxNode[]>();
  const named = (node: FbxNode | undefined, name: string) =>
    childrenOf(node, 'Channel').find(({ values }) => values[0] === name);
  for (const take of childrenOf(childOf({ children: document.file.nodes }, 'Takes'), 'Take'))
    for (const model of childrenOf(take, 'Model')) {
      const id = idOfName(`${model.values[0]}`);
      const axes = childrenOf(named(named(model, 'Transform'), 'S'), 'Channel');
      channels.set(id, [...(channels.get(id) ?? []), ...axes]);
    }
  scaleChannels.set(document, channels);
  return channels;
}
