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

interface Shot {
  readonly sheet: Sheet;
  readonly box: ViewBox;
  readonly canvas: Size;
  readonly look: Look;
}

export class SheetStage {
  readonly #gl: WebGL2RenderingContext;
  readonly #renderer: SheetRenderer;
  readonly #onReady: (isReady: boolean) => void;
  readonly #onError: (error: unknown) => void;
  #pictures: PictureStore | undefined;
  #before: PictureStore | undefined;
  #source: Picture | undefined;
  #blocks: Picture | undefined;
  #shot: Shot | undefined;
  #frame = 0;

  constructor(canvas: HTMLCanvasElement, onReady: (isReady: boolean) => void, onError: (error: unknown) => void) {
    this.#gl = contextOf(canvas);
    this.#renderer = new SheetRenderer(this.#gl);
    this.#onReady = onReady;
    this.#onError = onError;
  }

  show(client: TextureClient): void {
    this.#before?.dispose();
    this.#before = this.#pictures;
    this.#onError(undefined);
    this.#pictures = new PictureStore(this.#gl, client, () => this.#later(), this.#onError);
    this.#later();
  }

  setSource(image: SourceImage | undefined): void {
    this.#source?.drop();
    this.#source = image && fill(this.#gl, image, false);
    this.#later();
  }

  setBlocks(map: BlockMap | undefined): void {
    this.#blocks?.drop();
    this.#blocks = map && fill(this.#gl, { width: map.columns, height: map.rows, data: map.colors }, true);
    this.#later();
  }

  draw(shot: Shot): void {
    this.#shot = shot;
    this.#later();
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

  #later(): void {
    if (this.#frame === 0)
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#drawNow();
      });
  }

  #drawNow(): void {
    const { sheet, box, canvas, look } = this.#shot ?? {};
    if (sheet === undefined || box === undefined || canvas === undefined || look === undefined) return;
    if (canvas.width === 0 || this.#pictures === undefined || this.#gl.isContextLost()) return;
    const images = [...new Map(sheet.placed.map(({ image }) => [imageName(image), image])).values()];
    // The small ones first: they are there at once.
    this.#pictures.want(images.toSorted((a, b) => b.level - a.level));
    const isReady = images.every((image) => this.#pictures?.get(image)?.picture.isWhole === true);
    if (isReady) {
      this.#before?.dispose();
      this.#before = undefined;
    }
    this.#renderer.draw(sheet, box, canvas, look, (image) => this.#drawnOf(image, look));
    this.#onReady(isReady);
  }

  #drawnOf(image: ImageKey, look: Look): Drawn | undefined {
    const now = this.#pictures?.get(image);
    const shown = now?.picture.isWhole === true ? now : (this.#before?.get(image) ?? now);
    if (shown === undefined) return undefined;
    const fits = image.level === 0;
    return {
      texture: shown.picture.texture,
      source: fits && look.comparison !== 'off' ? this.#source?.texture : undefined,
      blocks: this.#blocks?.texture,
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
