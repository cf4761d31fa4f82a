import { describe, expect, it } from 'vitest';
import { makePng } from '../../../../tests/support/png.js';
import { isSmallImage } from './image-memory.js';

const settings = (quality: string) => ({ texture: { quality } });
const makeGray = (width: number, height: number) => makePng(width, height, () => [1, 2, 3, 255]);

describe('isSmallImage', () => {
  it('accepts an image of few texels, fewer if each takes longer', () => {
    expect(isSmallImage(makeGray(128, 128), settings('normal'))).toBe(true);
    expect(isSmallImage(makeGray(128, 128), settings('max'))).toBe(false);
    expect(isSmallImage(makeGray(32, 32), settings('max'))).toBe(true);
  });

  it('refuses a short file of many texels', () => {
    const bytes = makeGray(2048, 2048);
    expect(bytes.length).toBeLessThan(1 << 16);
    expect(isSmallImage(bytes, settings('fast'))).toBe(false);
  });

  it.each([
    ['is cut off in its header', makeGray(16, 16).subarray(0, 20)],
    ['is a container', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1')],
    ['is nothing that is known', Buffer.from('hello, this is no image at all, is it')],
  ])('leaves one that %s to a thread', (_, bytes) => {
    expect(isSmallImage(bytes, settings('normal'))).toBe(false);
  });
});
