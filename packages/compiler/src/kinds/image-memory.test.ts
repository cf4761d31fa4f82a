import { describe, expect, it } from 'vitest';
import { makePng } from '../../../../tests/support/png.js';
import { isSmallImage } from './image-memory.js';

const settings = (quality: string) => ({ texture: { quality } });
const grey = (width: number, height: number) => makePng(width, height, () => [1, 2, 3, 255]);

describe('isSmallImage', () => {
  it('takes an image of few texels, fewer where each takes longer', () => {
    expect(isSmallImage(grey(128, 128), settings('normal'))).toBe(true);
    expect(isSmallImage(grey(128, 128), settings('max'))).toBe(false);
    expect(isSmallImage(grey(32, 32), settings('max'))).toBe(true);
  });

  it('leaves a short file of many texels to a thread', () => {
    const bytes = grey(2048, 2048);
    expect(bytes.length).toBeLessThan(1 << 16);
    expect(isSmallImage(bytes, settings('fast'))).toBe(false);
  });

  it.each([
    ['is cut off in its header', grey(16, 16).subarray(0, 20)],
    ['is a container', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1')],
    ['is nothing that is known', Buffer.from('hello, this is no image at all, is it')],
  ])('leaves one that %s to a thread', (_, bytes) => {
    expect(isSmallImage(bytes, settings('normal'))).toBe(false);
  });
});
