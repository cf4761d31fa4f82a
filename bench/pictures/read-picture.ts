// Decodes pictures for benchmarks: PNG, JPEG and WebP, also WebP as base64 in JavaScript, as some packages have it.

import { readFileSync } from 'node:fs';
import { decode as decodeJpeg } from '@cwasm/jpeg-turbo';
import { decode as decodeWebp } from '@cwasm/webp';
import { PNG } from 'pngjs';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** RGBA. */
  readonly data: Uint8Array;
}

const WRAPPED = /data:image\/webp;base64,([A-Za-z0-9+/=]+)/;

function decode(path: string): { width: number; height: number; data: Uint8Array | Uint8ClampedArray } {
  const bytes = readFileSync(path);
  if (path.endsWith('.png')) return PNG.sync.read(bytes);
  if (path.endsWith('.webp')) return decodeWebp(bytes);
  if (!path.endsWith('.js')) return decodeJpeg(bytes);
  const [, base64] = WRAPPED.exec(bytes.toString('latin1')) ?? [];
  if (base64 === undefined) throw new Error(`${path} contains no picture`);
  return decodeWebp(Buffer.from(base64, 'base64'));
}

export function readPicture(path: string): Picture {
  const { width, height, data } = decode(path);
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
}

/** Crops a picture around its center to at most this size, in whole blocks. */
export function cropCenter(from: Picture, most: number): { width: number; height: number; rgba: Uint8Array } {
  const width = Math.min(most, from.width & ~3);
  const height = Math.min(most, from.height & ~3);
  const x = ((from.width - width) >> 1) * 4;
  const y = (from.height - height) >> 1;
  const rgba = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    const at = (y + row) * from.width * 4 + x;
    rgba.set(from.data.subarray(at, at + width * 4), row * width * 4);
  }
  return { width, height, rgba };
}
