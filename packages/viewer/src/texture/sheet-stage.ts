// What a canvas of a sheet holds on the GPU: pictures of the texture, its source, its block modes. A texture that replaces another is drawn when it
// has been decoded; until then the one before is.

import { Picture } from '../gl/picture.js';
import { contextOf, dropContext } from '../gl/program.js';
import type { BlockMap } from './block-map.js';
import type { SourceImage } from './compare.js';
import { type ImageKey, imageName } from './images.js';
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

interface Shot {
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
  #shot: Shot | undefined;
  #shotKey = '';
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
  draw(shot: Shot): void {
    this.#shot = shot;
    this.#want();
    const key = JSON.stringify(shot);
    if (key !== this.#shotKey) this.#later();
    this.#shotKey = key;
  }

  texelsOf(image: ImageKey): Texels | undefined {
    return this.#pictures?.get(image)?.texels;
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#pictures?.dispose();
    this.#before?.dispose();
    dropContext(this.#gl);
  }

  /** Texels have come. What stands in for them is in the picture already, until all are there; then nobody waits for the next frame. */
  #arrived(): void {
    if (this.#before === undefined) this.#later();
    else if (this.#isReady()) this.#drawNow();
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
    if (this.#gl.isContextLost()) return;
    this.#pictures?.want(this.#images().toSorted((a, b) => b.level - a.level));
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
    this.#renderer.draw(sheet, box, canvas, look, (image) => this.#drawnOf(image, look));
    this.#onReady(isReady ? this.#client : undefined);
  }

  #textureOf(beside: Beside | undefined): WebGLTexture | undefined {
    if (beside === undefined) return undefined;
    beside.picture ??= fill(this.#gl, beside.image, beside.isSharp);
    return beside.picture.texture;
  }

  #drawnOf(image: ImageKey, look: Look): Drawn | undefined {
    const now = this.#pictures?.get(image);
    const shown = now?.picture.isWhole === true ? now : (this.#before?.get(image) ?? now);
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
