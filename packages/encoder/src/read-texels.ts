// Converts the caller's texels to RGBA: gray in all colors, red and green with blue 0, and full alpha if there is none.

import type { SourceImage } from './encode-options.js';
import type { Image } from './image.js';
import { sharedBytes, sharedCodes } from './shared-memory.js';

interface Reading {
  readonly channels: number;
  /** Ignore alpha. */
  readonly isOpaque: boolean;
  /** Other threads will read them. */
  readonly isShared: boolean;
}

/** Returns the caller's array if no conversion is needed. */
export function readTexels({ width, height, data }: SourceImage, { channels, isOpaque, isShared }: Reading): Image {
  const full = data instanceof Uint16Array ? 65535 : 255;
  const hasAlpha = channels === 4 && !isOpaque && anyBelow(data, full);
  const keepsAlpha = channels === 4 && (!isOpaque || !anyBelow(data, full));
  if (keepsAlpha && !isShared) return { width, height, pixels: plain(data), hasAlpha };
  const count = width * height;
  const pixels = data instanceof Uint16Array ? sharedCodes(count * 4) : sharedBytes(count * 4);
  if (keepsAlpha) pixels.set(data);
  else spread(data, channels, pixels, full);
  return { width, height, pixels, hasAlpha };
}

const plain = (data: SourceImage['data']): Uint8Array | Uint16Array =>
  data instanceof Uint8ClampedArray ? new Uint8Array(data.buffer, data.byteOffset, data.length) : data;

function anyBelow(data: SourceImage['data'], full: number): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== full) return true;
  return false;
}

function spread(data: SourceImage['data'], channels: number, out: Uint8Array | Uint16Array, full: number): void {
  for (let from = 0, to = 0; to < out.length; from += channels, to += 4) {
    const red = data[from] ?? 0;
    out[to] = red;
    out[to + 1] = channels === 1 ? red : (data[from + 1] ?? 0);
    out[to + 2] = channels === 1 ? red : channels === 2 ? 0 : (data[from + 2] ?? 0);
    out[to + 3] = full;
  }
}
