import { expect, test } from 'vitest';
import { rgba8Format, rgba16fFormat } from './basic-formats.js';
import { encodeKtx2 } from './encode.js';
import {
  IRRADIANCE_KEY,
  irradianceAt,
  irradianceEntry,
  levelOfRoughness,
  readEnvironmentLight,
  roughnessOfLevel,
} from './light.js';
import { decodeKtx2 } from './read.js';
import { validateKtx2 } from './validate.js';

const coefficients = Float32Array.from({ length: 27 }, (_, i) => i / 8 - 1);

const cube = (value: Uint8Array) =>
  encodeKtx2({
    format: rgba16fFormat(),
    pixelWidth: 2,
    pixelHeight: 2,
    faceCount: 6,
    keyValues: [{ key: IRRADIANCE_KEY, value }],
    levels: [{ bytes: new Uint8Array(6 * 32) }, { bytes: new Uint8Array(6 * 8) }],
  });

test('light is read as it was written', () => {
  const bytes = cube(irradianceEntry(coefficients).value);
  expect(validateKtx2(bytes)).toEqual([]);
  expect(readEnvironmentLight(decodeKtx2(bytes))).toEqual({ levelCount: 2, irradiance: coefficients });
});

test('other textures are no light', () => {
  const bytes = encodeKtx2({
    format: rgba8Format('srgb'),
    pixelWidth: 1,
    pixelHeight: 1,
    levels: [{ bytes: new Uint8Array(4) }],
  });
  expect(readEnvironmentLight(decodeKtx2(bytes))).toBeUndefined();
});

test('an entry that is short or not finite is found by the validator and refused by the reader', () => {
  const nan = irradianceEntry(coefficients.map((value, i) => (i === 5 ? Number.NaN : value))).value;
  for (const value of [new Uint8Array(104), nan]) {
    expect(validateKtx2(cube(value))).toMatchObject([{ code: 'bad-value', field: 'KVD[1].value' }]);
    expect(() => readEnvironmentLight(decodeKtx2(cube(value)))).toThrow(/assetcSH9/);
  }
});

test('levels and roughness go into each other', () => {
  expect([0, 0.2, 0.5, 1, 7].map((roughness) => levelOfRoughness(roughness, 6))).toEqual([0, 1, 2.5, 5, 5]);
  for (let level = 0; level < 6; level++)
    expect(levelOfRoughness(roughnessOfLevel(level, 6), 6)).toBeCloseTo(level, 12);
});

test('each coefficient stands for its function', () => {
  const normal = [0.48, 0.6, -0.64] as const;
  const [x, y, z] = normal;
  const functions = [
    ...[0.282095, 0.488603 * y, 0.488603 * z, 0.488603 * x, 1.092548 * x * y, 1.092548 * y * z],
    ...[0.315392 * (3 * z * z - 1), 1.092548 * x * z, 0.546274 * (x * x - y * y)],
  ];
  for (const [n, value] of functions.entries()) {
    const one = Float32Array.from({ length: 27 }, (_, i) => (i === n * 3 + 1 ? Math.sign(value) : 0));
    expect(irradianceAt(one, normal)[1]).toBeCloseTo(Math.abs(value), 5);
    expect(irradianceAt(one, normal)[0]).toBe(0);
  }
});
