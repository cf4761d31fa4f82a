// Draws a cube map on a canvas: as a sky to look around in, or reflected by balls, one per roughness level.

import { readEnvironmentLight } from '@assetc/formats';
import { contextOf, GlProgram, WHOLE_CANVAS } from '../../gl/program.js';
import type { Size } from '../sheet/view-box.js';
import type { TextureClient } from '../worker/texture-client.js';
import { ballsIn } from './balls.js';
import { type CubePicture, loadCube } from './cube-picture.js';
import { BALLS, SKY } from './cube-shaders.js';
import { type Turn, turnMatrix } from './turn.js';

export interface CubeShot {
  readonly canvas: Size;
  readonly shows: 'sky' | 'roughness';
  /** In stops. */
  readonly exposure: number;
  /** Mip level of the sky. */
  readonly level: number;
  readonly turn: Turn;
  /** Tangent of half the vertical field of view. */
  readonly reach: number;
}

export class CubeStage {
  readonly #gl: WebGL2RenderingContext;
  readonly #sky: GlProgram;
  readonly #balls: GlProgram;
  /** The displayed cube and its texture: both stay until the next is loaded. */
  #shown: { readonly cube: CubePicture; readonly client: TextureClient } | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#gl = contextOf(canvas);
    this.#sky = new GlProgram(this.#gl, WHOLE_CANVAS, SKY);
    this.#balls = new GlProgram(this.#gl, WHOLE_CANVAS, BALLS);
  }

  /** Resolves to false if aborted. */
  async show(client: TextureClient, signal: AbortSignal): Promise<boolean> {
    const cube = await loadCube(this.#gl, client, signal);
    if (cube === undefined) return false;
    if (this.#shown !== undefined) this.#gl.deleteTexture(this.#shown.cube.texture);
    this.#shown = { cube, client };
    return true;
  }

  draw(shot: CubeShot): void {
    const gl = this.#gl;
    const { width, height } = shot.canvas;
    if (this.#shown === undefined || width === 0 || gl.isContextLost()) return;
    const { cube, client } = this.#shown;
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (shot.shows === 'sky') this.#drawSky(cube, client, shot);
    else this.#drawBalls(cube, client, shot);
  }

  #drawSky({ texture }: CubePicture, client: TextureClient, shot: CubeShot): void {
    const gl = this.#gl;
    const { width, height } = shot.canvas;
    gl.disable(gl.BLEND);
    this.#sky.use();
    this.#sky.set({
      ...lightOf(client, shot),
      level: shot.level,
      reach: [(shot.reach * width) / height, shot.reach],
    });
    this.#sky.bind({ cube: { target: gl.TEXTURE_CUBE_MAP, texture } });
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #drawBalls({ texture, levelCount }: CubePicture, client: TextureClient, shot: CubeShot): void {
    const gl = this.#gl;
    const { width, height } = shot.canvas;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.#balls.use();
    this.#balls.set({
      ...lightOf(client, shot),
      canvas: [width, height],
      sh: readEnvironmentLight(client.ktx)?.irradiance ?? new Float32Array(27),
    });
    this.#balls.bind({ cube: { target: gl.TEXTURE_CUBE_MAP, texture } });
    for (const [i, { x, y, radius }] of ballsIn(shot.canvas, levelCount, true).entries()) {
      this.#balls.set({ middle: [x, height - y], radius, level: i, isDiffuse: i === levelCount });
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    }
  }
}

const lightOf = ({ facts }: TextureClient, { turn, exposure }: CubeShot) => ({
  turn: turnMatrix(turn),
  factor: 2 ** exposure,
  isHdr: facts.isHdr,
  isSrgb: facts.isSrgb,
});
