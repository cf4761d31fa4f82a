import { expect, it } from 'vitest';
import { extractRoughness, extractSpecular } from './specular-glossiness.js';

const image = (pixels: Uint8Array | Uint16Array) => ({ width: pixels.length / 4, height: 1, pixels, hasAlpha: true });

it('keeps colors and drops glossiness', () => {
  expect(extractSpecular(image(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 0)))).toMatchObject({
    pixels: Uint8Array.of(1, 2, 3, 255, 5, 6, 7, 255),
    hasAlpha: false,
  });
});

it('computes roughness from glossiness times its factor, in 8 and 16 bits', () => {
  expect(extractRoughness(image(Uint8Array.of(1, 2, 3, 0, 4, 5, 6, 255, 7, 8, 9, 101)), 0.5).pixels).toEqual(
    Uint8Array.of(0, 255, 0, 255, 0, 127, 0, 255, 0, 204, 0, 255),
  );
  expect(extractRoughness(image(Uint16Array.of(1, 2, 3, 65535)), 1).pixels).toEqual(Uint16Array.of(0, 0, 0, 65535));
  expect(extractRoughness(image(Uint8Array.of(1, 2, 3, 200)), 3).pixels).toEqual(Uint8Array.of(0, 0, 0, 255));
});
