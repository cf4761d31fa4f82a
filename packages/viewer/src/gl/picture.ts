// A decoded image on the GPU, filled as its rows arrive. Magnified, it shows its texels; minified, it is filtered with mips.

import type { Texels } from '../texture/texels.js';

/** Floats become half floats on the GPU, which all devices can filter. */
type PictureKind = 'bytes' | 'halfs' | 'floats';

export class Picture {
  readonly texture: WebGLTexture;
  readonly width: number;
  readonly height: number;
  readonly #gl: WebGL2RenderingContext;
  readonly #kind: PictureKind;
  #hasRows = false;
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

  /** Bytes on the GPU, including mips. */
  get sizeBytes(): number {
    const texel = { bytes: 4, halfs: 8, floats: 8 }[this.#kind];
    return Math.ceil((this.width * this.height * texel * 4) / 3);
  }

  /** Some rows have arrived. */
  get hasRows(): boolean {
    return this.#hasRows;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Uploads rows, starting at `top`. */
  put(top: number, rows: { readonly height: number; readonly data: Texels['data'] | Float32Array }): void {
    const gl = this.#gl;
    this.#hasRows = true;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    const type = { bytes: gl.UNSIGNED_BYTE, halfs: gl.HALF_FLOAT, floats: gl.FLOAT }[this.#kind];
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, top, this.width, rows.height, gl.RGBA, type, rows.data);
  }

  /** Call it after the last row: generates mips. */
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
