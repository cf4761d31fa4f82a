import { expect, it } from 'vitest';
import { openGltf } from '../testing/open-gltf.js';
import { readCameras } from './cameras.js';

function read(...cameras: object[]) {
  const opened = openGltf({ cameras });
  return { ...opened, cameras: readCameras(opened.file) };
}

it('reads both types, and distinguishes missing values from given ones', () => {
  const perspective = { yfov: 0.7, znear: 0.1 };
  const { cameras, warnings } = read(
    { name: 'far', type: 'perspective', perspective: { ...perspective, aspectRatio: 1.5, zfar: 9 } },
    { type: 'perspective', perspective },
    { type: 'orthographic', orthographic: { xmag: 2, ymag: -3, znear: 0, zfar: 4 } },
  );
  expect(cameras).toEqual([
    { is: 'perspective', name: 'far', yfov: 0.7, aspect: 1.5, znear: 0.1, zfar: 9 },
    { is: 'perspective', name: '', yfov: 0.7, aspect: undefined, znear: 0.1, zfar: undefined },
    { is: 'orthographic', name: '', xmag: 2, ymag: -3, znear: 0, zfar: 4 },
  ]);
  expect(warnings()).toEqual([]);
});

it.each<[string, object]>([
  ['no type', {}],
  ['an unknown type', { type: 'fisheye' }],
  ['no lens', { type: 'perspective' }],
  ['no field of view', { type: 'perspective', perspective: { znear: 1 } }],
  ['a zero field of view', { type: 'perspective', perspective: { yfov: 0, znear: 1 } }],
  ['a field of view that is zero in 32 bits', { type: 'perspective', perspective: { yfov: 1e-60, znear: 1 } }],
  ['a number of the wrong type', { type: 'perspective', perspective: { yfov: '1', znear: 1 } }],
  ['a number that overflows', { type: 'perspective', perspective: { yfov: 1, znear: 1e39 } }],
  ['a negative near plane', { type: 'perspective', perspective: { yfov: 1, znear: -1 } }],
  ['a far plane at zero', { type: 'perspective', perspective: { yfov: 1, znear: 1, zfar: 0 } }],
  ['no width', { type: 'orthographic', orthographic: { xmag: 0, ymag: 1, znear: 0, zfar: 1 } }],
])('leaves out a camera with %s, and keeps the others', (_, camera) => {
  const good = { type: 'perspective', perspective: { yfov: 1, znear: 1 } };
  const { cameras, warnings } = read(camera, good);
  expect(cameras.map((each) => each?.is)).toEqual([undefined, 'perspective']);
  expect(warnings()).toEqual([['gltf/broken-part', '/cameras/0']]);
});
