// Collects the curves of one layer.

import type { FbxObject } from '../document/fbx-document.js';
import type { LayerValue } from './stack.js';

export class LayerValues {
  readonly values = new Map<FbxObject, Map<string, LayerValue>>();

  /** If a layer has two values for one property, the first counts. */
  add(object: FbxObject, property: string, value: LayerValue): void {
    const known = this.values.get(object);
    const properties = known ?? new Map<string, LayerValue>();
    if (known === undefined) this.values.set(object, properties);
    if (!properties.has(property)) properties.set(property, value);
  }

  get isEmpty(): boolean {
    return this.values.size === 0;
  }
}

/** The numbers of a vector, by the letter of their channel. Other channels have one number. */
export const componentOf = (channel: string): number => Math.max(0, ['X', 'Y', 'Z'].indexOf(channel));

/** The range of all keys, in seconds; undefined if there is none. */
export function keyRange(values: Iterable<ReadonlyMap<string, LayerValue>>): readonly [number, number] | undefined {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const properties of values)
    for (const { curves } of properties.values())
      for (const curve of curves) {
        if (curve === undefined) continue;
        first = Math.min(first, curve.times[0] ?? first);
        last = Math.max(last, curve.times[curve.times.length - 1] ?? last);
      }
  return first <= last ? [first, last] : undefined;
}
