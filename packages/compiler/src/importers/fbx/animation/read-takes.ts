// Reads the animation of versions 5 and 6: takes, in which each object has nested channels.

import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import { idOfName } from '../document/object-name.js';
import { idOfShapeChannel } from '../document/split-shapes.js';
import { childOf, childrenOf, type FbxNode, numberOf, numbersOf } from '../file/fbx-node.js';
import { componentOf, LayerValues } from './layer-values.js';
import { TICKS_PER_SECOND } from './read-curve.js';
import { chooseRange } from './read-stacks.js';
import { readTakeCurve } from './read-take-curve.js';
import type { Layer, LayerValue, Stack } from './stack.js';

const TRANSFORM: ReadonlyMap<string, string> = new Map([
  ['T', 'Lcl Translation'],
  ['R', 'Lcl Rotation'],
  ['S', 'Lcl Scaling'],
]);

/** How deep channels are nested at most: Transform, T, X. */
const MAX_DEPTH = 4;

export function readTakes(document: FbxDocument): readonly Stack[] {
  const takes = childOf({ children: document.file.nodes }, 'Takes');
  return childrenOf(takes, 'Take').map((take) => readTake(document, take));
}

function readTake(document: FbxDocument, take: FbxNode): Stack {
  const [name] = take.values;
  const values = new LayerValues();
  for (const node of take.children) {
    const [id] = node.values;
    const object = typeof id === 'string' ? document.byId.get(idOfName(id)) : undefined;
    if (object !== undefined) readChannels(document, node, object, values, 0);
  }
  const layers: readonly Layer[] = values.isEmpty
    ? []
    : [{ mode: 'override', weight: 1, combinesRotations: true, multipliesScales: true, values: values.values }];
  const range = (child: string): readonly [number, number] => {
    const [from = 0, to = 0] = numbersOf(childOf(take, child));
    return [from / TICKS_PER_SECOND, to / TICKS_PER_SECOND];
  };
  return {
    name: typeof name === 'string' ? name : '',
    ...chooseRange([range('LocalTime'), range('ReferenceTime')], layers),
    layers,
    place: take.place,
  };
}

/** A channel has keys, or channels X, Y, Z, or channels of several properties. */
function readChannels(
  document: FbxDocument,
  node: FbxNode,
  object: FbxObject,
  values: LayerValues,
  depth: number,
): void {
  if (depth > MAX_DEPTH) return;
  for (const channel of childrenOf(node, 'Channel')) {
    const [name] = channel.values;
    if (typeof name !== 'string') continue;
    const parts = childrenOf(channel, 'Channel');
    if (parts.length === 0 || parts.some((part) => isAxis(part.values[0]))) {
      const value = readValue(channel, parts);
      const shape = document.byId.get(idOfShapeChannel(object.id, name));
      if (value === undefined) continue;
      if (shape === undefined) values.add(object, TRANSFORM.get(name) ?? name, value);
      else values.add(shape, 'DeformPercent', value);
    } else readChannels(document, channel, object, values, depth + 1);
  }
}

const isAxis = (name: unknown): boolean => name === 'X' || name === 'Y' || name === 'Z';

function readValue(channel: FbxNode, parts: readonly FbxNode[]): LayerValue | undefined {
  const curves: LayerValue['curves'][number][] = [];
  const constants: (number | undefined)[] = [];
  for (const part of parts.length === 0 ? [channel] : parts) {
    const [name] = part.values;
    const component = componentOf(typeof name === 'string' ? name : '');
    curves[component] = readTakeCurve(part);
    constants[component] = numberOf(part, 'Default');
  }
  const hasCurve = curves.some((curve) => curve !== undefined);
  return hasCurve || constants.some((n) => n !== undefined) ? { curves, constants, place: channel.place } : undefined;
}
