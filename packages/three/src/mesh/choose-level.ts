// Chooses the level of detail of a draw: the coarsest whose projected error stays below a number of pixels. It is chosen when the draw
// begins, by setting the draw range. So there are no extra objects, and skins, morph targets and shadows work.

import * as THREE from 'three';
import type { LevelRange } from './submesh-geometry.js';

const sphere = new THREE.Sphere();
const eye = new THREE.Vector3();
const size = new THREE.Vector2();

interface Screen {
  getDrawingBufferSize(target: THREE.Vector2): THREE.Vector2;
}

/** Returns the level; 0 is the full mesh. Errors scale with the object. */
function levelFor(
  levels: readonly LevelRange[],
  object: THREE.Object3D,
  center: THREE.Sphere,
  camera: THREE.Camera,
  heightPixels: number,
  maxPixels: number,
): number {
  const pixels = pixelsPerUnit(object, center, camera, heightPixels);
  let chosen = 0;
  for (const [i, { error }] of levels.entries()) if (error * pixels <= maxPixels) chosen = i;
  return chosen;
}

function pixelsPerUnit(
  object: THREE.Object3D,
  center: THREE.Sphere,
  camera: THREE.Camera,
  heightPixels: number,
): number {
  const scale = object.matrixWorld.getMaxScaleOnAxis();
  // The second diagonal element: the share of the height that one unit covers at a distance of one.
  const vertical = camera.projectionMatrix.elements[5] ?? 1;
  const perUnit = (Math.abs(vertical) * heightPixels * scale) / 2;
  if (camera instanceof THREE.OrthographicCamera) return perUnit;
  sphere.copy(center).applyMatrix4(object.matrixWorld);
  eye.setFromMatrixPosition(camera.matrixWorld);
  // Inside the sphere, the distance may be zero.
  const distance = Math.max(eye.distanceTo(sphere.center) - sphere.radius, 0);
  return distance === 0 ? Number.POSITIVE_INFINITY : perUnit / distance;
}

/** Makes a draw choose its level on each frame. `bounds` and errors are in the space of the object. `pixels` is called each time, so that it can change. */
export function chooseLevels(
  mesh: THREE.Mesh,
  levels: readonly LevelRange[],
  bounds: THREE.Sphere,
  pixels: () => number,
): void {
  if (levels.length < 2) return;
  const choose = (renderer: Screen, camera: THREE.Camera): void => {
    const { geometry } = mesh;
    const { y } = renderer.getDrawingBufferSize(size);
    const level = levelFor(levels, mesh, bounds, camera, y, pixels());
    const { start, count } = levels[level] ?? { start: 0, count: Number.POSITIVE_INFINITY };
    geometry.setDrawRange(start, count);
  };
  const reset = (): void => mesh.geometry.setDrawRange(0, levels[0]?.count ?? Number.POSITIVE_INFINITY);
  mesh.onBeforeRender = (renderer, _, camera) => choose(renderer, camera);
  mesh.onAfterRender = reset;
  // Shadows use the level that the viewer sees, not the one for the light.
  mesh.onBeforeShadow = (renderer, _, camera) => choose(renderer, camera);
  mesh.onAfterShadow = reset;
}

/** The distance beyond which a level's error stays below `pixels`, for a picture of this height and field of view. For `THREE.LOD`. */
export function distanceFor(error: number, pixels: number, heightPixels: number, fovDegrees: number): number {
  const perUnit = heightPixels / (2 * Math.tan((fovDegrees * Math.PI) / 360));
  return (error * perUnit) / pixels;
}
