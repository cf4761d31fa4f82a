import { describe, expect, it } from 'vitest';
import { differenceOf, gainInWords, type Rgba, shownTexels } from './picture-difference.js';

const picture = (width: number, height: number, ...gray: number[]): Rgba => ({
  width,
  height,
  data: Uint8ClampedArray.from(gray.flatMap((value) => [value, value, value, 255])),
});

describe('differenceOf', () => {
  it('amplifies the largest difference to the end of the scale', () => {
    const { picture: shown, worst, gain } = differenceOf(picture(3, 1, 10, 20, 30), picture(3, 1, 10, 22, 35));
    expect([worst, gain]).toEqual([5, 51]);
    const brightness = [0, 1, 2].map((i) => shown.data[i * 4] ?? 0);
    expect(brightness[0]).toBeLessThan(20);
    expect(brightness[1]).toBeGreaterThan(100);
    expect([...shown.data.subarray(8, 12)]).toEqual([252, 252, 220, 255]);
  });

  it('of equal pictures has no gain', () => {
    const difference = differenceOf(picture(1, 1, 9), picture(1, 1, 9));
    expect([difference.worst, difference.gain]).toEqual([0, 1]);
    expect(gainInWords(difference)).toBe('No pixel differs.');
  });

  it('repeats the texels of the smaller picture', () => {
    const { picture: shown, worst } = differenceOf(picture(2, 1, 50, 60), picture(1, 1, 50));
    expect([shown.width, shown.height, worst]).toEqual([2, 1, 10]);
    expect(shown.data[0]).toBeLessThan(shown.data[4] ?? 0);
  });
});

describe('shownTexels', () => {
  it('repeats a single channel as gray', () => {
    const { data } = shownTexels({ width: 1, height: 1, data: Uint8Array.of(7, 0, 0, 255) }, true);
    expect([...data]).toEqual([7, 7, 7, 255]);
  });

  it('compresses light, and keeps its order', () => {
    // 0, 1, 4 and an opaque alpha as half floats.
    const { data } = shownTexels({ width: 1, height: 1, data: Uint16Array.of(0, 0x3c00, 0x4400, 0x3c00) }, false);
    expect(data[0]).toBe(0);
    expect(data[1]).toBeGreaterThan(150);
    expect(data[2]).toBeGreaterThan(data[1] ?? 255);
    expect(data[3]).toBe(255);
  });
});
