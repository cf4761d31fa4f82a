// The animated transform of one model in one stack.

import type { FbxObject } from '../document/fbx-document.js';
import { type LclTransform, readChain, readLcl } from '../scene/transform-chain.js';
import { AnimatedProperty } from './blend-layers.js';
import type { Curve } from './curve.js';
import type { Side } from './evaluate-curve.js';
import type { Stack } from './stack.js';

export type LclPart = keyof LclTransform;
export const LCL_PARTS: readonly LclPart[] = ['translation', 'rotation', 'scaling'];

const NAMES: { readonly [part in LclPart]: string } = {
  translation: 'Lcl Translation',
  rotation: 'Lcl Rotation',
  scaling: 'Lcl Scaling',
};

export class LclMotion {
  readonly #rest: LclTransform;
  readonly #order: number;
  readonly #parts: { readonly [part in LclPart]: AnimatedProperty };
  /** Whether the pivots make its translation depend on its rotation and scaling. */
  readonly hasPivots: boolean;

  constructor(stack: Stack, model: FbxObject) {
    const rest = readLcl(model.properties);
    const chain = readChain(model.properties);
    this.#rest = rest;
    this.#order = chain.rotationOrder;
    const { rotationPivot, scalingPivot, scalingOffset } = chain;
    this.hasPivots = [rotationPivot, scalingPivot, scalingOffset].some((vector) => vector.some((n) => n !== 0));
    const part = (name: LclPart): AnimatedProperty => new AnimatedProperty(stack, model, NAMES[name], [...rest[name]]);
    this.#parts = { translation: part('translation'), rotation: part('rotation'), scaling: part('scaling') };
  }

  isAnimated(part: LclPart): boolean {
    return this.#parts[part].isAnimated;
  }

  curvesOf(part: LclPart): readonly Curve[] {
    return this.#parts[part].curves;
  }

  /** Parts that are not asked for are at rest. */
  at(time: number, side: Side, wants: (part: LclPart) => boolean): LclTransform {
    const { translation, rotation, scaling } = this.#parts;
    const [x = 0, y = 0, z = 0] =
      wants('translation') && translation.isAnimated ? translation.numbers(time, side) : this.#rest.translation;
    return {
      translation: [x, y, z],
      rotation:
        wants('rotation') && rotation.isAnimated ? rotation.rotation(this.#order, time, side) : this.#rest.rotation,
      scaling: wants('scaling') && scaling.isAnimated ? scaling.scale(time, side) : this.#rest.scaling,
    };
  }
}
