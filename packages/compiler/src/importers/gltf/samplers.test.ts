import { expect, it } from 'vitest';
import { SamplerUse } from './samplers.js';
import { openGltf, refusal } from './testing/open-gltf.js';

function use(samplers: readonly object[], textures: readonly object[]) {
  const opened = openGltf({ samplers, textures });
  const samplerUse = new SamplerUse(opened.file);
  for (const [index, texture] of opened.file.list('textures').entries()) samplerUse.add(index, texture);
  samplerUse.warn();
  return opened.context.warnings;
}

it('says nothing about what engines do anyway', () => {
  expect(use([{ wrapS: 10497, magFilter: 9729, minFilter: 9987 }, {}], [{ sampler: 0 }, { sampler: 1 }, {}])).toEqual(
    [],
  );
});

it('tells once what was asked for, in one order, by how many textures', () => {
  const samplers = [{}, { wrapS: 33648, minFilter: 9728 }, { wrapT: 33071, magFilter: 9728 }];
  expect(use(samplers, [{ sampler: 0 }, { sampler: 1 }, { sampler: 2 }, { sampler: 2 }])).toMatchObject([
    {
      code: 'gltf/dropped-sampler',
      where: { pointer: '/samplers/1' },
      message:
        'samplers are dropped: 3 textures should clamp, have no mip levels, magnify to the nearest texel, mirror',
    },
  ]);
});

it('counts a texture once, however many materials show it', () => {
  const { file, context } = openGltf({ samplers: [{ wrapS: 33071 }], textures: [{ sampler: 0 }] });
  const samplers = new SamplerUse(file);
  samplers.add(0, file.element('textures', 0));
  samplers.add(0, file.element('textures', 0));
  samplers.warn();
  expect(context.warnings[0]?.message).toBe('samplers are dropped: 1 texture should clamp');
});

it('refuses a sampler that is not there', async () => {
  expect(await refusal(() => use([], [{ sampler: 0 }]))).toMatchObject({
    code: 'gltf/bad-reference',
    pointer: '/textures/0/sampler',
  });
});
