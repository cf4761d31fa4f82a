import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber } from './read-number.js';

const read = (text: string): number => {
  const bytes = new TextEncoder().encode(text);
  return readNumber(bytes, 0, bytes.length);
};

describe('readNumber', () => {
  it('rounds exactly as JavaScript does, for any double in any spelling', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 0, max: 20 }), (x, digits) => {
        for (const text of [String(x), x.toExponential(digits), ...(Math.abs(x) < 1e20 ? [x.toFixed(digits)] : [])])
          expect(read(text)).toBe(Number(text));
      }),
    );
  });

  it.each(['', '-', '.', '1.2.3', 'e5', '1e', '1e+', '0x10', 'nan', 'inf', '1,5', '--1', '1_0'])(
    'refuses %j',
    (text) => {
      expect(read(text)).toBeNaN();
    },
  );

  it.each([
    ['+.5', 0.5],
    ['5.', 5],
    ['-0', -0],
    ['1E3', 1000],
    ['00012', 12],
    ['123456789012345678901234567890', 1.2345678901234568e29],
    ['1e-400', 0],
  ])('reads %s', (text, value) => {
    expect(read(text)).toBe(value);
  });
});
