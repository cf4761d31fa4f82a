// Writes PNGs: 8 bits, gray, RGB or RGBA, each row with the filter that leaves the smallest residue.

import { crc32, deflateSync } from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** 1 gray, 3 RGB, 4 RGBA. */
  readonly channels: 1 | 3 | 4;
  readonly data: Uint8Array;
}

/** Fills a picture from a function of the texel center (u, v in 0 … 1) that returns channel values 0 … 1. */
export function paint(
  width: number,
  height: number,
  channels: 1 | 3 | 4,
  at: (u: number, v: number) => readonly number[],
): Picture {
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const values = at((x + 0.5) / width, (y + 0.5) / height);
      for (let c = 0; c < channels; c++) {
        data[(y * width + x) * channels + c] = Math.round(Math.min(1, Math.max(0, values[c] ?? 1)) * 255);
      }
    }
  }
  return { width, height, channels, data };
}

/** `effort` is zlib's level; committed files use the highest. */
export function encodePng({ width, height, channels, data }: Picture, effort = 9): Uint8Array {
  const stride = width * channels;
  const rows = new Uint8Array((stride + 1) * height);
  const trial = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    let best = Number.POSITIVE_INFINITY;
    for (let filter = 0; filter < 5; filter++) {
      const cost = filterRow(data, y, stride, channels, filter, trial);
      if (cost >= best) continue;
      best = cost;
      rows[y * (stride + 1)] = filter;
      rows.set(trial, y * (stride + 1) + 1);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 1 ? 0 : channels === 3 ? 2 : 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: effort })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Filters row `y` into `out` and returns the sum of absolute residues. */
function filterRow(data: Uint8Array, y: number, stride: number, bpp: number, filter: number, out: Uint8Array): number {
  let cost = 0;
  for (let i = 0; i < stride; i++) {
    const at = y * stride + i;
    const left = i >= bpp ? (data[at - bpp] ?? 0) : 0;
    const up = y > 0 ? (data[at - stride] ?? 0) : 0;
    const corner = i >= bpp && y > 0 ? (data[at - stride - bpp] ?? 0) : 0;
    const guess =
      filter === 0
        ? 0
        : filter === 1
          ? left
          : filter === 2
            ? up
            : filter === 3
              ? (left + up) >> 1
              : paeth(left, up, corner);
    const residue = ((data[at] ?? 0) - guess) & 255;
    out[i] = residue;
    cost += residue < 128 ? residue : 256 - residue;
  }
  return cost;
}

function paeth(a: number, b: number, c: number): number {
  const pa = Math.abs(b - c);
  const pb = Math.abs(a - c);
  const pc = Math.abs(a + b - 2 * c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

function chunk(type: string, body: Uint8Array): Buffer {
  const out = Buffer.alloc(body.length + 12);
  out.writeUInt32BE(body.length, 0);
  out.write(type, 4, 'latin1');
  out.set(body, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + body.length)), 8 + body.length);
  return out;
}
