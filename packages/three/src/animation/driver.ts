// An object that a clip animates on behalf of a property that three's tracks cannot name: a material color with alpha, a light cone, a
// field of view.

import { Object3D } from 'three';
import type { Dial } from './material-properties.js';

export class Driver extends Object3D {
  /** Tracks bind to `<name>.value`: three reads and writes any object with these two methods. */
  readonly value: {
    toArray(array: number[], offset?: number): number[];
    fromArray(array: ArrayLike<number>, offset?: number): void;
  };

  constructor(dials: readonly Dial[], components: number) {
    super();
    this.visible = false;
    this.value = {
      toArray(array, offset = 0) {
        for (const [i, value] of (dials[0]?.get() ?? []).entries()) array[offset + i] = value;
        return array;
      },
      fromArray(array, offset = 0) {
        const values = Array.from({ length: components }, (_, i) => array[offset + i] ?? 0);
        for (const dial of dials) dial.set(values);
      },
    };
  }
}
