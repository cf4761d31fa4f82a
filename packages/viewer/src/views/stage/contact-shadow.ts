// A soft shadow below a model: its depth is drawn from below into a small picture, which is blurred once. The camera does not change it,
// so it is drawn again only if the model moves.

import * as THREE from 'three';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';
import { theRenderer } from './renderer.js';

const SIDE_PIXELS = 256;
/** The shadow reaches this far beyond the model, in parts of its size. */
const MARGIN = 0.35;
const DARKNESS = 0.8;

/** One for all stages, as the renderer: only one stage is shown at a time. */
const targets = [0, 1].map(
  () => new THREE.WebGLRenderTarget(SIDE_PIXELS, SIDE_PIXELS, { depthBuffer: false, generateMipmaps: false }),
);

/** Darker the closer the surface is to the ground. */
const depth = new THREE.MeshDepthMaterial({ depthTest: false, depthWrite: false, side: THREE.DoubleSide });
depth.blending = THREE.CustomBlending;
depth.blendEquation = THREE.MaxEquation;
depth.onBeforeCompile = (shader) => {
  shader.fragmentShader = shader.fragmentShader.replace(
    /gl_FragColor = vec4\( vec3\( 1\.0 - fragCoordZ \), opacity \);/,
    'float near = 1.0 - fragCoordZ; gl_FragColor = vec4( 0.0, 0.0, 0.0, near * near );',
  );
};

/** Taps of a spiral, wide enough for a soft edge. */
const blur = new THREE.ShaderMaterial({
  uniforms: { source: { value: targets[0]?.texture } },
  vertexShader: 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }',
  fragmentShader: `
    uniform sampler2D source;
    varying vec2 at;
    void main() {
      float sum = 0.0;
      for (int i = 0; i < 64; i++) {
        float far = sqrt((float(i) + 0.5) / 64.0);
        float turn = float(i) * 2.39996;
        sum += texture2D(source, at + 0.07 * far * vec2(cos(turn), sin(turn))).a * (1.0 - 0.6 * far);
      }
      gl_FragColor = vec4(0.0, 0.0, 0.0, min(1.0, sum / 38.0));
    }`,
  depthTest: false,
  depthWrite: false,
});
const screen = new FullScreenQuad(blur);

const plane = new THREE.PlaneGeometry(1, 1);
const ground = new THREE.MeshBasicMaterial({
  map: targets[1]?.texture ?? null,
  transparent: true,
  opacity: DARKNESS,
  depthWrite: false,
  toneMapped: false,
  side: THREE.DoubleSide,
});

export class ContactShadow {
  readonly #camera = new THREE.OrthographicCamera();
  readonly #plane = new THREE.Mesh(plane, ground);
  readonly #scene: THREE.Scene;

  /** The shadow of what is in this box. */
  constructor(scene: THREE.Scene, box: THREE.Box3) {
    this.#scene = scene;
    const [center, size] = [box.getCenter(new THREE.Vector3()), box.getSize(new THREE.Vector3())];
    const side = Math.max(size.x, size.z, size.y * 0.5, 1e-4) * (1 + MARGIN);
    const half = side / 2;
    Object.assign(this.#camera, {
      left: -half,
      right: half,
      top: half,
      bottom: -half,
      near: 0,
      far: (size.y || side) * 1.05,
    });
    // Slightly below, so that what stands on the ground is seen whole.
    this.#camera.position.set(center.x, box.min.y - size.y * 0.02 - side * 1e-3, center.z);
    // Upwards, from the ground.
    this.#camera.rotation.x = Math.PI / 2;
    this.#camera.updateProjectionMatrix();
    this.#camera.updateMatrixWorld();
    this.#plane.position.set(center.x, box.min.y - side * 1e-4, center.z);
    this.#plane.rotation.x = -Math.PI / 2;
    // Its picture was taken from below.
    this.#plane.scale.set(side, -side, 1);
    this.#plane.renderOrder = -1;
    scene.add(this.#plane);
  }

  /** Draws it again; the model has moved. */
  update(): void {
    const [first, second] = targets;
    if (first === undefined || second === undefined) return;
    const renderer = theRenderer();
    const scene = this.#scene;
    const { background, environment } = scene;
    const [alpha, target] = [renderer.getClearAlpha(), renderer.getRenderTarget()];
    this.#plane.visible = false;
    Object.assign(scene, { background: null, overrideMaterial: depth });
    renderer.setClearAlpha(0);
    renderer.setRenderTarget(first);
    renderer.clear();
    renderer.render(scene, this.#camera);
    Object.assign(scene, { background, environment, overrideMaterial: null });
    renderer.setRenderTarget(second);
    screen.render(renderer);
    renderer.setRenderTarget(target);
    renderer.setClearAlpha(alpha);
    this.#plane.visible = true;
  }

  dispose(): void {
    this.#plane.removeFromParent();
  }
}
