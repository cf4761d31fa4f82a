// Images for the UASTC benchmark, 1024² each: montages of the corpus's photographs, or, without the corpus, a generated
// image with the statistics of a photograph (correlated noise of falling amplitude, edges, shading).

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { corpusFolder as CORPUS } from '../../packages/compiler/src/testing/corpus.js';

export type ImageKind = 'photo' | 'rgba' | 'normal' | 'gray' | 'flat';

export interface BenchImage {
  readonly name: string;
  readonly kind: ImageKind;
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

const SIZE = 1024;
const PHOTOS = [
  'photo/500px-tmshre_riaphotographs_srgb8.png',
  'photo/500px-u76c0g_bliznaca_srgb8.png',
  'png/photo_rgb.png',
] as const;
const SMALL_PHOTOS = ['Nikon-D3-14bit', 'a2d1un_nkitzmiller', 'l1qnb5_nkitzmiller', 'ra0ed45_alfann24', 'vgqcws_vin'];

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const readPng = (name: string): Pixels => {
  const { width, height, data } = PNG.sync.read(readFileSync(join(CORPUS, name)));
  return { width, height, data };
};

/** Fills a cell of the montage; a source smaller than the cell is mirrored at its edges. */
function place(to: Uint8Array, x0: number, y0: number, size: number, from: Pixels): void {
  const mirror = (i: number, n: number): number => {
    const m = i % (2 * n);
    return m < n ? m : 2 * n - 1 - m;
  };
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const at = (mirror(y, from.height) * from.width + mirror(x, from.width)) * 4;
      to.set(from.data.subarray(at, at + 4), ((y0 + y) * SIZE + x0 + x) * 4);
    }
}

function photoMontage(): Uint8Array {
  const rgba = new Uint8Array(SIZE * SIZE * 4);
  PHOTOS.forEach((name, i) => {
    place(rgba, (i & 1) * 512, (i >> 1) * 512, 512, readPng(name));
  });
  for (let cell = 0; cell < 64; cell++) {
    const name = SMALL_PHOTOS[cell % SMALL_PHOTOS.length];
    place(rgba, 512 + (cell & 7) * 64, 512 + (cell >> 3) * 64, 64, readPng(`photo/64px-${name}_srgb8.png`));
  }
  for (let i = 3; i < rgba.length; i += 4) rgba[i] = 255;
  return rgba;
}

function rgbaMontage(): Uint8Array {
  const rgba = new Uint8Array(SIZE * SIZE * 4);
  const photo = readPng('png/photo_rgba.png');
  for (let cell = 0; cell < 4; cell++) place(rgba, (cell & 1) * 512, (cell >> 1) * 512, 512, photo);
  return rgba;
}

/** Value noise summed over octaves, in integers so that every machine makes the same image. */
function generatePhoto(seed: number): Uint8Array {
  const rgba = new Uint8Array(SIZE * SIZE * 4);
  const hash = (x: number, y: number, k: number): number => {
    let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(k + seed, 2246822519);
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    return ((h ^ (h >>> 16)) >>> 0) & 255;
  };
  const noise = (x: number, y: number, shift: number, k: number): number => {
    const size = 1 << shift;
    const ix = x >> shift;
    const iy = y >> shift;
    const fx = (x & (size - 1)) / size;
    const fy = (y & (size - 1)) / size;
    const top = hash(ix, iy, k) * (1 - fx) + hash(ix + 1, iy, k) * fx;
    const low = hash(ix, iy + 1, k) * (1 - fx) + hash(ix + 1, iy + 1, k) * fx;
    return top * (1 - fy) + low * fy - 127.5;
  };
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      let luma = 0;
      for (let shift = 8; shift >= 0; shift--) luma += noise(x, y, shift, shift) * (0.11 * 1.42 ** (shift - 4));
      // Objects with hard edges in front: the sign of a coarse field.
      const object = noise(x, y, 6, 31) + noise(x, y, 4, 32) * 0.5 > 40 ? 45 : 0;
      for (let c = 0; c < 3; c++) {
        const tint = noise(x, y, 7, 40 + c) * 0.25 + noise(x, y, 3, 50 + c) * 0.05 + noise(x, y, 0, 60 + c) * 0.012;
        rgba[(y * SIZE + x) * 4 + c] = Math.max(
          0,
          Math.min(255, Math.round(120 + luma + tint + object * (1 - c * 0.4))),
        );
      }
      rgba[(y * SIZE + x) * 4 + 3] = 255;
    }
  return rgba;
}

/** Alpha for a photograph: soft blobs with opaque and empty parts. */
function addAlpha(rgba: Uint8Array): Uint8Array {
  const mask = generatePhoto(77);
  const out = rgba.slice();
  for (let i = 0; i < out.length; i += 4) out[i + 3] = Math.max(0, Math.min(255, ((mask[i] ?? 0) - 90) * 4));
  return out;
}

const luma = (rgba: Uint8Array, at: number): number =>
  ((rgba[at] ?? 0) * 54 + (rgba[at + 1] ?? 0) * 183 + (rgba[at + 2] ?? 0) * 19) / 256;

function toGray(rgba: Uint8Array): Uint8Array {
  const out = rgba.slice();
  for (let i = 0; i < out.length; i += 4) {
    const y = Math.round(luma(rgba, i));
    out[i] = y;
    out[i + 1] = y;
    out[i + 2] = y;
  }
  return out;
}

/** Tangent-space normals of a height field, X and Y in R and G as the texture compiler writes them: B 0, A 255. */
function toNormals(rgba: Uint8Array): Uint8Array {
  const out = new Uint8Array(rgba.length);
  const height = (x: number, y: number): number => {
    const cx = Math.min(Math.max(x, 0), SIZE - 1);
    const cy = Math.min(Math.max(y, 0), SIZE - 1);
    return luma(rgba, (cy * SIZE + cx) * 4);
  };
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      const dx = (height(x - 1, y) - height(x + 1, y)) / 48;
      const dy = (height(x, y - 1) - height(x, y + 1)) / 48;
      const scale = 127.5 / Math.sqrt(dx * dx + dy * dy + 1);
      out.set([Math.round(127.5 + dx * scale), Math.round(127.5 + dy * scale), 0, 255], (y * SIZE + x) * 4);
    }
  return out;
}

export function benchImages(): BenchImage[] {
  const corpus = [...PHOTOS, 'png/photo_rgba.png'].every((name) => existsSync(join(CORPUS, name)));
  const photo = corpus ? photoMontage() : generatePhoto(1);
  const rgba = corpus ? rgbaMontage() : addAlpha(generatePhoto(2));
  const source = corpus ? 'montage' : 'generated';
  const image = (kind: ImageKind, data: Uint8Array): BenchImage => ({
    name: `${source}-${kind}`,
    kind,
    width: SIZE,
    height: SIZE,
    rgba: data,
  });
  return [image('photo', photo), image('rgba', rgba), image('normal', toNormals(photo)), image('gray', toGray(photo))];
}
