// Whether a model is ever scaled, at rest or by animation.

import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import { childOf, numbersOf } from '../file/fbx-node.js';

const TOLERANCE = 1e-6;

export function hasScale(document: FbxDocument, model: FbxObject): boolean {
  const rest = model.properties.vector('Lcl Scaling') ?? [1, 1, 1];
  if (rest.some(differs)) return true;
  for (const { object } of document.childrenOf(model, 'AnimationCurveNode', 'Lcl Scaling')) {
    for (const axis of ['d|X', 'd|Y', 'd|Z']) if (differs(object.properties.number(axis) ?? 1)) return true;
    for (const curve of document.childrenOf(object, 'AnimationCurve'))
      if (numbersOf(childOf(curve.object.node, 'KeyValueFloat')).some(differs)) return true;
  }
  return false;
}

const differs = (value: number): boolean => Math.abs(value - 1) > TOLERANCE;
