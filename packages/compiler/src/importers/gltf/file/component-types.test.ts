import { expect, it } from 'vitest';
import { failureOf } from '../testing/open-gltf.js';
import { componentType, ELEMENT_TYPES } from './component-types.js';
import { JsonNode } from './json-node.js';

const bytes = new DataView(Uint8Array.of(0, 0xfe, 0xff, 0xbf, 0xc0, 0x7f).buffer);

it.each([
  [5120, 1, 127, -2],
  [5121, 1, 255, 254],
  [5122, 2, 32767, -2],
  [5123, 2, 65535, 65534],
  [5125, 4, 1, 0xc0bffffe],
  [5126, 4, 1, -6 + 2 ** -20],
])('reads %i little-endian at any offset', (code, size, max, value) => {
  const type = componentType(new JsonNode('a', code, ''));
  expect([type.size, type.max, type.read(bytes, 1)]).toEqual([size, max, value]);
});

it('has the number of components of each element type', () => {
  expect(ELEMENT_TYPES).toEqual({ SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 });
});

it('rejects a signed 32-bit integer, which glTF does not have', async () => {
  expect(await failureOf(() => componentType(new JsonNode('a', 5124, '/x')))).toEqual({
    code: 'gltf/bad-accessor',
    pointer: '/x',
    message: '5124 is not a glTF component type',
  });
});
