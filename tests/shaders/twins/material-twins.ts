// Materials, light and text: what functions of the headers must return. The SDK's own function if there is one, else the formula of the guides in 64 bits.

import { irradianceAt, levelOfRoughness } from '@assetc/formats';
import { HmatRow } from '@assetc/formats/layouts';
import type { HeaderCase } from './header-case.js';
import { at, median, yes } from './vectors.js';

const material = (bytes: readonly Uint8Array[]) => HmatRow.read(bytes[0] ?? new Uint8Array());

export const MATERIAL_CASES: readonly HeaderCase[] = [
  {
    name: 'assetcIsDoubleSided',
    takes: ['u32'],
    gives: 'bool',
    isExact: true,
    twin: ([flags = []]) => [at(flags, 0) & 1],
  },
  {
    name: 'assetcAlphaMode',
    takes: ['u32'],
    gives: 'u32',
    isExact: true,
    twin: ([flags = []]) => [(at(flags, 0) >> 1) & 3],
  },
  {
    name: 'assetcIsCutOut',
    takes: ['AssetcHmatRow', 'f32'],
    gives: 'bool',
    draw: [undefined, 'fraction'],
    isExact: true,
    twin: ([, alpha = []], bytes) => {
      const { flags, alphaCutoff } = material(bytes);
      return yes(((flags >> 1) & 3) === 1 && at(alpha, 0) < alphaCutoff);
    },
  },
  {
    name: 'assetcMetallicRoughness',
    takes: ['AssetcHmatRow', 'vec4f'],
    gives: 'vec2f',
    twin: ([, texel = []], bytes) => {
      const { metallicFactor, roughnessFactor } = material(bytes);
      return [at(texel, 2) * metallicFactor, at(texel, 1) * roughnessFactor];
    },
  },
  {
    name: 'assetcOcclusion',
    takes: ['AssetcHmatRow', 'f32'],
    gives: 'f32',
    twin: ([, texel = []], bytes) => [1 + material(bytes).occlusionStrength * (at(texel, 0) - 1)],
  },
  {
    name: 'assetcHmatRowEmissiveFactor',
    takes: ['AssetcHmatRow'],
    gives: 'vec3f',
    isExact: true,
    twin: (_, bytes) => material(bytes).emissiveFactor,
  },
  {
    name: 'assetcIrradiance',
    takes: ['array<vec4f, 9>', 'vec3f'],
    gives: 'vec3f',
    draw: [undefined, 'unit'],
    twin: ([sh = [], [x = 0, y = 0, z = 0] = []]) => {
      const irradiance = Float32Array.from({ length: 27 }, (_, i) => at(sh, Math.floor(i / 3) * 4 + (i % 3)));
      return irradianceAt(irradiance, [x, y, z]);
    },
  },
  {
    name: 'assetcLightLevel',
    takes: ['f32', 'f32'],
    gives: 'f32',
    draw: [undefined, 'radiance'],
    twin: ([r = [], n = []]) => [levelOfRoughness(at(r, 0), at(n, 0))],
  },
  {
    name: 'assetcImageLight',
    takes: ['vec3f', 'vec3f', 'vec2f', 'vec3f', 'f32'],
    gives: 'vec3f',
    draw: ['radiance', 'radiance', 'radiance', 'fraction', 'fraction'],
    twin: ([irradiance = [], reflection = [], dfg = [], albedo = [], metallic = []]) => {
      const [a, b, m] = [at(dfg, 0), at(dfg, 1), at(metallic, 0)];
      const share = (f0: number): number => (f0 * a + b) * (1 + f0 * (1 / (a + b) - 1));
      return albedo.map((color, i) => {
        const diffuse = (color * (1 - m) * (1 - share(0.04)) * at(irradiance, i)) / Math.PI;
        return at(reflection, i) * share(0.04 * (1 - m) + color * m) + diffuse;
      });
    },
  },
  { name: 'assetcMedian', takes: ['vec3f'], gives: 'f32', isExact: true, twin: ([v = []]) => [median(v)] },
  {
    name: 'assetcGlyphCoverage',
    takes: ['vec3f', 'f32', 'f32', 'f32'],
    gives: 'f32',
    draw: ['fraction', 'fraction', 'radiance', 'fraction'],
    twin: ([texel = [], edge = [], range = [], pixels = []]) => [
      Math.min(1, Math.max(0, (median(texel) - at(edge, 0)) * at(range, 0) * at(pixels, 0) + 0.5)),
    ],
  },
];
