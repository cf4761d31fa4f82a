import { expect, it } from 'vitest';
import type { TextureUse } from '../../../model/image/texture-use.js';
import { DEFAULT_FACTORS, type MaterialModel } from '../../../model/scene/material.js';
import type { PrimitiveModel } from '../../../model/scene/scene.js';
import { scene, triangle } from '../testing/models.js';
import { bakeTextureTransforms } from './bake-texture-transforms.js';

const T = { offset: [0.5, 0.25], scale: [2, 4], rotation: Math.PI / 2 } as const;
const OTHER = { ...T, rotation: 0 };
const material = (...uses: readonly Partial<TextureUse>[]): MaterialModel => ({
  ...DEFAULT_FACTORS,
  name: '',
  textures: Object.fromEntries(
    uses.map((use, i) => [['baseColor', 'normal', 'emissive'][i] ?? '', { image: i, ...use }]),
  ),
});

const uvs = Float32Array.of(0, 0, 1, 0, 0, 1);
const bake = (primitives: readonly PrimitiveModel[], materials: readonly MaterialModel[]) => {
  const baked = bakeTextureTransforms(scene(primitives, { materials }));
  return {
    primitives: baked.meshes.flatMap((mesh) => mesh.primitives),
    transforms: baked.materials.map((each) => Object.values(each.textures).map(({ transform }) => transform)),
  };
};

/** A quarter turn maps (u, v) to (v, −u). */
const rotatedUvs = Float32Array.of(0.5, 0.25, 0.5, -1.75, 4.5, 0.25);

it('applies the transform that all textures share to the coordinates, and removes it from the material', () => {
  const { primitives, transforms } = bake(
    [triangle({ uvs, material: 0 })],
    [material({ transform: T }, { transform: T })],
  );
  expect(primitives[0]?.uvs).toEqual(rotatedUvs);
  expect(transforms).toEqual([[undefined, undefined]]);
});

it('returns the same scene if nothing is transformed', () => {
  const still = scene([triangle({ uvs, material: 0 })], { materials: [material({}), material()] });
  expect(bakeTextureTransforms(still)).toBe(still);
});

it('transforms coordinates that primitives share once, and leaves those of others alone', () => {
  const [a, b, c] = bake(
    [triangle({ uvs, material: 0 }), triangle({ uvs, material: 0 }), triangle({ uvs, material: 1 })],
    [material({ transform: T }), material({})],
  ).primitives;
  expect(a?.uvs).toBe(b?.uvs);
  expect(c?.uvs).toBe(uvs);
});

it('transforms each set that a texture uses, and no other', () => {
  const more = { uvs, moreUvs: [uvs], material: 0 };
  const second = bake([triangle(more)], [material({ transform: T, uvSet: 1 })]).primitives[0];
  expect(second?.uvs).toBe(uvs);
  expect(second?.moreUvs).toEqual([rotatedUvs]);
  const missing = bake([triangle({ uvs, material: 0 })], [material({ transform: T, uvSet: 1 })]);
  expect(missing.primitives[0]?.uvs).toBe(uvs);
  expect(missing.transforms).toEqual([[T]]);
});

it.each([
  ['transforms differ', [triangle({ uvs, material: 0 })], [material({ transform: T }, { transform: OTHER })]],
  ['one texture has none', [triangle({ uvs, material: 0 })], [material({ transform: T }, {})]],
  [
    'an animation transforms them',
    [triangle({ uvs, material: 0 })],
    [{ ...material({ transform: T }), movesTextures: true as const }],
  ],
  [
    'one of its primitives has no coordinates',
    [triangle({ uvs, material: 0 }), triangle({ material: 0 })],
    [material({ transform: T })],
  ],
  [
    'a variant disagrees, even by way of another primitive',
    [
      triangle({ uvs, material: 0, variants: [{ variant: 0, material: 1 }] }),
      triangle({ uvs, material: 1, variants: [{ variant: 0, material: 2 }] }),
    ],
    [material({ transform: T }), material({ transform: T }), material({ transform: OTHER })],
  ],
])('leaves everything as it is if %s', (_, primitives, materials) => {
  const { primitives: same, transforms } = bake(primitives, materials);
  expect(same.map((primitive) => primitive.uvs)).toEqual(primitives.map((primitive) => primitive.uvs));
  expect(transforms).toEqual(
    materials.map(({ textures }) => Object.values(textures).map(({ transform }) => transform)),
  );
});

it('ignores materials without textures', () => {
  const primitives = [
    triangle({ uvs, material: 0, variants: [{ variant: 0, material: 1 }] }),
    triangle({ uvs, material: 2, variants: [{ variant: 0, material: 1 }] }),
  ];
  const { transforms } = bake(primitives, [material({ transform: T }), material(), material({ transform: OTHER })]);
  expect(transforms).toEqual([[undefined], [], [undefined]]);
});
