// The light of an environment as three wants it, which it would otherwise filter out of a cube map when it first draws. Ours is filtered by
// the compiler, and only laid out here. Diffuse light is exact: it comes from the file's coefficients.

import { LibraryError } from '@assetc/formats';
import type * as THREE from 'three';
import type { Lease } from '../source/shared-assets.js';
import type { RendererLike } from '../texture/device-formats.js';
import type { SharedTexture } from '../texture/texture-store.js';
import { isWebGl } from './is-web-gl.js';
import { drawAtlas, makeAtlas } from './light-atlas.js';
import { drawLightCube, hasLightCubes, makeLightCube } from './light-cube.js';

/**
 * The light of an environment, loaded by `AssetcLoader.loadLight`. Free it with `dispose()`.
 *
 * @example
 * const light = await loader.loadLight('sky/dusk.ibl');
 * scene.environment = light.texture;
 */
export class AssetcLight {
  #lease: Lease<SharedTexture>;
  readonly #renderer: THREE.WebGLRenderer;
  readonly #target: THREE.WebGLRenderTarget;
  readonly #onDispose: (light: AssetcLight) => void;
  readonly #drawAgain: () => void;

  /** @internal */
  constructor(
    lease: Lease<SharedTexture>,
    renderer: RendererLike | undefined,
    onDispose: (light: AssetcLight) => void,
  ) {
    const { data, path } = lease.value;
    if (data.shape !== 'cube' || data.light === undefined)
      throw new LibraryError(`${path} is no light of an environment: name the .ibl.ktx2`);
    if (!isWebGl(renderer))
      throw new LibraryError(`${path}: light requires the loader option "renderer" with a WebGLRenderer`);
    this.#lease = lease;
    this.#renderer = renderer;
    this.#onDispose = onDispose;
    if (hasLightCubes) {
      const target = makeLightCube(data.width);
      this.#target = target;
      this.#drawAgain = () => drawLightCube(renderer, this.#lease.value, target);
    } else {
      const target = makeAtlas(data.width);
      this.#target = target;
      this.#drawAgain = () => drawAtlas(renderer, this.#lease.value, target);
    }
    this.#drawAgain();
    renderer.domElement.addEventListener('webglcontextrestored', this.#drawAgain);
  }

  /** For `scene.environment`, and `material.envMap` of standard and physical materials. */
  get texture(): THREE.Texture {
    return this.#target.texture;
  }

  /** Path of the file in the output folder. */
  get path(): string {
    return this.#lease.value.path;
  }

  dispose(): void {
    this.#renderer.domElement.removeEventListener('webglcontextrestored', this.#drawAgain);
    this.#target.dispose();
    this.#lease.release();
    this.#onDispose(this);
  }

  /**
   * @internal Lays the file out again, from `lease` if the texture object changed.
   */
  update(lease?: Lease<SharedTexture>): void {
    if (lease !== undefined) {
      this.#lease.release();
      this.#lease = lease;
    }
    this.#drawAgain();
  }
}
