// Which seed properties start with: a run of CI must not fail by chance.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIXED_SEED, parseSeed } from '../../scripts/test/setup/property-seed.js';

const root = resolve(import.meta.dirname, '../..');

describe('the seed of properties', () => {
  it('is fixed unless ASSETC_SEED is set', () => {
    expect([undefined, '', '7', '-2147483648', 'random'].map(parseSeed)).toEqual([
      FIXED_SEED,
      FIXED_SEED,
      7,
      -2147483648,
      undefined,
    ]);
    for (const wrong of ['x', '1.5', '1e3', '4294967296', ' 7']) expect(() => parseSeed(wrong)).toThrow(`'${wrong}'`);
  });

  it('has reached fast-check before this file', () => {
    expect(fc.readConfigureGlobal().seed).toBe(parseSeed(process.env.ASSETC_SEED));
  });

  it('reaches every file with properties: files that run alone have none', () => {
    const folders = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`), 'tests', 'bench'];
    const alone = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.alone.test.ts'))
        .map((path) => join(root, folder, path)),
    );
    expect(alone.length).toBeGreaterThan(0);
    expect(alone.filter((path) => readFileSync(path, 'utf8').includes("from 'fast-check'"))).toEqual([]);
  });
});
