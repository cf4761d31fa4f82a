// Reads cameras, by source index.

import type { CameraModel } from '../../../model/scene/scene.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';
import { skipIfBroken } from '../skip-if-broken.js';

/** An entry is undefined if the camera is broken. */
export function readCameras(file: GltfFile): readonly (CameraModel | undefined)[] {
  return file.list('cameras').map((camera) => skipIfBroken(file, 'camera', camera, () => readCamera(file, camera)));
}

function readCamera(file: GltfFile, camera: JsonNode): CameraModel {
  const type = camera.require('type');
  const name = camera.name();
  if (type.value === 'perspective') {
    const lens = camera.require('perspective');
    const [aspect, zfar] = [lens.get('aspectRatio'), lens.get('zfar')];
    return checkPlanes(file, lens, {
      is: 'perspective',
      name,
      yfov: requireAbove(lens.require('yfov'), 0),
      aspect: aspect === undefined ? undefined : requireAbove(aspect, 0),
      znear: requireAtLeast(lens.require('znear'), 0),
      zfar: zfar === undefined ? undefined : requireAbove(zfar, 0),
    });
  }
  if (type.value !== 'orthographic') return type.fail('gltf/bad-json', 'is neither perspective nor orthographic');
  const lens = camera.require('orthographic');
  return checkPlanes(file, lens, {
    is: 'orthographic',
    name,
    xmag: requireNonZero(lens.require('xmag')),
    ymag: requireNonZero(lens.require('ymag')),
    znear: requireAtLeast(lens.require('znear'), 0),
    zfar: requireAbove(lens.require('zfar'), 0),
  });
}

/** Warns if nothing is between the planes. */
function checkPlanes(file: GltfFile, lens: JsonNode, camera: CameraModel): CameraModel {
  const { znear, zfar } = camera;
  if (zfar !== undefined && zfar <= znear)
    file.warnOnce(
      'gltf/broken-rule',
      lens,
      `the camera shows nothing: zfar (${zfar}) is not above znear (${znear}); both are stored as they are`,
      'camera',
      'Set the clipping distances of the camera again.',
    );
  return camera;
}

/** Compares the value as a 32-bit float: 1e-60 is zero. */
function requireAbove(node: JsonNode, min: number): number {
  const value = node.number();
  return Math.fround(value) > min ? value : node.fail('gltf/bad-json', `must be above ${min}, not ${value}`);
}

function requireAtLeast(node: JsonNode, min: number): number {
  const value = node.number();
  return value >= min ? value : node.fail('gltf/bad-json', `must be at least ${min}, not ${value}`);
}

function requireNonZero(node: JsonNode): number {
  const value = node.number();
  return Math.fround(value) !== 0 ? value : node.fail('gltf/bad-json', 'must not be 0');
}
