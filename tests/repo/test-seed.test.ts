// With which seeds properties run: a run of CI may not fail by a number that nobody chose.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownProcessBelow } from '../../scripts/test/order/own-process.js';
import { FIXED_SEED, seedOf } from '../../scripts/test/order/seed-of.js';

const root = resolve(import.meta.dirname, '../..');

describe('the seed of properties', () => {
  it('is fixed unless ASSETC_SEED says other', () => {
    expect([undefined, '', '7', '-2147483648', 'random'].map(seedOf)).toEqual([
      FIXED_SEED,
      FIXED_SEED,
      7,
      -2147483648,
      undefined,
    ]);
    for (const wrong of ['x', '1.5', '1e3', '4294967296', ' 7']) expect(() => seedOf(wrong)).toThrow(`'${wrong}'`);
  });

  it('has reached fast-check before this file', () => {
    expect(fc.readConfigureGlobal().seed).toBe(seedOf(process.env.ASSETC_SEED));
  });

  it('reaches every file with properties: none has a process of its own', () => {
    const alone = ownProcessBelow(root).filter((path) => readFileSync(path, 'utf8').includes("from 'fast-check'"));
    expect(alone).toEqual([]);
  });
});
