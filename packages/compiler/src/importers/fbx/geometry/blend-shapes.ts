// Blend shapes. A channel with several shapes (in-betweens) has a target for each: its percentage is shared between two of them.

import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import { childOf, numbersOf } from '../file/fbx-node.js';

interface BlendShape {
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
    .filter(({ fullWeight }) => fullWeight !== 0 && Number.isFinite(fullWeight))
    .toSorted((a, b) => a.fullWeight - b.fullWeight)
    .filter(({ fullWeight }, i, all) => fullWeight !== all[i - 1]?.fullWeight);
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

/** Between the two shapes, or the shape and the base at 0, whose weights enclose the percentage; outside, along the nearest line. */
function shapeWeights(shapes: readonly BlendShape[], percent: number): number[] {
  const weights = shapes.map(() => 0);
  const stops = [
    { weight: 0, shape: -1 },
    ...shapes.map(({ fullWeight }, shape) => ({ weight: fullWeight, shape })),
  ].toSorted((a, b) => a.weight - b.weight);
  let above = 1;
  while (above + 1 < stops.length && (stops[above]?.weight ?? 0) < percent) above++;
  const [from, to] = [stops[above - 1], stops[above]];
  if (from === undefined || to === undefined) return weights;
  const share = (percent - from.weight) / (to.weight - from.weight);
  if (from.shape >= 0) weights[from.shape] = 1 - share;
  if (to.shape >= 0) weights[to.shape] = share;
  return weights;
}

/** In-betweens are named after their weight. */
export const targetNames = (channels: readonly BlendChannel[]): string[] =>
  channels.flatMap(({ object, shapes }) =>
    shapes.map(({ fullWeight }, i) => (i + 1 === shapes.length ? object.name : `${object.name} ${fullWeight}%`)),
  );
