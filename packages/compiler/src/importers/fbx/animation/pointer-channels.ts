// The channels of everything but poses and weights: cameras, lights, materials and visibility.

import type { PointerChannel } from '../../../model/scene/animation.js';
import type { FbxObject } from '../document/fbx-document.js';
import { numberIn } from '../file/fbx-node.js';
import { bakeKeys, type Motion } from './bake-keys.js';
import { bakeOptions } from './bake-options.js';
import { AnimatedProperty } from './blend-layers.js';
import type { Side } from './evaluate-curve.js';
import { overlay } from './overlay.js';
import type { Stack } from './stack.js';

/** A property of the output, and how it follows from an object. */
export interface AnimatedValue {
  readonly pointer: string;
  readonly object: FbxObject;
  /** Another object that animation may name instead: the model of a camera, in old files. */
  readonly model?: FbxObject;
  /** On or off: nothing is between. */
  readonly isFlag?: boolean;
  /** Undefined if it has none. */
  readonly read: (object: FbxObject) => readonly number[] | undefined;
}

/** Values that never differ from rest need no channel. */
const SAME = 1e-6;

export function pointerChannels(stack: Stack, values: readonly AnimatedValue[]): readonly PointerChannel[] {
  return values.flatMap((value) => pointerChannel(stack, value) ?? []);
}

function pointerChannel(stack: Stack, value: AnimatedValue): PointerChannel | undefined {
  const { object, pointer, read, isFlag = false } = value;
  const properties = animatedProperties(stack, value);
  const curves = [...properties.values()].flatMap((property) => property.curves);
  const rest = read(object);
  const [first] = properties.values();
  if (curves.length === 0 || rest === undefined || first === undefined) return undefined;
  const motion: Motion = {
    width: rest.length,
    isRotation: false,
    at: (time, side) => read(overlay(object, numbersAt(properties, time, side))) ?? rest,
  };
  const options = bakeOptions(curves, stack);
  const { isLimited: _, ...keys } = bakeKeys(motion, isFlag ? { ...options, holds: true } : options);
  if (keys.values.every((n, i) => Math.abs(n - (rest[i % rest.length] ?? 0)) <= SAME)) return undefined;
  return { pointer, components: rest.length, ...keys, origin: first.layers[0]?.value.place ?? stack.place };
}

const numbersAt = (properties: ReadonlyMap<string, AnimatedProperty>, time: number, side: Side) =>
  new Map([...properties].map(([name, property]) => [name, property.numbers(time, side)] as const));

/** Everything that the stack animates of the object. */
function animatedProperties(stack: Stack, { object, model }: AnimatedValue): ReadonlyMap<string, AnimatedProperty> {
  const found = new Map<string, AnimatedProperty>();
  for (const source of model === undefined ? [object] : [object, model])
    for (const { values } of stack.layers)
      for (const name of values.get(source)?.keys() ?? []) {
        if (name.startsWith('Lcl ') || found.has(name)) continue;
        const rest = (object.properties.get(name)?.values ?? [0]).map((each) => numberIn(each) ?? 0);
        found.set(name, new AnimatedProperty(stack, source, name, rest));
      }
  return found;
}
