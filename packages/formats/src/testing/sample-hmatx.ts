// A material file with one of everything, for the tests of .hmatx and of what reads it.

import { DEFAULT_TEXTURE_USE, type HmatxModel } from '../hmatx/model.js';
import { hashRef } from '../refs/hash-ref.js';

export const sampleHmatx = (): HmatxModel => ({
  rowCount: 4,
  uses: [
    {
      row: 0,
      slot: 'baseColor',
      texture: hashRef('models/chair/tex_0'),
      uvSet: 1,
      wrapS: 'clamp',
      wrapT: 'mirror',
      minFilter: 'linear-mip-linear',
      magFilter: 'nearest',
      offset: [0.25, -1],
      scale: [2, 0.5],
      rotation: 1.5,
    },
    { row: 0, slot: 'thickness', texture: hashRef('models/chair/tex_1'), ...DEFAULT_TEXTURE_USE },
    { row: 3, slot: 'clearcoatNormal', texture: hashRef('models/chair/tex_2'), ...DEFAULT_TEXTURE_USE, wrapT: 'clamp' },
  ],
  anisotropy: [{ row: 1, strength: 0.5, rotation: -0.25 }],
  clearcoat: [
    { row: 0, factor: 1, roughness: 0.125, normalScale: 1 },
    { row: 3, factor: 0.5, roughness: 0, normalScale: -2 },
  ],
  diffuseTransmission: [{ row: 2, factor: 0.75, color: [1, 0.5, 0.25] }],
  dispersion: [{ row: 0, dispersion: 0.5 }],
  ior: [{ row: 0, ior: 1.5 }],
  iridescence: [{ row: 1, factor: 1, ior: 1.25, thicknessMin: 100, thicknessMax: 400 }],
  sheen: [{ row: 2, roughness: 0.5, color: [0.125, 0.25, 0.5] }],
  specular: [{ row: 3, factor: 0.25, color: [2, 1, 0] }],
  transmission: [{ row: 0, factor: 0.875 }],
  unlit: [{ row: 1 }, { row: 2 }],
  volume: [{ row: 0, thickness: 0.5, attenuationDistance: 0, attenuationColor: [0.5, 0.75, 1] }],
  variants: {
    names: ['Leder', '', 'Stoff ♻'],
    maps: [
      { variant: 0, submesh: 0, row: 1 },
      { variant: 2, submesh: 0, row: 3 },
      { variant: 2, submesh: 1, row: 0 },
    ],
  },
});
