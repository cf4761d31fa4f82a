// An object that a clip moves in place of what three's clips cannot name: a color of a material with its alpha, a cone of light, an angle of view.

import { Object3D } from 'three';
import type { Dial } from './material-properties.js';

export class Driver extends Object3D {
  /** What tracks are bound to, as `<name>.value`: three reads and writes whatever has these two. */
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
