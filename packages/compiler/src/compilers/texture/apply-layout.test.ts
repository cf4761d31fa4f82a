import { describe, expect, it } from 'vitest';
import { applyLayout } from './apply-layout.js';

const image = { width: 2, height: 2, pixels: Uint8Array.from({ length: 16 }, (_, i) => i + 1), hasAlpha: true };
const first = (orientation: string, swizzle: string) => [
  ...applyLayout(image, orientation, swizzle).pixels.slice(0, 4),
];

describe('straighten', () => {
  it('flips rows and columns to our order', () => {
    expect(first('rd', 'rgba')).toEqual([1, 2, 3, 4]);
    expect(first('ld', 'rgba')).toEqual([5, 6, 7, 8]);
    expect(first('ru', 'rgba')).toEqual([9, 10, 11, 12]);
    expect(first('lu', 'rgba')).toEqual([13, 14, 15, 16]);
  });

  it('reorders channels, including constants, and reports whether alpha is left', () => {
    expect(first('rd', 'bgr1')).toEqual([3, 2, 1, 255]);
    expect(first('rd', '0a0r')).toEqual([0, 4, 0, 1]);
    expect(applyLayout(image, 'rd', 'rgb1').hasAlpha).toBe(false);
    expect(applyLayout(image, 'rd', 'rgba').hasAlpha).toBe(true);
  });
});
