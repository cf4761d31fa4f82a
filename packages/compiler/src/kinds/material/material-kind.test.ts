import { decodeHmat, hashRef } from '@assetc/formats';
import { expect, it } from 'vitest';
import { TestContext } from '../../testing/test-context.js';
import { materialKind } from './material-kind.js';

it('writes a row a material, with the hashes by which the manifest lists the textures', async () => {
  const source = `
- baseColorFactor: [1, 0.5, 0.25, 0.125]
  alphaMode: BLEND
  doubleSided: true
  textures: { emissive: Tex/Glow.png, baseColor: Tex/Oak.png }
- roughnessFactor: 0.5
  textures: { baseColor: Tex/Oak.png, normal: Tex/Oak.n.png }
`;
  const input = { 'm/wood.mat': source, 'Tex/Glow.png': '', 'Tex/Oak.png': '', 'Tex/Oak.n.png': '' };
  const context = new TestContext({ path: 'm/wood.mat', input });
  await materialKind.compile(context);
  expect(context.warnings).toEqual([]);
  expect(decodeHmat(context.output('.hmat'))).toMatchObject([
    {
      baseColorFactor: [1, 0.5, 0.25, 0.125],
      alphaMode: 'BLEND',
      doubleSided: true,
      baseColorTex: hashRef('tex/oak'),
      emissiveTex: hashRef('tex/glow'),
      normalTex: 0n,
    },
    { roughnessFactor: 0.5, baseColorTex: hashRef('tex/oak'), normalTex: hashRef('tex/oak.n'), alphaMode: 'OPAQUE' },
  ]);
  expect(context.outputs[0]?.refersTo).toEqual([hashRef('tex/oak'), hashRef('tex/glow'), hashRef('tex/oak.n')]);
  expect(context.seen).toEqual(['m/wood.mat']);
});
