// Peak signal-to-noise ratio between texels and their source, per channel.

import { SOURCE_HEADER_BYTES } from '../api.js';
import { type Channels, channelBits } from './facts.js';
import { halfTable, type Texels } from './texels.js';

/** The answer of `api/source/`. */
export interface SourceImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Float32Array;
}

export function parseSource(bytes: Uint8Array): SourceImage {
  if (bytes.byteLength < SOURCE_HEADER_BYTES) throw new Error('the source has no header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width = 0, height = 0, channels, wide] = [0, 4, 8, 12].map((at) => view.getUint32(at, true));
  const length = width * height * 4;
  if (channels !== 4 || (wide !== 1 && wide !== 4) || bytes.byteLength !== SOURCE_HEADER_BYTES + length * wide)
    throw new Error('the source does not match its header');
  if (wide === 1) return { width, height, data: bytes.subarray(SOURCE_HEADER_BYTES) };
  // Data from the server is aligned: a large image is not copied.
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return { width, height, data: new Float32Array(buffer, byteOffset + SOURCE_HEADER_BYTES, length) };
}

export interface Quality {
  /** In dB, in the order of `channels`; Infinity if nothing differs. */
  readonly byChannel: readonly number[];
  readonly channels: Channels;
  /** Over all channels together. */
  readonly all: number;
  /** The largest difference: in 8-bit codes, or in stops. */
  readonly worst: number;
  /** `log`: of log2(1 + value), relative to the maximum of the source, for HDR. */
  readonly scale: 'codes' | 'log';
}

const decibels = (peak: number, meanSquare: number): number =>
  meanSquare === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((peak * peak) / meanSquare);

/** Sizes must be equal. */
export function compareTexels(texels: Texels, source: SourceImage, channels: Channels): Quality {
  if (texels.width !== source.width || texels.height !== source.height)
    throw new Error(
      `${texels.width} × ${texels.height} texels cannot be held against ${source.width} × ${source.height}`,
    );
  const isLog = texels.data instanceof Uint16Array || source.data instanceof Float32Array;
  const sums = [0, 0, 0, 0];
  const { worst, peak } = isLog ? sumLogs(texels, source, sums, channels) : sumCodes(texels, source, sums);
  const count = texels.width * texels.height;
  const used = [0, 1, 2, 3].filter((c) => channelBits(channels) & (1 << c));
  const total = used.reduce((sum, c) => sum + (sums[c] ?? 0), 0);
  return {
    byChannel: used.map((c) => decibels(peak, (sums[c] ?? 0) / count)),
    channels,
    all: decibels(peak, total / (count * used.length)),
    worst: used.reduce((most, c) => Math.max(most, worst[c] ?? 0), 0),
    scale: isLog ? 'log' : 'codes',
  };
}

interface Extremes {
  readonly worst: readonly number[];
  readonly peak: number;
}

function sumCodes({ data }: Texels, source: SourceImage, sums: number[]): Extremes {
  const worst = [0, 0, 0, 0];
  const from = source.data;
  for (let c = 0; c < 4; c++) {
    let sum = 0;
    let most = 0;
    for (let i = c; i < data.length; i += 4) {
      const difference = (data[i] ?? 0) - (from[i] ?? 0);
      sum += difference * difference;
      if (difference > most) most = difference;
      else if (-difference > most) most = -difference;
    }
    sums[c] = sum;
    worst[c] = most;
  }
  return { worst, peak: 255 };
}

/** Negative values and NaN count as 0. */
const stops = (value: number): number => (value > 0 ? Math.log2(1 + value) : 0);

function sumLogs(texels: Texels, source: SourceImage, sums: number[], channels: Channels): Extremes {
  const worst = [0, 0, 0, 0];
  const halfs = halfTable();
  const { data } = texels;
  const scale = source.data instanceof Float32Array ? 1 : 1 / 255;
  const bits = channelBits(channels);
  let peak = 0;
  for (let c = 0; c < 4; c++) {
    if ((bits & (1 << c)) === 0) continue;
    for (let i = c; i < data.length; i += 4) {
      const value = data[i] ?? 0;
      const is = stops(data instanceof Uint16Array ? (halfs[value] ?? 0) : value / 255);
      const was = stops((source.data[i] ?? 0) * scale);
      peak = Math.max(peak, was);
      sums[c] = (sums[c] ?? 0) + (is - was) * (is - was);
      worst[c] = Math.max(worst[c] ?? 0, Math.abs(is - was));
    }
  }
  return { worst, peak: peak || 1 };
}
