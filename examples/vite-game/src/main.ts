// A boat, a sea, and lamps to light. Save any asset while it runs: it is reloaded without losing the state of the game.

import files from 'assetc:';
import { AssetcLoader } from '@assetc/three';
import * as THREE from 'three';
import { Boat } from './boat.js';
import { Buoys } from './buoys.js';

const canvas = document.querySelector<HTMLCanvasElement>('#view') ?? undefined;
const renderer = new THREE.WebGLRenderer({ antialias: true, ...(canvas && { canvas }) });
renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
renderer.toneMapping = THREE.ACESFilmicToneMapping;

const loader = new AssetcLoader(files, { renderer, anisotropy: 8 });
files.onChange(({ changed }) => loader.reload(changed));

const scene = new THREE.Scene();
const sky = await loader.loadEnvironment('sky/noon.env');
scene.environment = sky.texture;
scene.background = sky.texture;
scene.fog = new THREE.Fog('#d9cdb4', 30, 110);
const sun = new THREE.DirectionalLight('#ffe3b8', 2.2);
sun.position.set(4.5, 4.2, -7.9);
scene.add(sun);

const [sea] = await loader.loadMaterials('materials/sea');
const water = new THREE.Mesh(new THREE.PlaneGeometry(400, 400), sea);
water.rotation.x = -Math.PI / 2;
const { uv } = water.geometry.attributes;
if (uv instanceof THREE.BufferAttribute)
  for (let i = 0; i < uv.count; i++) uv.setXY(i, uv.getX(i) * 50, uv.getY(i) * 50);
scene.add(water);

const boat = new Boat((await loader.loadModel('models/boat')).scene);
const buoys = new Buoys(await Promise.all(Array.from({ length: 9 }, () => loader.loadModel('models/buoy'))));
scene.add(boat.object, buoys.group);

const camera = new THREE.PerspectiveCamera(46, 1, 0.1, 300);
const score = document.querySelector('#score b');
let lamps = 0;
const timer = new THREE.Timer();

renderer.setAnimationLoop(() => {
  const { clientWidth, clientHeight } = renderer.domElement;
  const size = renderer.getSize(new THREE.Vector2());
  if (size.x !== clientWidth || size.y !== clientHeight) {
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    camera.updateProjectionMatrix();
  }
  timer.update();
  const seconds = Math.min(timer.getDelta(), 0.1);
  const time = timer.getElapsed();
  boat.sail(seconds, time);
  const lit = buoys.update(boat.object.position, time);
  lamps += lit;
  if (lit > 0 && score !== null) score.textContent = `${lamps}`;

  // The sea follows the boat, but its texture stays in place.
  const { x, z } = boat.object.position;
  water.position.set(x, 0, z);
  if (sea instanceof THREE.MeshStandardMaterial) sea.normalMap?.offset.set(x / 8 + time * 0.02, -z / 8 + time * 0.013);
  boat.follow(camera, seconds);
  renderer.render(scene, camera);
  document.body.dataset.frames = `${renderer.info.render.frame}`;
});
