// A displayed scene: camera, orbit, light; draws only after changes. Its owner disposes of it; the renderer stays.

import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { isDark, onTheme } from '../../theme/theme.js';
import { ContactShadow } from './contact-shadow.js';
import { cornersOf, fitCamera } from './fit-camera.js';
import { drawScene, theRenderer } from './renderer.js';

/** Runs before a frame, with the `seconds` since the last. Returns true to request another frame. */
type BeforeFrame = (seconds: number) => boolean;

/** Must match the token `--stage`. */
const BACKGROUND = { dark: 0x1b1f26, light: 0xe6e9ee };
const FOV_DEGREES = 40;
/** Of a sky: it lights the model, and must not compete with it. */
const SKY_BLUR = 0.3;
const FROM_ABOVE = new THREE.Vector3(0.55, 0.4, 1);
const UNIT_BOX = new THREE.Box3(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));
/** Around what is framed. */
const FRAME_MARGIN = 1.12;
/** Layer of lines over the model, which wireframe mode omits. */
export const OVERLAY_LAYER = 1;

const placeOf = ({ position, quaternion }: THREE.Camera): string =>
  [...position.toArray(), ...quaternion.toArray()].join();

export class Stage {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(FOV_DEGREES, 1, 0.01, 100);
  readonly controls: OrbitControls;
  readonly #element: HTMLElement;
  readonly #renderer = theRenderer();
  readonly #watch: ResizeObserver;
  readonly #endTheme: () => void;
  readonly #before = new Set<BeforeFrame>();
  readonly #after = new Set<() => void>();
  #frame = 0;
  #last = 0;
  #size = '';
  /** If set, draws the wireframe over the scene with it. */
  wireframe: THREE.Material | undefined;
  /** Overrides the theme's background color. */
  ground: number | undefined;
  background: THREE.Texture | undefined;
  #shadow: ContactShadow | undefined;
  #framed: Float32Array | undefined;
  #share = 1;
  /** Where the camera stood after it was framed. */
  #place = '';
  /** The model may have moved since its shadow was drawn. */
  #isShadowOld = false;

  constructor(element: HTMLElement) {
    this.#element = element;
    const { domElement } = this.#renderer;
    domElement.tabIndex = 0;
    domElement.setAttribute('role', 'img');
    element.prepend(domElement);
    this.camera.layers.enable(OVERLAY_LAYER);
    this.controls = new OrbitControls(this.camera, domElement);
    this.controls.enableDamping = false;
    this.controls.listenToKeyEvents(domElement);
    this.controls.addEventListener('change', () => this.#request());
    this.#watch = new ResizeObserver(() => this.#resize());
    this.#watch.observe(element);
    this.#endTheme = onTheme(() => this.invalidate());
    this.#resize();
  }

  get label(): string {
    return this.#renderer.domElement.getAttribute('aria-label') ?? '';
  }

  /** Description for screen readers. */
  set label(text: string) {
    this.#renderer.domElement.setAttribute('aria-label', text);
  }

  get heightPixels(): number {
    return this.#renderer.getDrawingBufferSize(new THREE.Vector2()).y;
  }

  /** Frames points or a box from slightly above, as close as possible. */
  frame(shape: Float32Array | THREE.Box3): void {
    const points = shape instanceof Float32Array ? shape : cornersOf(shape.isEmpty() ? UNIT_BOX : shape);
    const { position, target, radius } = fitCamera(points.length < 3 ? cornersOf(UNIT_BOX) : points, FROM_ABOVE, {
      fovDegrees: this.camera.fov,
      aspect: this.camera.aspect * this.#share,
      up: this.camera.up,
      margin: FRAME_MARGIN,
    });
    this.#framed = points;
    this.camera.near = radius / 200;
    this.camera.far = radius * 100;
    this.camera.position.copy(position);
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(target);
    this.controls.update();
    this.#place = placeOf(this.camera);
    this.invalidate();
  }

  /** Frames what was framed last. */
  frameAgain(): void {
    if (this.#framed !== undefined) this.frame(this.#framed);
  }

  /** Of the picture's width: a half if models are shown next to each other. Frames them again, unless the user has moved the camera. */
  set share(share: number) {
    this.#share = share;
    if (this.#place === placeOf(this.camera)) this.frameAgain();
  }

  /** What is shown moves to other places: frames these, unless the user has moved the camera, and casts the shadow there. */
  follow(points: Float32Array): void {
    if (this.#place === placeOf(this.camera)) this.frame(points);
    else this.#framed = points;
    if (this.#shadow !== undefined) this.castShadow(new THREE.Box3().setFromArray(points));
  }

  beforeFrame(listener: BeforeFrame): () => void {
    this.#before.add(listener);
    return () => this.#before.delete(listener);
  }

  afterFrame(listener: () => void): () => void {
    this.#after.add(listener);
    return () => this.#after.delete(listener);
  }

  /** Requests a frame. */
  invalidate(): void {
    this.#isShadowOld = true;
    this.#request();
  }

  /** The brightness of the picture in stops: 1 doubles it. */
  set exposure(stops: number) {
    this.#renderer.toneMappingExposure = 2 ** stops;
    this.#request();
  }

  /** Draws a soft shadow below what is in the box; undefined for none. */
  castShadow(box: THREE.Box3 | undefined): void {
    this.#shadow?.dispose();
    this.#shadow = box === undefined || box.isEmpty() ? undefined : new ContactShadow(this.scene, box);
    this.invalidate();
  }

  #request(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = -1;
    this.#endTheme();
    this.#renderer.toneMappingExposure = 1;
    this.#watch.disconnect();
    this.controls.dispose();
    this.scene.clear();
    this.#renderer.renderLists.dispose();
    this.#renderer.domElement.remove();
  }

  #draw(now: number): void {
    this.#frame = 0;
    const seconds = this.#last === 0 ? 0 : Math.min(0.1, (now - this.#last) / 1000);
    let isMoving = false;
    for (const listener of this.#before) if (listener(seconds)) isMoving = true;
    this.#last = isMoving ? now : 0;
    this.#render();
    for (const listener of this.#after) listener();
    if (isMoving) this.invalidate();
  }

  #render(): void {
    const renderer = this.#renderer;
    renderer.info.reset();
    if (this.#isShadowOld) this.#shadow?.update();
    this.#isShadowOld = false;
    this.scene.backgroundBlurriness = SKY_BLUR;
    this.scene.background =
      this.background ?? new THREE.Color(this.ground ?? (isDark() ? BACKGROUND.dark : BACKGROUND.light));
    drawScene(this.scene, this.camera);
    if (this.wireframe === undefined) return;
    const { background } = this.scene;
    this.scene.background = null;
    this.scene.overrideMaterial = this.wireframe;
    renderer.autoClear = false;
    this.camera.layers.disable(OVERLAY_LAYER);
    drawScene(this.scene, this.camera);
    this.camera.layers.enable(OVERLAY_LAYER);
    renderer.autoClear = true;
    this.scene.overrideMaterial = null;
    this.scene.background = background;
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#element;
    if (clientWidth === 0 || clientHeight === 0) return;
    const ratio = Math.min(2, devicePixelRatio);
    const size = `${clientWidth} ${clientHeight} ${ratio}`;
    // The observer also reports the initial size.
    if (size === this.#size) return;
    this.#size = size;
    this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(clientWidth, clientHeight);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    // What was framed for another size may not fit.
    if (this.#place === placeOf(this.camera)) this.frameAgain();
    // Synchronously: an empty canvas would flash.
    this.#render();
    this.invalidate();
  }
}
