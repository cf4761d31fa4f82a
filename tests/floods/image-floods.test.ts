// Images that are large, or made to look so: built within a memory budget, for any number of texels.

import { describe, expect, it } from 'vitest';
import { hasCli } from '../support/disk-project.js';
import { emptyIdats, type LargePng, largePng } from './flood-images.js';
import { isLong, MAX_COST, runFlood } from './run-flood.js';

const side = isLong ? 16384 : 4096;
/** The file of blocks and the smaller levels are 2.7 bytes a texel; the rest is the program, its threads and a band. */
const maxMegabytes = (side * side * 2.7) / 2 ** 20 + 300;

describe.skipIf(!hasCli)('floods of images', () => {
  it.each<[string, Omit<LargePng, 'width' | 'height'>]>([
    ['RGB', { depth: 8, channels: 3 }],
    ['RGBA', { depth: 8, channels: 4 }],
    ['RGBA whose last texel is transparent', { depth: 8, channels: 4, endsTransparent: true }],
    ['RGBA of 16 bits', { depth: 16, channels: 4 }],
  ])('builds a large PNG, %s, without holding it', (_, spec) => {
    const png = largePng({ width: side, height: side, ...spec });
    const result = runFlood({ 'a.png': png }, 'default: { texture: { quality: fast } }\n');
    expect(result).toMatchObject({ status: 0, otherBuilt: true });
    expect(result.megabytes).toBeLessThan(maxMegabytes);
  });

  it('builds a PNG of a million empty IDAT chunks in no time', () => {
    const result = runFlood({ 'a.png': emptyIdats(1_000_000) });
    expect(result).toMatchObject({ status: 0, otherBuilt: true });
    expect(result.cost).toBeLessThan(MAX_COST);
    expect(result.megabytes).toBeLessThan(300);
  });
});
