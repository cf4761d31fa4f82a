// Lines or points as they are read: runs of corners, as faces are.

import { GrowableInts } from './growable.js';
import type { ObjStrokes } from './obj-text.js';

export class StrokeList {
  readonly corners = new GrowableInts();
  readonly #starts = new GrowableInts();
  readonly #materials = new GrowableInts();
  readonly #lines = new GrowableInts();

  /** Of the corners from `first`, a place in `corners`, to the last. */
  push(first: number, material: number, line: number): void {
    this.#starts.push(first / 3);
    this.#materials.push(material);
    this.#lines.push(line);
  }

  /** When nothing follows. */
  finish(): ObjStrokes {
    this.#starts.push(this.corners.length / 3);
    return {
      corners: this.corners.view(),
      faceStarts: this.#starts.view(),
      faceMaterials: this.#materials.view(),
      faceLines: this.#lines.view(),
    };
  }
}
