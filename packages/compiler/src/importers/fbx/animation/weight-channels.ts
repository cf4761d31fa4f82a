// The channels of morph weights in one stack, from the percentages of blend shape channels.

import type { NodeChannel } from '../../../model/scene/animation.js';
import { type BlendChannel, restPercent, targetWeights } from '../geometry/blend-shapes.js';
import { bakeKeys, type Motion } from './bake-keys.js';
import { bakeOptions } from './bake-options.js';
import { AnimatedProperty } from './blend-layers.js';
import type { Stack } from './stack.js';

/** A node whose mesh has morph targets. */
export interface AnimatedMorph {
  /** Into the scene's nodes. */
  readonly node: number;
  readonly channels: readonly BlendChannel[];
}

const NAME = 'DeformPercent';

export function weightChannels(stack: Stack, morphs: readonly AnimatedMorph[]): readonly NodeChannel[] {
  return morphs.flatMap(({ node, channels }) => {
    const percents = new Map(
      channels.map(({ object: channel }) => {
        const rest = restPercent(channel);
        return [channel, { rest, property: new AnimatedProperty(stack, channel, NAME, [rest]) }] as const;
      }),
    );
    const animated = [...percents.values()].filter(({ property }) => property.isAnimated);
    const origin = animated[0]?.property.layers[0]?.value.place;
    if (origin === undefined) return [];
    const motion: Motion = {
      width: targetWeights(channels).length,
      isRotation: false,
      at: (time, side) =>
        targetWeights(channels, (channel) => {
          const percent = percents.get(channel);
          return percent?.property.numbers(time, side)[0] ?? percent?.rest ?? 0;
        }),
    };
    const curves = animated.flatMap(({ property }) => property.curves);
    const { isLimited: _, ...keys } = bakeKeys(motion, bakeOptions(curves, stack));
    return [{ node, path: 'weights' as const, ...keys, origin }];
  });
}
