import { expect, it } from 'vitest';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { readSampler } from './samplers.js';

function read(sampler: object, texture: object = { sampler: 0 }) {
  const opened = openGltf({ samplers: [sampler], textures: [texture] });
  return { sampler: readSampler(opened.file, opened.at('/textures/0')), warnings: opened.warnings() };
}

it('is undefined if it has no properties', () => {
  expect(read({}).sampler).toBeUndefined();
  expect(read({ wrapS: 33071 }, {}).sampler).toBeUndefined();
});

it.each([
  [
    { wrapS: 10497, wrapT: 33071 },
    { wrapS: 'repeat', wrapT: 'clamp' },
  ],
  [
    { wrapS: 33648, magFilter: 9728 },
    { wrapS: 'mirror', magFilter: 'nearest' },
  ],
  [
    { minFilter: 9728, magFilter: 9729 },
    { minFilter: 'nearest', magFilter: 'linear' },
  ],
  [{ minFilter: 9729 }, { minFilter: 'linear' }],
  [{ minFilter: 9984 }, { minFilter: 'nearest-mip-nearest' }],
  [{ minFilter: 9985 }, { minFilter: 'linear-mip-nearest' }],
  [{ minFilter: 9986 }, { minFilter: 'nearest-mip-linear' }],
  [{ minFilter: 9987 }, { minFilter: 'linear-mip-linear' }],
])('names %j', (sampler, expected) => {
  expect(read(sampler)).toEqual({ sampler: expected, warnings: [] });
});

it('ignores a number that glTF does not define, with a warning at its position', () => {
  expect(read({ wrapS: 33069, wrapT: 33071, magFilter: 9987 })).toEqual({
    sampler: { wrapT: 'clamp' },
    warnings: [
      ['gltf/dropped-sampler', '/samplers/0/wrapS'],
      ['gltf/dropped-sampler', '/samplers/0/magFilter'],
    ],
  });
});

it.each([
  [{ sampler: 1 }, {}, 'gltf/bad-reference', '/textures/0/sampler'],
  [{ sampler: 0 }, { wrapS: 'clamp' }, 'gltf/bad-json', '/samplers/0/wrapS'],
])('rejects %j with %j', async (texture, sampler, code, pointer) => {
  expect(await failureOf(() => read(sampler, texture))).toMatchObject({ code, pointer });
});
