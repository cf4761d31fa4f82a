// Collects lines or points as they are read: runs of corners, like faces.

import { GrowableInts } from '../growable.js';
import type { CornerRuns } from '../obj-text.js';

export class CornerRunList {
  readonly corners = new GrowableInts();
  readonly #starts = new GrowableInts();
  readonly #materials = new GrowableInts();
  readonly #lines = new GrowableInts();

  /** Adds a run of the corners from `first`, an index into `corners`, to the last. */
  push(first: number, material: number, line: number): void {
    this.#starts.push(first / 3);
    this.#materials.push(material);
    this.#lines.push(line);
  }

  /** Returns all arrays; call once at the end. */
  finish(): CornerRuns {
    this.#starts.push(this.corners.length / 3);
    return {
      corners: this.corners.view(),
      faceStarts: this.#starts.view(),
      faceMaterials: this.#materials.view(),
      faceLines: this.#lines.view(),
    };
  }
}
