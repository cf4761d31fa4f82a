// Blend shapes. A channel with several shapes (in-betweens) has a target for each: its percentage is shared between two of them.

import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import { childOf, numbersOf } from '../file/fbx-node.js';

export interface BlendShape {
  readonly object: FbxObject;
  /** The percentage at which it is full. */
  readonly fullWeight: number;
}

export interface BlendChannel {
  /** The channel: its property `DeformPercent` is animated. */
  readonly object: FbxObject;
  /** Ascending by weight; target `first + i` is shape i. */
  readonly shapes: readonly BlendShape[];
  readonly first: number;
}

export function readChannels(document: FbxDocument, geometry: FbxObject): readonly BlendChannel[] {
  const channels: BlendChannel[] = [];
  let first = 0;
  for (const { object: deformer } of document.childrenOf(geometry, 'Deformer', '')) {
    if (deformer.subtype !== 'BlendShape') continue;
    for (const { object } of document.childrenOf(deformer, 'Deformer', '')) {
      const shapes = shapesOf(document, object);
      if (shapes.length === 0) continue;
      channels.push({ object, shapes, first });
      first += shapes.length;
    }
  }
  return channels;
}

function shapesOf(document: FbxDocument, channel: FbxObject): readonly BlendShape[] {
  const shapes = document.childrenOf(channel, 'Geometry', '').map(({ object }) => object);
  const weights = numbersOf(childOf(channel.node, 'FullWeights'));
  return shapes
    .map((object, i) => ({ object, fullWeight: weights[i] ?? (100 * (i + 1)) / shapes.length }))
    .filter(({ fullWeight }) => fullWeight > 0 && Number.isFinite(fullWeight))
    .toSorted((a, b) => a.fullWeight - b.fullWeight);
}

/** Of all targets. `percentOf`: a channel's percentage at some time. */
export function targetWeights(
  channels: readonly BlendChannel[],
  percentOf: (channel: FbxObject) => number = restPercent,
): number[] {
  return channels.flatMap(({ object, shapes }) => shapeWeights(shapes, percentOf(object)));
}

export const restPercent = (channel: FbxObject): number => {
  const [percent] = numbersOf(childOf(channel.node, 'DeformPercent'));
  return channel.properties.number('DeformPercent') ?? percent ?? 0;
};

/** Between the shapes whose weights enclose the percentage; past the last one, along the same line. */
function shapeWeights(shapes: readonly BlendShape[], percent: number): number[] {
  const weights = shapes.map(() => 0);
  let above = 0;
  while (above + 1 < shapes.length && (shapes[above]?.fullWeight ?? 0) < percent) above++;
  const from = shapes[above - 1]?.fullWeight ?? 0;
  const to = shapes[above]?.fullWeight ?? 100;
  const share = to > from ? (percent - from) / (to - from) : 1;
  weights[above] = share;
  if (above > 0) weights[above - 1] = 1 - share;
  return weights;
}

/** In-betweens are named after their weight. */
export const targetNames = (channels: readonly BlendChannel[]): string[] =>
  channels.flatMap(({ object, shapes }) =>
    shapes.map(({ fullWeight }, i) => (i + 1 === shapes.length ? object.name : `${object.name} ${fullWeight}%`)),
  );
