// What runs in the browser: the scene of the demo, drawn by @assetc/three with its sky, the light of its sky alone and without tone mapping, as
// examples/vulkan draws it.

import { AssetcLoader } from '@assetc/three';
import * as THREE from 'three';

export interface Camera {
  readonly eye: readonly number[];
  readonly target: readonly number[];
  readonly fovDegrees: number;
}

export interface Level {
  readonly camera: Camera;
  readonly objects: readonly {
    readonly mesh: string;
    readonly position: readonly number[];
    readonly turn?: number;
    readonly scale?: number;
    readonly clip?: string;
  }[];
}

export interface View {
  readonly cameras: readonly Camera[];
  readonly width: number;
  readonly height: number;
  readonly time: number;
}

async function loadScene(
  renderer: THREE.WebGLRenderer,
  source: string,
  { objects }: Level,
  time: number,
): Promise<THREE.Scene> {
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
  return scene;
}

/** Per camera, RGBA, top row first, base64. Alpha is 0 where no model is, although the sky is drawn there. */
export async function drawDemo(
  source: string,
  level: Level,
  { cameras, width, height, time }: View,
): Promise<string[]> {
  const renderer = new THREE.WebGLRenderer({ antialias: false, alpha: true, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(width, height);
  renderer.toneMapping = THREE.NoToneMapping;
  renderer.setClearColor(0x000000, 0);
  const scene = await loadScene(renderer, source, level, time);
  // Linear, like the blending of an sRGB attachment in Vulkan; a canvas blends encoded colors.
  const target = new THREE.WebGLRenderTarget(width, height, { type: THREE.FloatType });
  renderer.setRenderTarget(target);
  const draw = (view: Camera, background: THREE.Texture | null): Float32Array => {
    const camera = new THREE.PerspectiveCamera(view.fovDegrees, width / height, 0.1, 100_000);
    camera.position.fromArray([...view.eye]);
    camera.lookAt(new THREE.Vector3().fromArray([...view.target]));
    scene.background = background;
    renderer.clear();
    renderer.render(scene, camera);
    const texels = new Float32Array(width * height * 4);
    renderer.readRenderTargetPixels(target, 0, 0, width, height, texels);
    return texels;
  };
  const encode = (v: number): number => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);
  return cameras.map((camera) => {
    const models = draw(camera, null);
    const all = draw(camera, scene.environment);
    const bytes = Uint8Array.from(all, (v, i) =>
      Math.round(255 * Math.min(1, Math.max(0, i % 4 === 3 ? (models[i] ?? 0) : encode(v)))),
    );
    let text = '';
    for (let y = height - 1; y >= 0; y--)
      text += String.fromCharCode(...bytes.subarray(y * width * 4, (y + 1) * width * 4));
    return btoa(text);
  });
}
