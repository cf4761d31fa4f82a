// Embedded files can have any size: they are copied, recorded, packed and verified without being completely in memory.

import { describe, expect, it } from 'vitest';
import { hasCli } from '../support/disk-project.js';
import { isLong, runFlood } from './run-flood.js';

/** Longer than one buffer can be, or long enough to tell. */
const sizeBytes = isLong ? 2 ** 31 + 12_345 : 3e8;

describe.skipIf(!hasCli)('floods of embedded files', () => {
  it('copies and packs one that no buffer holds', () => {
    const result = runFlood({ 'film.mp4': sizeBytes }, 'embed: ["*.mp4"]\npack: true\n');
    expect(result.stderr).not.toMatch(/error/);
    expect(result).toMatchObject({ status: 0, otherBuilt: true, sizes: { 'film.mp4': sizeBytes } });
    expect(result.megabytes).toBeLessThan(300);
  });
});
