import { FormatError } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { sampleShader } from '../testing/sample-output.js';
import { spvFormat } from './spv.js';

describe('spvFormat', () => {
  it('reads entry points and their stages', async () => {
    expect(spvFormat.recognizes(sampleShader())).toBe(true);
    expect(await spvFormat.validate(sampleShader())).toEqual([]);
    expect(spvFormat.describe(sampleShader())).toEqual({
      facts: { version: '1.3', bound: 5, instructions: 10, entryPoints: [{ name: 'main', stage: 'compute' }] },
      statements: ['compute main', 'SPIR-V 1.3', '10 instructions'],
      totals: { shaders: 1 },
    });
  });

  it('throws only FormatError for any flipped bit', async () => {
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
