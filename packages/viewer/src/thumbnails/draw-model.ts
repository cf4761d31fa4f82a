// Small pictures of meshes and materials, drawn with the page's renderer while no stage uses it. The background is transparent: the picture is
// drawn on black and on white, and the difference is its alpha.

import * as THREE from 'three';
import type { Entry, Store } from '../store/store.js';
import { framePoints } from '../views/mesh/frame-points.js';
import { drawScene, theRenderer } from '../views/stage/renderer.js';
import { sharedLoader } from '../views/stage/shared-loader.js';
import { SIDE_PIXELS } from './side.js';

/** Larger meshes have no picture: a page of a large pack must not read it whole. */
const MAX_MESH_BYTES = 1 << 22;

const isBusy = (): boolean => theRenderer().domElement.isConnected;

export async function drawMesh(store: Store, { path, size }: Entry): Promise<Blob | 'later' | undefined> {
  if (size > MAX_MESH_BYTES) return undefined;
  if (isBusy()) return 'later';
  const model = await sharedLoader(store).loader.loadModel(path);
  try {
    return isBusy() ? 'later' : await picture(model.scene, framePoints(model));
  } finally {
    model.dispose();
  }
}

export async function drawMaterial(store: Store, { path }: Entry): Promise<Blob | 'later' | undefined> {
  if (isBusy()) return 'later';
  const { loader } = sharedLoader(store);
  const materials = await loader.loadMaterials(path.replace(/\.hmatx?$/, ''));
  const ball = new THREE.Mesh(new THREE.SphereGeometry(1, 48, 32), materials[0] ?? new THREE.MeshBasicMaterial());
  try {
    const points = framePoints({ scene: ball, draws: [{ object: ball }] });
    return isBusy() || materials[0] === undefined ? 'later' : await picture(ball, points);
  } finally {
    ball.geometry.dispose();
    loader.release(materials);
  }
}

/** Without an environment, which would take seconds to prepare. */
function light(scene: THREE.Scene): void {
  const sun = new THREE.DirectionalLight(0xffffff, 2.6);
  sun.position.set(0.6, 1, 0.9);
  const back = new THREE.DirectionalLight(0xffffff, 0.8);
  back.position.set(-1, 0.4, -0.6);
  scene.add(sun, back, new THREE.HemisphereLight(0xffffff, 0x8a8f99, 1.5));
}

/** As close as the points allow. */
function cameraFor(points: Float32Array): THREE.Camera {
  const box = new THREE.Box3().setFromArray(points);
  const radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, 1e-4);
  const center = box.getCenter(new THREE.Vector3());
  const camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, radius * 8);
  camera.position.copy(center).addScaledVector(new THREE.Vector3(0.8, 0.55, 1).normalize(), radius * 4);
  camera.lookAt(center);
  camera.updateMatrixWorld();
  const seen = new THREE.Box3();
  const point = new THREE.Vector3();
  for (let i = 0; i + 2 < points.length; i += 3)
    seen.expandByPoint(point.fromArray(points, i).applyMatrix4(camera.matrixWorldInverse));
  const [middle, size] = [seen.getCenter(new THREE.Vector3()), seen.getSize(new THREE.Vector3())];
  const half = Math.max(size.x, size.y, radius / 100) / 2;
  const { x, y } = middle;
  Object.assign(camera, { left: x - half, right: x + half, top: y + half, bottom: y - half });
  camera.updateProjectionMatrix();
  return camera;
}

/** Draws at once: a stage may take the renderer at the next await. */
function picture(object: THREE.Object3D, points: Float32Array): Promise<Blob> {
  const renderer = theRenderer();
  const scene = new THREE.Scene();
  scene.add(object);
  light(scene);
  const camera = cameraFor(points);
  renderer.setPixelRatio(1);
  renderer.setSize(SIDE_PIXELS, SIDE_PIXELS, false);
  const canvas = new OffscreenCanvas(SIDE_PIXELS, SIDE_PIXELS);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('the browser has no 2D canvas');
  const [black, white] = [0x000000, 0xffffff].map((color) => {
    scene.background = new THREE.Color(color);
    drawScene(scene, camera);
    context.drawImage(renderer.domElement, 0, 0);
    return context.getImageData(0, 0, SIDE_PIXELS, SIDE_PIXELS);
  });
  if (black === undefined || white === undefined) throw new Error('nothing was drawn');
  scene.clear();
  context.putImageData(withAlpha(black, white), 0, 0);
  return canvas.convertToBlob();
}

/** What is equal on black and white is opaque. */
function withAlpha(black: ImageData, white: ImageData): ImageData {
  const { data } = black;
  for (let i = 0; i < data.length; i += 4) {
    const alpha = 255 - ((white.data[i + 1] ?? 0) - (data[i + 1] ?? 0));
    for (let k = 0; k < 3; k++) data[i + k] = alpha > 0 ? ((data[i + k] ?? 0) * 255) / alpha : 0;
    data[i + 3] = alpha;
  }
  return black;
}
