// The loss of transcoding, in dB over the channels of the target: compared with the decoded UASTC, which is the loss of the transcoder,
// and compared with the picture, which is what a viewer sees.

import { decodeTexels, decodeTexels16 } from '@assetc/formats';
import type { TranscodeTarget } from '@assetc/formats/transcode';

export interface Picture {
  /** Blocks of UASTC. */
  readonly bytes: Uint8Array;
  readonly rgba: Uint8Array;
  readonly size: number;
}

/** The channel of the picture that each channel of the target comes from. Default: RGBA. Two channels are red and alpha. */
const CHANNELS: Partial<Record<TranscodeTarget, readonly number[]>> = {
  bc1: [0, 1, 2],
  'etc2-rgb': [0, 1, 2],
  bc4: [0],
  'eac-r11': [0],
  bc5: [0, 3],
  'eac-rg11': [0, 3],
};

/** Stands for an exact result, which has infinite dB. */
function psnr(
  shown: Uint16Array,
  source: ArrayLike<number>,
  scale: number,
  channels: readonly number[],
): number | null {
  let sum = 0;
  for (let i = 0; i < shown.length; i += 4)
    for (const [to, from] of channels.entries()) sum += ((shown[i + to] ?? 0) - (source[i + from] ?? 0) * scale) ** 2;
  if (sum === 0) return null;
  return 10 * Math.log10((65535 ** 2 * (shown.length / 4) * channels.length) / sum);
}

/** BC4, BC5 and EAC have finer steps than a byte. Others are rounded to bytes, like UASTC. */
function shownBy(to: TranscodeTarget, made: Uint8Array, size: number): Uint16Array {
  if (to !== 'rgba8' && /bc[45]|eac/.test(to)) return decodeTexels16(to, made, size, size);
  return Uint16Array.from(to === 'rgba8' ? made : decodeTexels(to, made, size, size), (v) => v * 257);
}

export interface Quality {
  /** Compared with the decoded UASTC. */
  readonly uastcDb: number | null;
  /** Compared with the picture. */
  readonly pictureDb: number | null;
}

/** Measures the transcoded picture. */
export function qualityOf({ bytes, rgba, size }: Picture, to: TranscodeTarget, made: Uint8Array): Quality {
  const channels = CHANNELS[to] ?? [0, 1, 2, 3];
  const shown = shownBy(to, made, size);
  const uastc = decodeTexels16('uastc', bytes, size, size);
  return { uastcDb: psnr(shown, uastc, 1, channels), pictureDb: psnr(shown, rgba, 257, channels) };
}
