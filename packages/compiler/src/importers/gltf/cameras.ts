// Cameras, by source index.

import type { CameraModel } from '../../model/scene.js';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';
import { leaveOutBroken } from './leave-out-broken.js';

/** Undefined where one is broken. */
export function readCameras(file: GltfFile): readonly (CameraModel | undefined)[] {
  return file.list('cameras').map((camera) => leaveOutBroken(file, 'camera', camera, () => readCamera(camera)));
}

function readCamera(camera: JsonNode): CameraModel {
  const type = camera.require('type');
  const name = camera.name();
  if (type.value === 'perspective') {
    const lens = camera.require('perspective');
    const [aspect, zfar] = [lens.get('aspectRatio'), lens.get('zfar')];
    return {
      is: 'perspective',
      name,
      yfov: above(lens.require('yfov'), 0),
      aspect: aspect === undefined ? undefined : above(aspect, 0),
      znear: notBelow(lens.require('znear'), 0),
      zfar: zfar === undefined ? undefined : above(zfar, 0),
    };
  }
  if (type.value !== 'orthographic') return type.fail('gltf/bad-json', 'is neither perspective nor orthographic');
  const lens = camera.require('orthographic');
  return {
    is: 'orthographic',
    name,
    xmag: notZero(lens.require('xmag')),
    ymag: notZero(lens.require('ymag')),
    znear: notBelow(lens.require('znear'), 0),
    zfar: above(lens.require('zfar'), 0),
  };
}

/** Held against what 32-bit floats make of it: 1e-60 is nothing. */
function above(node: JsonNode, least: number): number {
  const value = node.number();
  return Math.fround(value) > least ? value : node.fail('gltf/bad-json', `must be above ${least}, not ${value}`);
}

function notBelow(node: JsonNode, least: number): number {
  const value = node.number();
  return value >= least ? value : node.fail('gltf/bad-json', `must be at least ${least}, not ${value}`);
}

function notZero(node: JsonNode): number {
  const value = node.number();
  return Math.fround(value) !== 0 ? value : node.fail('gltf/bad-json', 'must not be 0');
}
