// A compiled model, drawn by WebGLRenderer and by WebGPURenderer into targets of the same size, which are read back.

import * as THREE from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { AssetcLoader } from '../../packages/three/src/index.js';

const WIDTH = 320;
const HEIGHT = 240;

export interface BothPictures {
  readonly width: number;
  readonly height: number;
  /** RGBA, from the top. */
  readonly webgl: readonly number[];
  readonly webgpu: readonly number[];
}

let gpu: Promise<WebGPURenderer | undefined> | undefined;

/** Undefined if there is no adapter. */
async function startGpu(): Promise<WebGPURenderer | undefined> {
  const adapter = await Reflect.get(navigator, 'gpu')?.requestAdapter();
  if (adapter === null || adapter === undefined) return undefined;
  const renderer = new WebGPURenderer({ antialias: false });
  await renderer.init();
  if (Reflect.get(renderer.backend, 'isWebGPUBackend') !== true) return undefined;
  renderer.setSize(WIDTH, HEIGHT);
  return renderer;
}

function sceneOf(object: THREE.Object3D): { readonly scene: THREE.Scene; readonly camera: THREE.Camera } {
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(0x303840);
  const sun = new THREE.DirectionalLight(0xffffff, 2.5);
  sun.position.set(3, 5, 4);
  scene.add(object, sun, new THREE.HemisphereLight(0xffffff, 0x808890, 1));
  object.updateMatrixWorld(true);
  const box = new THREE.Box3().setFromObject(object, true);
  const away = box.getSize(new THREE.Vector3()).length();
  const center = box.getCenter(new THREE.Vector3());
  const camera = new THREE.PerspectiveCamera(45, WIDTH / HEIGHT, away / 50, away * 10);
  camera.position.copy(center).addScaledVector(new THREE.Vector3(0.45, 0.35, 1).normalize(), away * 1.1);
  camera.lookAt(center);
  return { scene, camera };
}

const fromTop = (pixels: ArrayLike<number>): readonly number[] =>
  Array.from({ length: WIDTH * HEIGHT * 4 }, (_, i) => {
    const row = Math.floor(i / (WIDTH * 4));
    return pixels[(HEIGHT - 1 - row) * WIDTH * 4 + (i % (WIDTH * 4))] ?? 0;
  });

async function byWebGl(source: string, name: string): Promise<readonly number[]> {
  const renderer = new THREE.WebGLRenderer({ antialias: false });
  const loader = new AssetcLoader(source, { renderer, lods: 'off' });
  const { scene, camera } = sceneOf((await loader.loadModel(name)).scene);
  const target = new THREE.WebGLRenderTarget(WIDTH, HEIGHT);
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4);
  renderer.readRenderTargetPixels(target, 0, 0, WIDTH, HEIGHT, pixels);
  loader.dispose();
  target.dispose();
  renderer.dispose();
  return fromTop(pixels);
}

async function byWebGpu(renderer: WebGPURenderer, source: string, name: string): Promise<readonly number[]> {
  const loader = new AssetcLoader(source, { renderer, lods: 'off' });
  const { scene, camera } = sceneOf((await loader.loadModel(name)).scene);
  const target = new THREE.RenderTarget(WIDTH, HEIGHT);
  renderer.setRenderTarget(target);
  await renderer.renderAsync(scene, camera);
  const pixels = await renderer.readRenderTargetPixelsAsync(target, 0, 0, WIDTH, HEIGHT);
  loader.dispose();
  target.dispose();
  return Array.from(pixels);
}

/** Undefined if this browser has no WebGPU. */
export async function drawBoth(source: string, name: string): Promise<BothPictures | undefined> {
  gpu ??= startGpu();
  const renderer = await gpu;
  if (renderer === undefined) return undefined;
  return {
    width: WIDTH,
    height: HEIGHT,
    webgl: await byWebGl(source, name),
    webgpu: await byWebGpu(renderer, source, name),
  };
}
