// The value of a property at a time: what the object has, changed by one layer after the other.

import { power } from '../../../model/math/power.js';
import type { FbxObject } from '../document/fbx-document.js';
import { NO_ROTATION, type Quaternion, rotate, rotationOfEuler, type Vector } from '../scene/rotation.js';
import type { Curve } from './curve.js';
import { evaluateCurve, type Side } from './evaluate-curve.js';
import type { Layer, LayerValue, Stack } from './stack.js';
import { eulerOfRotation, partOfArc } from './turns.js';

interface LayeredValue {
  readonly layer: Layer;
  readonly value: LayerValue;
  /** The first layer of a stack replaces what the object has. */
  readonly isBase: boolean;
}

/** An animated property of one object in one stack. */
export class AnimatedProperty {
  readonly #rest: readonly number[];
  readonly layers: readonly LayeredValue[];

  constructor(stack: Pick<Stack, 'layers'>, object: FbxObject, name: string, rest: readonly number[]) {
    this.#rest = rest;
    this.layers = stack.layers.flatMap((layer, index) => {
      const value = layer.values.get(object)?.get(name);
      return value === undefined ? [] : [{ layer, value, isBase: index === 0 }];
    });
  }

  /** Whether a layer mentions it; `curves` may still be empty. */
  get isAnimated(): boolean {
    return this.layers.length > 0;
  }

  /** Everything that changes it in time. */
  get curves(): readonly Curve[] {
    return this.layers.flatMap(({ layer, value }) => [
      ...value.curves.filter((curve) => curve !== undefined),
      ...(typeof layer.weight === 'number' ? [] : [layer.weight]),
    ]);
  }

  numbers(time: number, side: Side): readonly number[] {
    let result = this.#rest;
    for (const { layer, value, isBase } of this.layers) {
      const own = numbersAt(value, this.#rest, time, side);
      const weight = weightAt(layer, time, side);
      if (isBase || layer.mode === 'override') result = own;
      else if (layer.mode === 'additive') result = result.map((n, i) => n + (own[i] ?? 0) * weight);
      else result = result.map((n, i) => n + ((own[i] ?? 0) - n) * weight);
    }
    return result;
  }

  /** For `Lcl Scaling`. */
  scale(time: number, side: Side): Vector {
    let result = vectorOf(this.#rest);
    for (const { layer, value, isBase } of this.layers) {
      const own = vectorOf(numbersAt(value, this.#rest, time, side));
      const weight = weightAt(layer, time, side);
      const combine = layer.multipliesScales ? multiplied(layer.mode, weight) : added(layer.mode, weight);
      result = isBase || layer.mode === 'override' ? own : mapPair(result, own, combine);
    }
    return result;
  }

  /** For `Lcl Rotation`: angles as long as no layer combines rotations. */
  rotation(order: number, time: number, side: Side): Vector | Quaternion {
    let result: Vector | Quaternion = vectorOf(this.#rest);
    for (const { layer, value, isBase } of this.layers) {
      const own = vectorOf(numbersAt(value, this.#rest, time, side));
      const weight = weightAt(layer, time, side);
      if (isBase || layer.mode === 'override') result = own;
      else if (layer.combinesRotations) {
        const below: Quaternion = result.length === 4 ? result : rotationOfEuler(result, order);
        const turned = rotationOfEuler(own, order);
        result =
          layer.mode === 'additive'
            ? rotate(below, partOfArc(NO_ROTATION, turned, weight))
            : partOfArc(below, turned, weight);
      } else {
        const below: Vector = result.length === 4 ? eulerOfRotation(result, order) : result;
        result = mapPair(below, own, added(layer.mode, weight));
      }
    }
    return result;
  }
}

function numbersAt({ curves, constants }: LayerValue, rest: readonly number[], time: number, side: Side) {
  return rest.map((value, i) => {
    const curve = curves[i];
    return curve === undefined ? (constants[i] ?? value) : evaluateCurve(curve, time, side);
  });
}

const weightAt = ({ weight }: Layer, time: number, side: Side): number =>
  typeof weight === 'number' ? weight : Math.min(1, Math.max(0, evaluateCurve(weight, time, side)));

type Combine = (below: number, own: number) => number;

const added = (mode: Layer['mode'], weight: number): Combine =>
  mode === 'additive' ? (below, own) => below + own * weight : (below, own) => below + (own - below) * weight;

const multiplied = (mode: Layer['mode'], weight: number): Combine =>
  mode === 'additive'
    ? (below, own) => below * signedPower(own, weight)
    : (below, own) => signedPower(below, 1 - weight) * signedPower(own, weight);

/** A negative scale mirrors in full as soon as it counts. */
function signedPower(base: number, exponent: number): number {
  if (exponent <= 0) return 1;
  return base < 0 ? -power(-base, exponent) : power(base, exponent);
}

const mapPair = (below: Vector, own: Vector, combine: Combine): Vector => [
  combine(below[0], own[0]),
  combine(below[1], own[1]),
  combine(below[2], own[2]),
];

const vectorOf = ([x = 0, y = 0, z = 0]: readonly number[]): Vector => [x, y, z];
