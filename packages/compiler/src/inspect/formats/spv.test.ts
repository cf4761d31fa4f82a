import { FormatError } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { sampleShader } from '../testing/sample-output.js';
import { spvFormat } from './spv.js';

const codes = async (bytes: Uint8Array) => (await spvFormat.validate(bytes)).map(({ code }) => code);
const changed = (at: number, value: number) => {
  const bytes = sampleShader();
  new DataView(bytes.buffer).setUint32(at, value, true);
  return bytes;
};

describe('spvFormat', () => {
  it('reads entry points and their stages', () => {
    expect(spvFormat.describe(sampleShader()).facts).toEqual({
      version: '1.3',
      bound: 5,
      instructions: 2,
      entryPoints: [{ name: 'main', stage: 'compute' }],
    });
  });

  it.each([
    ['another magic', changed(0, 1), 'bad-magic'],
    ['an unknown version', changed(4, 0x00020000), 'bad-version'],
    ['a bound of 0', changed(12, 0), 'bad-value'],
    ['an instruction of no words', changed(20, 17), 'bad-range'],
    ['an instruction past the end', changed(28, (9 << 16) | 15), 'bad-range'],
    ['no entry point', changed(28, (5 << 16) | 1), 'missing'],
    ['half a word', sampleShader().subarray(0, 46), 'truncated'],
    ['nothing', new Uint8Array(0), 'truncated'],
  ])('rejects %s', async (_, bytes, code) => {
    expect(await codes(bytes)).toEqual([code]);
  });

  it('never throws anything but FormatError, whatever bit is flipped', async () => {
    const bytes = sampleShader();
    for (let bit = 0; bit < bytes.byteLength * 8; bit++) {
      const damaged = bytes.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await spvFormat.validate(damaged);
      try {
        spvFormat.describe(damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }
  });
});
