import { decodeHmat, decodeHmatx, hashRef, materialExtras } from '@assetc/formats';
import { expect, it } from 'vitest';
import { TestContext } from '../../testing/test-context.js';
import { materialKind } from './material-kind.js';

it('writes a row per material, with the hashes by which the manifest lists the textures', async () => {
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

it('writes an .hmatx only if a row cannot store everything', async () => {
  const source = `
- {}
- clearcoat: { factor: 1 }
  textures: { baseColor: a.png, clearcoat: b.png }
- textures: { baseColor: { image: a.png, wrap: clamp } }
`;
  const context = new TestContext({ path: 'm.mat', input: { 'm.mat': source, 'a.png': '', 'b.png': '' } });
  await materialKind.compile(context);
  const hmatx = decodeHmatx(context.output('.hmatx'));
  expect(hmatx.rowCount).toBe(3);
  expect(materialExtras(hmatx, 0)).toEqual({ textures: {} });
  expect(materialExtras(hmatx, 1)).toMatchObject({
    clearcoat: { row: 1, factor: 1, roughness: 0, normalScale: 1 },
    textures: { baseColor: { texture: hashRef('a'), wrapS: 'repeat' }, clearcoat: { texture: hashRef('b') } },
  });
  expect(materialExtras(hmatx, 2).textures.baseColor).toMatchObject({ wrapS: 'clamp', wrapT: 'clamp', uvSet: 0 });
  expect(context.outputs.map(({ suffix, refersTo }) => [suffix, refersTo])).toEqual([
    ['.hmat', [hashRef('a')]],
    ['.hmatx', [hashRef('a'), hashRef('b')]],
  ]);
  const plain = new TestContext({ path: 'p.mat', input: { 'p.mat': 'textures: { baseColor: a.png }', 'a.png': '' } });
  await materialKind.compile(plain);
  expect(plain.outputs.map(({ suffix }) => suffix)).toEqual(['.hmat']);
});
