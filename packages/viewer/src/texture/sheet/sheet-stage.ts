// The GPU resources of a sheet's canvas: images of the texture, its source, its block modes. A new texture is drawn once it is decoded;
// until then the previous one stays. For a large image that is minified, a smaller level is shown first.

import { Picture } from '../../gl/picture.js';
import { contextOf } from '../../gl/program.js';
import type { BlockMap } from '../block-map.js';
import type { SourceImage } from '../compare.js';
import { type ImageKey, imageName, previewImageFor } from '../images.js';
import type { Texels } from '../texels.js';
import type { TextureClient } from '../worker/texture-client.js';
import { PictureStore } from './picture-store.js';
import type { Sheet } from './sheet.js';
import { type Drawn, type Look, SheetRenderer } from './sheet-renderer.js';
import type { Size, ViewBox } from './view-box.js';

/** An image drawn with the texture, uploaded when first shown. */
interface Companion {
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
  #source: Companion | undefined;
  #blocks: Companion | undefined;
  #blockSize: { readonly width: number; readonly height: number } | undefined;
  #shot: SheetShot | undefined;
  #shotKey = '';
  #lastDrawn = '';
  #frame = 0;

  /** `onReady`: called with the texture that is completely drawn. */
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
    this.#blockSize = map && { width: map.blockWidth, height: map.blockHeight };
    this.#blocks = map && { image: { width: map.columns, height: map.rows, data: map.colors }, isSharp: true };
    if (this.#shot?.look.showsBlocks === true) this.#later();
  }

  /** Decodes missing images. Draws only if something changed. */
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

  /** Keeps the context, which belongs to the canvas. */
  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#pictures?.dispose();
    this.#before?.dispose();
    this.#onReady(undefined);
  }

  /** Texels have arrived. If a preview is shown, it stays until all are there; then the image is drawn at once. */
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

  /** Small previews first. */
  #want(): void {
    // The level depends on the canvas size.
    if (this.#gl.isContextLost() || this.#client === undefined || this.#shot?.canvas.width === 0) return;
    const images = this.#images();
    const smaller = images.flatMap((image) => this.#standInOf(image) ?? []);
    this.#pictures?.want([...smaller, ...images].toSorted((a, b) => b.level - a.level));
  }

  /** The level with about one texel per pixel; undefined if the image itself is quick to decode. */
  #standInOf(image: ImageKey): ImageKey | undefined {
    if (this.#client === undefined || this.#shot === undefined) return undefined;
    return previewImageFor(this.#client.ktx, image, this.#shot.box.scale);
  }

  /** The picture that an image is drawn from now, and its name. */
  #sourceOf(image: ImageKey): readonly [name: string, ReturnType<PictureStore['get']>] {
    const now = this.#pictures?.get(image);
    if (now?.picture.isWhole === true) return ['whole', now];
    const before = this.#before?.get(image);
    if (before !== undefined) return ['before', before];
    const standIn = this.#standInOf(image);
    const smaller = standIn && this.#pictures?.get(standIn);
    if (smaller?.picture.isWhole === true) return ['smaller', smaller];
    return now?.picture.hasRows === true ? ['part', now] : ['none', undefined];
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

  #textureOf(companion: Companion | undefined): WebGLTexture | undefined {
    if (companion === undefined) return undefined;
    companion.picture ??= fill(this.#gl, companion.image, companion.isSharp);
    return companion.picture.texture;
  }

  #drawnOf(image: ImageKey, look: Look): Drawn | undefined {
    const [, shown] = this.#sourceOf(image);
    if (shown === undefined) return undefined;
    const fits = image.level === 0;
    return {
      texture: shown.picture.texture,
      source: fits && look.comparison !== 'off' ? this.#textureOf(this.#source) : undefined,
      blocks: look.showsBlocks ? this.#textureOf(this.#blocks) : undefined,
      blockSize: this.#blockSize,
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
