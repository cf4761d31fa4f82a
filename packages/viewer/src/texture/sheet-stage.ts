// What a canvas of a sheet holds on the GPU: pictures of the texture, its source, its block modes. A texture that replaces another is drawn when it
// has been decoded; until then the one before is. Of a large image that is shown reduced, a smaller level is there first.

import { Picture } from '../gl/picture.js';
import { contextOf } from '../gl/program.js';
import type { BlockMap } from './block-map.js';
import type { SourceImage } from './compare.js';
import { type ImageKey, imageName, standInFor } from './images.js';
import { PictureStore } from './picture-store.js';
import type { Sheet } from './sheet.js';
import { type Drawn, type Look, SheetRenderer } from './sheet-renderer.js';
import type { Texels } from './texels.js';
import type { TextureClient } from './texture-client.js';
import type { Size, ViewBox } from './view-box.js';

/** On the GPU from when it is first shown. */
interface Beside {
  readonly image: SourceImage;
  readonly isSharp: boolean;
  picture?: Picture;
}

export interface SheetShot {
  readonly sheet: Sheet;
  readonly box: ViewBox;
  readonly canvas: Size;
  readonly look: Look;
}

export class SheetStage {
  readonly #gl: WebGL2RenderingContext;
  readonly #renderer: SheetRenderer;
  readonly #onReady: (whole: TextureClient | undefined) => void;
  readonly #onError: (error: unknown) => void;
  #client: TextureClient | undefined;
  #pictures: PictureStore | undefined;
  #before: PictureStore | undefined;
  #source: Beside | undefined;
  #blocks: Beside | undefined;
  #shot: SheetShot | undefined;
  #shotKey = '';
  #lastDrawn = '';
  #frame = 0;

  /** `onReady`: which texture stands in the picture whole. */
  constructor(
    canvas: HTMLCanvasElement,
    onReady: (whole: TextureClient | undefined) => void,
    onError: (error: unknown) => void,
  ) {
    this.#gl = contextOf(canvas);
    this.#renderer = new SheetRenderer(this.#gl);
    this.#onReady = onReady;
    this.#onError = onError;
  }

  show(client: TextureClient): void {
    this.#before?.dispose();
    this.#before = this.#pictures;
    if (this.#before === undefined) this.#shotKey = '';
    this.#onError(undefined);
    this.#onReady(undefined);
    this.#client = client;
    this.#pictures = new PictureStore(this.#gl, client, () => this.#arrived(), this.#onError);
  }

  setSource(image: SourceImage | undefined): void {
    this.#source?.picture?.drop();
    this.#source = image && { image, isSharp: false };
    if (this.#shot?.look.comparison !== 'off') this.#later();
  }

  setBlocks(map: BlockMap | undefined): void {
    this.#blocks?.picture?.drop();
    this.#blocks = map && { image: { width: map.columns, height: map.rows, data: map.colors }, isSharp: true };
    if (this.#shot?.look.showsBlocks === true) this.#later();
  }

  /** What is not there is decoded from now on. It is drawn anew only where something of it is another. */
  draw(shot: SheetShot): void {
    this.#shot = shot;
    this.#want();
    const key = JSON.stringify(shot);
    if (key !== this.#shotKey) this.#later();
    this.#shotKey = key;
  }

  texelsOf(image: ImageKey): Texels | undefined {
    return this.#pictures?.get(image)?.texels;
  }

  /** The context stays: it is the canvas's. */
  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#pictures?.dispose();
    this.#before?.dispose();
    this.#onReady(undefined);
  }

  /** Texels have come. Where another picture stands in for them it is drawn already, until all are there; then nobody waits for the next frame. */
  #arrived(): void {
    const drawn = this.#drawnKey();
    if (drawn === this.#lastDrawn && !drawn.includes('part')) return;
    if (this.#before !== undefined && this.#isReady()) this.#drawNow();
    else this.#later();
  }

  #later(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#drawNow());
  }

  #images(): readonly ImageKey[] {
    const placed = this.#shot?.sheet.placed ?? [];
    return [...new Map(placed.map(({ image }) => [imageName(image), image])).values()];
  }

  #isReady(): boolean {
    return this.#images().every((image) => this.#pictures?.get(image)?.picture.isWhole === true);
  }

  /** The small ones first: they are there at once. */
  #want(): void {
    // Without a canvas nobody knows which level fits it.
    if (this.#gl.isContextLost() || this.#client === undefined || this.#shot?.canvas.width === 0) return;
    const images = this.#images();
    const smaller = images.flatMap((image) => this.#standInOf(image) ?? []);
    this.#pictures?.want([...smaller, ...images].toSorted((a, b) => b.level - a.level));
  }

  /** The level that has a texel for a pixel; undefined where the image itself is not much to decode. */
  #standInOf(image: ImageKey): ImageKey | undefined {
    if (this.#client === undefined || this.#shot === undefined) return undefined;
    return standInFor(this.#client.ktx, image, this.#shot.box.scale);
  }

  /** What an image is drawn of now, and how one may call that. */
  #sourceOf(image: ImageKey): readonly [name: string, ReturnType<PictureStore['get']>] {
    const now = this.#pictures?.get(image);
    if (now?.picture.isWhole === true) return ['whole', now];
    const before = this.#before?.get(image);
    if (before !== undefined) return ['before', before];
    const standIn = this.#standInOf(image);
    const smaller = standIn && this.#pictures?.get(standIn);
    if (smaller?.picture.isWhole === true) return ['smaller', smaller];
    return now?.picture.isBegun === true ? ['part', now] : ['none', undefined];
  }

  #drawnKey(): string {
    return this.#images()
      .map((image) => this.#sourceOf(image)[0])
      .join();
  }

  #drawNow(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { sheet, box, canvas, look } = this.#shot ?? {};
    if (sheet === undefined || box === undefined || canvas === undefined || look === undefined) return;
    if (canvas.width === 0 || this.#pictures === undefined || this.#gl.isContextLost()) return;
    const isReady = this.#isReady();
    if (isReady) {
      this.#before?.dispose();
      this.#before = undefined;
    }
    this.#lastDrawn = this.#drawnKey();
    this.#renderer.draw(sheet, box, canvas, look, (image) => this.#drawnOf(image, look));
    this.#onReady(isReady ? this.#client : undefined);
  }

  #textureOf(beside: Beside | undefined): WebGLTexture | undefined {
    if (beside === undefined) return undefined;
    beside.picture ??= fill(this.#gl, beside.image, beside.isSharp);
    return beside.picture.texture;
  }

  #drawnOf(image: ImageKey, look: Look): Drawn | undefined {
    const [, shown] = this.#sourceOf(image);
    if (shown === undefined) return undefined;
    const fits = image.level === 0;
    return {
      texture: shown.picture.texture,
      source: fits && look.comparison !== 'off' ? this.#textureOf(this.#source) : undefined,
      blocks: look.showsBlocks ? this.#textureOf(this.#blocks) : undefined,
    };
  }
}

function fill(gl: WebGL2RenderingContext, image: SourceImage, isSharp: boolean): Picture {
  const { width, height, data } = image;
  const made = new Picture(gl, width, height, data instanceof Float32Array ? 'floats' : 'bytes', isSharp);
  made.put(0, { height, data });
  if (!isSharp) made.finish();
  return made;
}
