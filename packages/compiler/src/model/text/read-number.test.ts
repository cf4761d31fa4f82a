import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFloat, readNumber } from './read-number.js';

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

describe('readFloat', () => {
  const same = (text: string): void => {
    const bytes = new TextEncoder().encode(text);
    expect([text, Math.fround(readFloat(bytes, 0, bytes.length))]).toEqual([text, Math.fround(Number(text))]);
  };

  it('is the float that JavaScript rounds to, for any digits', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(digits, digits, fc.integer({ min: -50, max: 50 }), fc.boolean(), (a, b, exponent, negative) => {
        const number = `${negative ? '-' : ''}${a.join('')}.${b.join('')}`;
        same(number);
        same(`${number}e${exponent}`);
        same(a.join('') + b.join(''));
      }),
      { numRuns: 2000 },
    );
  });

  it('is so for full-precision texts of doubles', () => {
    fc.assert(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (x) => {
        for (const text of [String(x), x.toPrecision(17), x.toFixed(20), x.toPrecision(25)]) same(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('is so next to the midpoint of two floats, where one more digit decides', () => {
    fc.assert(
      fc.property(fc.float({ min: Math.fround(0.001), max: 1000, noNaN: true }), (x) => {
        const bits = new Uint32Array(Float32Array.of(x).buffer);
        bits[0] = (bits[0] ?? 0) + 1;
        const middle = (x + (new Float32Array(bits.buffer)[0] ?? 0)) / 2;
        const exact = middle.toFixed(60).replace(/0+$/, '');
        for (const text of [exact, `${exact}0001`, `${exact.slice(0, -1)}49999999`]) same(text);
      }),
    );
  });

  it.each(['', '-', '.', '12345678901234567890x', '1234567890123456789.0.1', '12345678901234567890e'])(
    'refuses %j',
    (text) => {
      const bytes = new TextEncoder().encode(text);
      expect(readFloat(bytes, 0, bytes.length)).toBeNaN();
    },
  );
});
