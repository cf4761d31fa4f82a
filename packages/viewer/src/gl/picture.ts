// A decoded image on the GPU, filled as its rows come. Enlarged it shows its texels, reduced it is filtered through mips made of it.

import type { Texels } from '../texture/texels.js';

/** Floats become halfs on the GPU: those can be filtered everywhere. */
type PictureKind = 'bytes' | 'halfs' | 'floats';

export class Picture {
  readonly texture: WebGLTexture;
  readonly width: number;
  readonly height: number;
  readonly #gl: WebGL2RenderingContext;
  readonly #kind: PictureKind;
  #isBegun = false;
  #isWhole = false;

  constructor(gl: WebGL2RenderingContext, width: number, height: number, kind: PictureKind, isSharp = false) {
    this.#gl = gl;
    this.width = width;
    this.height = height;
    this.#kind = kind;
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    const levels = isSharp ? 1 : 32 - Math.clz32(Math.max(width, height));
    const inside = { bytes: gl.RGBA8, halfs: gl.RGBA16F, floats: gl.RGBA16F }[kind];
    gl.texStorage2D(gl.TEXTURE_2D, levels, inside, width, height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, kind === 'bytes' && !isSharp ? gl.LINEAR : gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 0);
  }

  /** Bytes of the GPU's memory, mips and all. */
  get sizeBytes(): number {
    const texel = { bytes: 4, halfs: 8, floats: 8 }[this.#kind];
    return Math.ceil((this.width * this.height * texel * 4) / 3);
  }

  /** Some rows are there. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Rows from `top`. */
  put(top: number, rows: { readonly height: number; readonly data: Texels['data'] | Float32Array }): void {
    const gl = this.#gl;
    this.#isBegun = true;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    const type = { bytes: gl.UNSIGNED_BYTE, halfs: gl.HALF_FLOAT, floats: gl.FLOAT }[this.#kind];
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, top, this.width, rows.height, gl.RGBA, type, rows.data);
  }

  /** All rows are there: now mips can be made of them. */
  finish(): void {
    const gl = this.#gl;
    this.#isWhole = true;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 1000);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  }

  drop(): void {
    this.#gl.deleteTexture(this.texture);
  }
}
