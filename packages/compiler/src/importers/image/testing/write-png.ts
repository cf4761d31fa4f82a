// A PNG writer for tests: every color type, depth, filter and interlacing, with optional faults.

import { deflateSync } from 'node:zlib';
import { crc32 } from '../../../model/crc32.js';

export interface PngSpec {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: number;
  /** Samples in reading order, channels interleaved. */
  readonly samples: readonly number[];
  /** The filter of each row; default 0. */
  readonly filter?: (row: number) => number;
  readonly interlaced?: boolean;
  /** Chunks between IHDR and IDAT. */
  readonly before?: readonly (readonly [string, Uint8Array])[];
  /** Chunks between IDAT and IEND. */
  readonly after?: readonly (readonly [string, Uint8Array])[];
  readonly idatParts?: number;
}

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export function pngChunk(type: string, payload: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + payload.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, payload.length);
  for (let i = 0; i < 4; i++) out[4 + i] = type.charCodeAt(i);
  out.set(payload, 8);
  view.setUint32(8 + payload.length, crc32(out.subarray(4, 8 + payload.length)));
  return out;
}

export function pngHeader(width: number, height: number, depth: number, colorType: number, interlace = 0): Uint8Array {
  const out = new Uint8Array(13);
  new DataView(out.buffer).setUint32(0, width);
  new DataView(out.buffer).setUint32(4, height);
  out.set([depth, colorType, 0, 0, interlace], 8);
  return out;
}

export const joinPng = (...chunks: readonly Uint8Array[]): Uint8Array =>
  new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]));

export function writePng(spec: PngSpec): Uint8Array {
  const data = new Uint8Array(deflateSync(filteredRows(spec)));
  const parts = spec.idatParts ?? 1;
  const step = Math.ceil(data.length / parts);
  return joinPng(
    pngChunk('IHDR', pngHeader(spec.width, spec.height, spec.depth, spec.colorType, spec.interlaced ? 1 : 0)),
    ...(spec.before ?? []).map(([type, payload]) => pngChunk(type, payload)),
    ...Array.from({ length: parts }, (_, i) => pngChunk('IDAT', data.subarray(i * step, (i + 1) * step))),
    ...(spec.after ?? []).map(([type, payload]) => pngChunk(type, payload)),
    pngChunk('IEND', new Uint8Array()),
  );
}

export function filteredRows(spec: PngSpec): Uint8Array {
  const channels = CHANNELS[spec.colorType] ?? 1;
  const rows: number[] = [];
  for (const [x0, y0, dx, dy] of spec.interlaced ? ADAM7 : ([[0, 0, 1, 1]] as const)) {
    let prior: number[] = [];
    let row = 0;
    if (x0 >= spec.width) continue;
    for (let y = y0; y < spec.height; y += dy) {
      const samples: number[] = [];
      for (let x = x0; x < spec.width; x += dx)
        for (let c = 0; c < channels; c++) samples.push(spec.samples[(y * spec.width + x) * channels + c] ?? 0);
      const raw = packSamples(samples, spec.depth);
      const filter = spec.filter?.(row++) ?? 0;
      rows.push(filter, ...applyFilter(filter, raw, prior, Math.max(1, (channels * spec.depth) >> 3)));
      prior = raw;
    }
  }
  return Uint8Array.from(rows);
}

function packSamples(samples: readonly number[], depth: number): number[] {
  if (depth === 16) return samples.flatMap((s) => [s >> 8, s & 255]);
  if (depth === 8) return [...samples];
  const out = new Array<number>(Math.ceil((samples.length * depth) / 8)).fill(0);
  samples.forEach((s, i) => {
    const bit = i * depth;
    out[bit >> 3] = (out[bit >> 3] ?? 0) | (s << (8 - depth - (bit & 7)));
  });
  return out;
}

function applyFilter(filter: number, raw: readonly number[], prior: readonly number[], bpp: number): number[] {
  return raw.map((v, i) => {
    const a = raw[i - bpp] ?? 0;
    const b = prior[i] ?? 0;
    const c = i >= bpp ? (prior[i - bpp] ?? 0) : 0;
    const p = a + b - c;
    const paeth =
      Math.abs(p - a) <= Math.abs(p - b) && Math.abs(p - a) <= Math.abs(p - c)
        ? a
        : Math.abs(p - b) <= Math.abs(p - c)
          ? b
          : c;
    return (v - ([0, a, b, (a + b) >> 1, paeth][filter] ?? 0)) & 255;
  });
}
