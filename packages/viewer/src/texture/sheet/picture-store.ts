// The decoded images of a texture, in memory for their values and on the GPU for drawing. The least recently used are dropped beyond the
// budget.

import { Picture } from '../../gl/picture.js';
import { type ImageKey, imageName, levelSize } from '../images.js';
import type { Texels } from '../texels.js';
import type { TextureClient } from '../worker/texture-client.js';

interface Shown {
  readonly picture: Picture;
  readonly texels: Texels;
}

/** GPU memory; main memory takes three quarters of that. */
const BUDGET_BYTES = 384 * 1024 * 1024;

export class PictureStore {
  readonly #gl: WebGL2RenderingContext;
  readonly #client: TextureClient;
  readonly #onChange: () => void;
  readonly #onError: (error: unknown) => void;
  readonly #shown = new Map<string, Shown>();
  readonly #life = new AbortController();

  constructor(
    gl: WebGL2RenderingContext,
    client: TextureClient,
    onChange: () => void,
    onError: (error: unknown) => void,
  ) {
    this.#gl = gl;
    this.#client = client;
    this.#onChange = onChange;
    this.#onError = onError;
  }

  get(image: ImageKey): Shown | undefined {
    return this.#shown.get(imageName(image));
  }

  /** Decodes missing images in this order; others may be dropped. */
  want(images: readonly ImageKey[]): void {
    for (const image of images) {
      const name = imageName(image);
      const known = this.#shown.get(name);
      if (known !== undefined) {
        this.#shown.delete(name);
        this.#shown.set(name, known);
      } else this.#start(image, name);
    }
    this.#shrink(new Set(images.map(imageName)));
  }

  dispose(): void {
    this.#life.abort();
    for (const { picture } of this.#shown.values()) picture.drop();
    this.#shown.clear();
  }

  #start(image: ImageKey, name: string): void {
    const { width, height } = levelSize(this.#client.ktx, image.level);
    const { isHdr } = this.#client.facts;
    const length = width * height * 4;
    const data = isHdr ? new Uint16Array(length) : new Uint8Array(length);
    const picture = new Picture(this.#gl, width, height, isHdr ? 'halfs' : 'bytes');
    this.#shown.set(name, { picture, texels: { width, height, data } });
    const isThere = (): boolean => this.#shown.get(name)?.picture === picture;
    const onRows = (top: number, rows: Texels): void => {
      if (!isThere()) return;
      data.set(rows.data, top * width * 4);
      picture.put(top, rows);
      this.#onChange();
    };
    this.#client.ask('decode', image, { signal: this.#life.signal, onRows }).then(
      () => {
        if (!isThere()) return;
        picture.finish();
        this.#onChange();
      },
      (error: unknown) => this.#onError(error),
    );
  }

  #shrink(wanted: ReadonlySet<string>): void {
    let bytes = 0;
    for (const { picture } of this.#shown.values()) bytes += picture.sizeBytes;
    for (const [name, { picture }] of this.#shown) {
      if (bytes <= BUDGET_BYTES) return;
      if (wanted.has(name) || !picture.isWhole) continue;
      bytes -= picture.sizeBytes;
      picture.drop();
      this.#shown.delete(name);
    }
  }
}
