// A sky of one color through the whole compiler: every texel of every level of its light still has that color.

import { decodeHdrLevel, decodeKtx2, fromHalf, irradianceAt, readEnvironmentLight, readLevel } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { loadZstd } from '../../packages/compiler/src/encoding/zstd.js';
import type { SettingValue } from '../../packages/compiler/src/model/kind/setting.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { makeHdr } from '../support/make-hdr.js';

/** Exact in Radiance's eight bits. The exposure makes them need more bits. */
const SOURCE = [23 / 32, 42 / 32, 163 / 32] as const;
const EXPOSURE = 0.37;
const COLOR = SOURCE.map((light) => light * 2 ** EXPOSURE);
const sky = makeHdr(256, 128, () => SOURCE);

type Texture = Readonly<Record<string, SettingValue>>;

/** The light of the sky, and the largest relative error at each of its levels. */
async function compileLight(texture: Texture) {
  const context = await new TestContext({
    path: 'sky.env.hdr',
    input: { 'sky.env.hdr': sky },
    settings: { texture, environment: { rotate: 33, exposure: EXPOSURE } },
  }).compile();
  const ktx = decodeKtx2(context.output('.ibl.ktx2'));
  const zstd = await loadZstd();
  const errors = ktx.levels.map((stored, level) => {
    const bytes = readLevel(stored, (frame, length) => zstd.decompress(frame, length));
    let worst = 0;
    for (let face = 0; face < 6; face++)
      for (const [i, half] of decodeHdrLevel(ktx, bytes, { level, face }).halfs.entries())
        worst = Math.max(worst, Math.abs(fromHalf(half) / (COLOR[i % 4] ?? 1) - 1));
    return worst;
  });
  return { ktx, errors };
}

describe('a sky of one color', () => {
  it('is lit by that color at all levels to 1e-3, in halfs', async () => {
    const { ktx, errors } = await compileLight({ compress: false, hdrRaw: 'rgba16f' });
    expect([ktx.pixelWidth, ktx.levels.length]).toEqual([64, 4]);
    for (const error of errors) expect(error).toBeLessThanOrEqual(1e-3);
    const { irradiance } = readEnvironmentLight(ktx) ?? { irradiance: new Float32Array() };
    for (const normal of [[0, 1, 0] as const, [0.48, -0.6, 0.64] as const])
      for (const [channel, light] of irradianceAt(irradiance, normal).entries())
        expect(Math.abs(light / (Math.PI * (COLOR[channel] ?? 0)) - 1)).toBeLessThanOrEqual(1e-3);
  });

  it.each([
    ['UASTC HDR', {}],
    ['BC6H', { target: 'bc' }],
    ['RGB9E5', { target: 'etc2' }],
  ] as const)('keeps its shape in %s; its error is that of the encoder', async (name, texture) => {
    const { ktx, errors } = await compileLight(texture);
    console.log(`a constant sky in ${name}: ${errors.map((error) => error.toExponential(1)).join(', ')} by level`);
    expect([ktx.pixelWidth, ktx.levels.length, ktx.faceCount]).toEqual([64, 4, 6]);
    // No block is broken. The encoder's own tests check its precision.
    for (const error of errors) expect(error).toBeLessThan(0.1);
  });
});
