// A cube map as the light and the background of a scene. Three samples cube maps that were loaded with x turned around, and those that it drew as they are; ours mean
// the direction that they say, so that they are drawn into a cube of three's own, once. From it three makes its prefiltered levels by itself.

import { LibraryError } from '@assetc/formats';
import * as THREE from 'three';
import type { Lease } from '../source/shared-assets.js';
import type { RendererLike } from '../texture/device-formats.js';
import type { SharedTexture } from '../texture/texture-store.js';

/**
 * An environment as `AssetcLoader.loadEnvironment` gives it. Free it with `dispose()`.
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
  /** A renderer whose context was lost uploads textures again by itself, but has forgotten what was drawn. */
  readonly #drawAgain = (): void => drawCube(this.#renderer, this.#lease.value.texture, this.#target);

  /** @internal */
  constructor(
    lease: Lease<SharedTexture>,
    renderer: RendererLike | undefined,
    onDispose: (environment: AssetcEnvironment) => void,
  ) {
    const { data, path } = lease.value;
    if (data.shape !== 'cube') throw new LibraryError(`${path} is not a cube map`);
    if (!isWebGl(renderer)) throw new LibraryError(`${path}: environments are drawn; give the loader a WebGLRenderer`);
    this.#lease = lease;
    this.#renderer = renderer;
    this.#onDispose = onDispose;
    this.#target = new THREE.WebGLCubeRenderTarget(data.width, {
      type: THREE.HalfFloatType,
      generateMipmaps: true,
      minFilter: THREE.LinearMipmapLinearFilter,
    });
    // Not `update`: three frees what it has prefiltered only of textures that it first met without that word.
    drawCube(renderer, lease.value.texture, this.#target);
    // After the renderer's own listener, which has made its state anew by then.
    renderer.domElement.addEventListener('webglcontextrestored', this.#drawAgain);
  }

  /** For `scene.environment`, `scene.background` and `material.envMap`. */
  get texture(): THREE.CubeTexture {
    return this.#target.texture;
  }

  /** Of the file, below the output folder. */
  get path(): string {
    return this.#lease.value.path;
  }

  /** Frees what it drew, and the file's texture with its last holder. */
  dispose(): void {
    this.#renderer.domElement.removeEventListener('webglcontextrestored', this.#drawAgain);
    // What three has prefiltered goes with the texture, not with the target.
    this.#target.texture.dispose();
    this.#target.dispose();
    this.#lease.release();
    this.#onDispose(this);
  }

  /** @internal Draws the file's cube again; `lease` where it is another object. */
  update(lease?: Lease<SharedTexture>): void {
    if (lease !== undefined) {
      this.#lease.release();
      this.#lease = lease;
    }
    this.#drawAgain();
    this.#target.texture.needsPMREMUpdate = true;
  }
}

const isWebGl = (renderer: RendererLike | undefined): renderer is THREE.WebGLRenderer =>
  renderer !== undefined && Reflect.get(renderer, 'isWebGLRenderer') === true;

/** Corners of a triangle that covers a face, and the direction that each texel of the face stands for. */
const VERTEX = `
varying vec2 place;
void main() { place = position.xy; gl_Position = vec4( position.xy, 0.0, 1.0 ); }`;
const FRAGMENT = `
uniform samplerCube cube;
uniform mat3 face;
varying vec2 place;
void main() { gl_FragColor = textureCube( cube, face * vec3( place, 1.0 ) ); }`;

/** Columns: where s grows to, where t grows to, and the face itself; as OpenGL lays cube maps out. */
const FACES: readonly (readonly [THREE.Vector3Tuple, THREE.Vector3Tuple, THREE.Vector3Tuple])[] = [
  [
    [0, 0, -1],
    [0, -1, 0],
    [1, 0, 0],
  ],
  [
    [0, 0, 1],
    [0, -1, 0],
    [-1, 0, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, -1],
    [0, -1, 0],
  ],
  [
    [1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
  ],
  [
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, -1],
  ],
];

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
  for (const [i, [s, t, axis]] of FACES.entries()) {
    // Mips are for the last face: they are made of all six.
    to.texture.generateMipmaps = generateMipmaps && i === FACES.length - 1;
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
