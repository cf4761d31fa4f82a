// What runs in the browser: the scene of the demo, drawn by @assetc/three with the light of its sky alone and without tone mapping, as examples/vulkan
// draws it.

import { AssetcLoader } from '@assetc/three';
import * as THREE from 'three';

export interface Level {
  readonly camera: { readonly eye: readonly number[]; readonly target: readonly number[]; readonly fovDegrees: number };
  readonly objects: readonly {
    readonly mesh: string;
    readonly position: readonly number[];
    readonly turn?: number;
    readonly scale?: number;
    readonly clip?: string;
  }[];
}

/** RGBA, top row first, base64. Alpha is 0 where no model is. */
export async function drawDemo(
  source: string,
  { camera: view, objects }: Level,
  { width, height, time }: { readonly width: number; readonly height: number; readonly time: number },
): Promise<string> {
  const renderer = new THREE.WebGLRenderer({ antialias: false, alpha: true, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(width, height);
  renderer.toneMapping = THREE.NoToneMapping;
  renderer.setClearColor(0x000000, 0);
  const loader = new AssetcLoader(source, { renderer, lods: 'off' });
  const scene = new THREE.Scene();
  scene.environment = (await loader.loadEnvironment('sky/dusk.env')).texture;
  for (const { mesh, position, turn = 0, scale = 1, clip } of objects) {
    const model = await loader.loadModel(mesh.replace(/\.hmesh$/, ''));
    model.scene.position.fromArray([...position]);
    model.scene.rotation.y = turn;
    model.scene.scale.setScalar(scale);
    scene.add(model.scene);
    const animation = model.animations.find(({ name }) => name === clip);
    if (animation === undefined) continue;
    const mixer = new THREE.AnimationMixer(model.scene);
    mixer.clipAction(animation).play();
    mixer.setTime(time);
  }
  const camera = new THREE.PerspectiveCamera(view.fovDegrees, width / height, 0.1, 100_000);
  camera.position.fromArray([...view.eye]);
  camera.lookAt(new THREE.Vector3().fromArray([...view.target]));
  // Linear, like the blending of an sRGB attachment in Vulkan; a canvas blends encoded colors.
  const target = new THREE.WebGLRenderTarget(width, height, { type: THREE.FloatType });
  renderer.setRenderTarget(target);
  renderer.clear();
  renderer.render(scene, camera);
  const rows = new Float32Array(width * height * 4);
  renderer.readRenderTargetPixels(target, 0, 0, width, height, rows);
  const encode = (v: number): number => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);
  const bytes = Uint8Array.from(rows, (v, i) =>
    Math.round(255 * Math.min(1, Math.max(0, i % 4 === 3 ? v : encode(v)))),
  );
  const lines = Array.from({ length: height }, (_, y) =>
    bytes.subarray((height - 1 - y) * width * 4, (height - y) * width * 4),
  );
  let text = '';
  for (const line of lines) text += String.fromCharCode(...line);
  return btoa(text);
}
