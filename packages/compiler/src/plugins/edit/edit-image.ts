// An image, as a hook edits it, and the resulting image.

import { type Image, sharedBytes } from '../../model/image/image.js';
import type { HookedImage } from '../../model/kind/hook.js';
import type { EditableImage } from '../../model/scene/editable-scene.js';
import { checked } from './check-edit.js';

/** No GPU supports larger textures. */
const MAX_SIZE = 32_768;

export class EditImage implements EditableImage {
  readonly file: string;
  readonly role: EditableImage['role'];
  width: number;
  height: number;
  pixels: Uint8Array | Uint16Array;
  readonly #given: Image;

  constructor({ image, file, role }: HookedImage) {
    this.#given = image;
    this.file = file;
    this.role = role;
    this.width = image.width;
    this.height = image.height;
    // Not copied: nothing else uses the texels of a decoded file.
    this.pixels = image.pixels;
  }

  get full(): number {
    return this.pixels instanceof Uint16Array ? 65_535 : 255;
  }

  replace({ width, height, pixels }: Parameters<EditableImage['replace']>[0]): void {
    for (const [name, side] of Object.entries({ width, height }))
      if (!Number.isInteger(side) || side < 1 || side > MAX_SIZE)
        throw checked.mistake(`replace: ${name} must be 1 to ${MAX_SIZE}, not ${String(side)}`);
    const isArray = pixels instanceof Uint8Array || pixels instanceof Uint16Array;
    if (!isArray || pixels.length !== width * height * 4)
      throw checked.mistake(`replace: ${width} × ${height} texels need ${width * height * 4} RGBA values`);
    this.width = width;
    this.height = height;
    this.pixels = pixels;
  }

  result(): Image {
    const { width, height, full } = this;
    let hasAlpha = false;
    for (let at = 3; at < this.pixels.length && !hasAlpha; at += 4) hasAlpha = this.pixels[at] !== full;
    return { ...this.#given, width, height, pixels: inSharedMemory(this.pixels), hasAlpha };
  }
}

/** Moves them where every thread can read them. */
function inSharedMemory(pixels: Uint8Array | Uint16Array): Uint8Array | Uint16Array {
  if (pixels.buffer instanceof SharedArrayBuffer) return pixels;
  const shared = sharedBytes(pixels.byteLength);
  const copy = pixels instanceof Uint16Array ? new Uint16Array(shared.buffer) : shared;
  copy.set(pixels);
  return copy;
}
