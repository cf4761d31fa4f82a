// The demo in three.js: a skinned dragon, an environment, levels of detail, text. Everything comes from `assetc:`; saved assets are
// reloaded while it runs.

import files from 'assetc:';
import { AssetcLoader, type AssetcModel } from '@assetc/three';
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Level } from './level.js';
import { openClips, openLevels } from './panel.js';

const canvas = document.querySelector<HTMLCanvasElement>('#view') ?? undefined;
const renderer = new THREE.WebGLRenderer({ antialias: true, ...(canvas && { canvas }) });
renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
renderer.toneMapping = THREE.ACESFilmicToneMapping;
renderer.toneMappingExposure = 1.1;
renderer.shadowMap.enabled = true;

// Packs on top of the demo: ?mod=/winter.hpack
const mods = new URLSearchParams(location.search).getAll('mod');
const loader = new AssetcLoader(mods.length === 0 ? files : [files, ...mods], { renderer, anisotropy: 8 });
const level: Level = JSON.parse(new TextDecoder().decode(await loader.read('scene/level.json')));

const scene = new THREE.Scene();
const sky = await loader.loadEnvironment(level.sky);
scene.environment = sky.texture;
scene.background = sky.texture;
scene.backgroundBlurriness = 0.02;

const camera = new THREE.PerspectiveCamera(level.camera.fovDegrees, 1, 0.1, 500);
camera.position.set(...level.camera.eye);
const controls = new OrbitControls(camera, renderer.domElement);
controls.target.set(...level.camera.target);
controls.enableDamping = true;
controls.maxPolarAngle = Math.PI * 0.52;
controls.maxDistance = 60;

const sun = new THREE.DirectionalLight(new THREE.Color(...level.sun.color), 1.6);
sun.position.set(...level.sun.direction).multiplyScalar(40);
sun.castShadow = true;
sun.shadow.mapSize.set(2048, 2048);
sun.shadow.normalBias = 0.05;
Object.assign(sun.shadow.camera, { left: -18, right: 18, top: 18, bottom: -18, near: 1, far: 90 });
const beacon = new THREE.PointLight(new THREE.Color(...level.beacon.color), 60, 30);
beacon.position.set(...level.beacon.position);
scene.add(sun, beacon);

const mixers: THREE.AnimationMixer[] = [];
const models: AssetcModel[] = [];
for (const { mesh, position, turn = 0, scale = 1, clip } of level.objects) {
  const model = await loader.loadModel(mesh);
  model.scene.position.set(...position);
  model.scene.rotation.y = turn;
  model.scene.scale.setScalar(scale);
  scene.add(model.scene);
  models.push(model);
  if (clip !== undefined) mixers.push(openClips(model, clip));
}
const castShadows = (): void => {
  for (const { scene: root } of models)
    root.traverse((object) => {
      object.castShadow = true;
      object.receiveShadow = true;
    });
};
castShadows();

const font = await loader.loadFont(level.title.font);
const title = font.text(level.title.text, { size: 0.075, color: '#fff1d6' });
camera.add(title);
scene.add(camera);

// Reloads changed files in use; a reloaded model has new objects below its scene.
files.onChange(async ({ changed }) => {
  await loader.reload(changed);
  castShadows();
});

const showTriangles = openLevels(loader);
const timer = new THREE.Timer();
renderer.setAnimationLoop(() => {
  const { clientWidth, clientHeight } = renderer.domElement;
  const size = renderer.getSize(new THREE.Vector2());
  if (size.x !== clientWidth || size.y !== clientHeight) {
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    camera.updateProjectionMatrix();
    const half = Math.tan((camera.fov * Math.PI) / 360);
    title.position.set(-0.92 * half * camera.aspect, -0.86 * half, -1);
  }
  timer.update();
  const seconds = timer.getDelta();
  for (const mixer of mixers) mixer.update(seconds);
  beacon.intensity = 60 + 12 * Math.sin(timer.getElapsed() * 2);
  controls.update();
  renderer.render(scene, camera);
  showTriangles(renderer.info.render.triangles);
  document.body.dataset.frames = `${renderer.info.render.frame}`;
});
