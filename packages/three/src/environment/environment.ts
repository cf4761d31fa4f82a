// A cube map as the light and background of a scene. Three flips x for loaded cube maps but not for rendered ones. Ours are not flipped, so
// they are rendered once into a cube target of three, which then prefilters it itself.

import { LibraryError } from '@assetc/formats';
import * as THREE from 'three';
import type { Lease } from '../source/shared-assets.js';
import type { RendererLike } from '../texture/device-formats.js';
import type { SharedTexture } from '../texture/texture-store.js';
import { CUBE_FACES } from './cube-faces.js';
import { isWebGl } from './is-web-gl.js';

/**
 * An environment, loaded by `AssetcLoader.loadEnvironment`. Free it with `dispose()`.
 *
 * @example
 * const sky = await loader.loadEnvironment('sky/dusk.env');
 * scene.environment = sky.texture;
 * scene.background = sky.texture;
 */
export class AssetcEnvironment {
  #lease: Lease<SharedTexture>;
  readonly #renderer: THREE.WebGLRenderer;
  readonly #target: THREE.WebGLCubeRenderTarget;
  readonly #onDispose: (environment: AssetcEnvironment) => void;
  /** After a lost context, the renderer uploads textures again, but render targets are empty. */
  readonly #drawAgain = (): void => drawCube(this.#renderer, this.#lease.value.texture, this.#target);

  /** @internal */
  constructor(
    lease: Lease<SharedTexture>,
    renderer: RendererLike | undefined,
    onDispose: (environment: AssetcEnvironment) => void,
  ) {
    const { data, path } = lease.value;
    if (data.shape !== 'cube') throw new LibraryError(`${path} is not a cube map`);
    if (!isWebGl(renderer))
      throw new LibraryError(
        `${path}: rendering an environment requires the loader option "renderer" with a WebGLRenderer`,
      );
    this.#lease = lease;
    this.#renderer = renderer;
    this.#onDispose = onDispose;
    this.#target = new THREE.WebGLCubeRenderTarget(data.width, {
      type: THREE.HalfFloatType,
      generateMipmaps: true,
      minFilter: THREE.LinearMipmapLinearFilter,
    });
    // Not `update`: three frees its prefiltered textures only if it first met the texture without `needsUpdate`.
    drawCube(renderer, lease.value.texture, this.#target);
    // After the renderer's own listener, which has restored its state by then.
    renderer.domElement.addEventListener('webglcontextrestored', this.#drawAgain);
  }

  /** For `scene.environment`, `scene.background` and `material.envMap`. */
  get texture(): THREE.CubeTexture {
    return this.#target.texture;
  }

  /** Path of the file in the output folder. */
  get path(): string {
    return this.#lease.value.path;
  }

  /** Frees the rendered cube. The file's texture is freed with its last user. */
  dispose(): void {
    this.#renderer.domElement.removeEventListener('webglcontextrestored', this.#drawAgain);
    // Three frees its prefiltered textures with the texture, not with the target.
    this.#target.texture.dispose();
    this.#target.dispose();
    this.#lease.release();
    this.#onDispose(this);
  }

  /**
   * @internal Renders the file's cube again, from `lease` if the texture object changed.
   */
  update(lease?: Lease<SharedTexture>): void {
    if (lease !== undefined) {
      this.#lease.release();
      this.#lease = lease;
    }
    this.#drawAgain();
    this.#target.texture.needsPMREMUpdate = true;
  }
}

/** The corners of a triangle that covers a face, and the direction of each texel of the face. */
const VERTEX = `
varying vec2 place;
void main() { place = position.xy; gl_Position = vec4( position.xy, 0.0, 1.0 ); }`;
const FRAGMENT = `
uniform samplerCube cube;
uniform mat3 face;
varying vec2 place;
void main() { gl_FragColor = textureCube( cube, face * vec3( place, 1.0 ) ); }`;

function drawCube(renderer: THREE.WebGLRenderer, from: THREE.Texture, to: THREE.WebGLCubeRenderTarget): void {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
  const uniforms = { cube: { value: from }, face: { value: new THREE.Matrix3() } };
  const material = new THREE.ShaderMaterial({
    uniforms,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  const camera = new THREE.Camera();
  const before = { target: renderer.getRenderTarget(), xr: renderer.xr.enabled, autoClear: renderer.autoClear };
  renderer.xr.enabled = false;
  renderer.autoClear = true;
  const { generateMipmaps } = to.texture;
  for (const [i, [s, t, axis]] of CUBE_FACES.entries()) {
    // Mips are generated after the last face, from all six.
    to.texture.generateMipmaps = generateMipmaps && i === CUBE_FACES.length - 1;
    uniforms.face.value.set(s[0], t[0], axis[0], s[1], t[1], axis[1], s[2], t[2], axis[2]);
    material.uniformsNeedUpdate = true;
    renderer.setRenderTarget(to, i);
    renderer.render(mesh, camera);
  }
  to.texture.generateMipmaps = generateMipmaps;
  renderer.setRenderTarget(before.target);
  renderer.xr.enabled = before.xr;
  renderer.autoClear = before.autoClear;
  geometry.dispose();
  material.dispose();
}
