// What the benchmark of GPU formats encodes, one entry per format and level: our encoder, its pictures, the measure, and the peers.

import { decodeTexels, type TexelFormat } from '@assetc/formats';
import {
  Bc7Encoder,
  BcEncoder,
  type BcFormat,
  type BlockLevel,
  Etc2Encoder,
  type Etc2Format,
  transcodeUastc,
  UastcEncoder,
} from '@assetc/kernels';
import type { PeerSetting } from '../../packages/kernels/src/testing/basis-dds.js';
import type { ImageKind } from '../uastc/uastc-images.js';
import type { GpuImage } from './gpu-formats-images.js';

type Level = BlockLevel;
type Encode = (image: GpuImage, level: Level, out: Uint8Array) => void;

export interface Subject {
  readonly format: TexelFormat;
  readonly level: Level;
  readonly kinds: readonly ImageKind[];
  readonly blockBytes: number;
  /** Channels that are measured (R = 1, G = 2, B = 4, A = 8). */
  readonly channels: number;
  /** Number of runs, of which the minimum time counts. */
  readonly runs: number;
  readonly peers: readonly PeerSetting[];
  encode(image: GpuImage, out: Uint8Array): void;
}

const LEVELS: readonly Level[] = ['draft', 'fast', 'normal', 'high', 'max'];
const RUNS: Readonly<Record<Level, number>> = { draft: 8, fast: 8, normal: 8, high: 3, max: 1 };
const COLORS: readonly ImageKind[] = ['photo', 'rgba', 'normal', 'gray', 'flat'];

const uastc = new UastcEncoder();
const bc7 = new Bc7Encoder();
const bc = new BcEncoder();
const etc2 = new Etc2Encoder();

const bc7f = (level: number): PeerSetting => ({ format: 'bc7', encoder: 'bc7f', level });
const bc7e = (level: number): PeerSetting => ({ format: 'bc7', encoder: 'bc7e', level });
const BC7_PEERS: Readonly<Record<Level, readonly PeerSetting[]>> = {
  draft: [bc7f(0)],
  fast: [bc7f(0)],
  normal: [bc7f(1)],
  high: [bc7f(2)],
  max: [bc7f(2), bc7e(4)],
};

/** One subject per level. */
function subjects(
  of: Omit<Subject, 'level' | 'runs' | 'encode' | 'peers'>,
  peers: (level: Level) => readonly PeerSetting[],
  encode: Encode,
): Subject[] {
  return LEVELS.map((level) => ({
    ...of,
    level,
    runs: RUNS[level],
    peers: peers(level),
    encode: (image, out) => encode(image, level, out),
  }));
}

/** UASTC, whose `normal` all speeds are compared with. */
export function encodeUastc(
  { rgba, width, height, kind }: GpuImage,
  level: Level,
  out: Uint8Array,
  hints = true,
): void {
  const channels = kind === 'normal' ? 'rg' : 'rgba';
  uastc.encode(rgba, width, height, 0, Math.ceil(height / 4), out, { level, metric: 'rgb', channels, hints });
}

/** Pictures and measure of each of the simpler formats. */
const SIMPLE: Readonly<Record<BcFormat | Etc2Format, Pick<Subject, 'kinds' | 'channels' | 'blockBytes'>>> = {
  bc1: { kinds: ['photo', 'flat'], channels: 15, blockBytes: 8 },
  bc3: { kinds: ['rgba'], channels: 15, blockBytes: 16 },
  bc4: { kinds: ['gray'], channels: 1, blockBytes: 8 },
  bc5: { kinds: ['normal'], channels: 3, blockBytes: 16 },
  'etc2-rgb': { kinds: ['photo', 'flat'], channels: 15, blockBytes: 8 },
  'etc2-rgba': { kinds: ['rgba'], channels: 15, blockBytes: 16 },
  'eac-r11': { kinds: ['gray'], channels: 1, blockBytes: 8 },
  'eac-rg11': { kinds: ['normal'], channels: 3, blockBytes: 16 },
};
const BC_FORMATS: readonly BcFormat[] = ['bc1', 'bc3', 'bc4', 'bc5'];
const ETC2_FORMATS: readonly Etc2Format[] = ['etc2-rgb', 'etc2-rgba', 'eac-r11', 'eac-rg11'];

export function gpuSubjects(): Subject[] {
  const color = { kinds: COLORS, channels: 15, blockBytes: 16 };
  const encodeBc7: Encode = ({ rgba, width, height }, level, out) =>
    bc7.encode(rgba, width, height, 0, Math.ceil(height / 4), out, { level, metric: 'rgb' });
  const encodeBc =
    (format: BcFormat): Encode =>
    ({ rgba, width, height }, level, out) =>
      bc.encode(format, rgba, width, height, 0, Math.ceil(height / 4), out, { level, metric: 'rgb' });
  const encodeEtc2 =
    (format: Etc2Format): Encode =>
    ({ rgba, width, height }, level, out) =>
      etc2.encode(format, rgba, width, height, 0, Math.ceil(height / 4), out, { level, metric: 'rgb' });
  const encodeAstc: Encode = (image, level, out) => {
    const blocks = new Uint8Array(out.length);
    encodeUastc(image, level, blocks, false);
    transcodeUastc(blocks, 'astc', out);
  };
  return [
    ...subjects({ ...color, format: 'bc7' }, (level) => BC7_PEERS[level], encodeBc7),
    ...BC_FORMATS.flatMap((format) => subjects({ ...SIMPLE[format], format }, () => [{ format }], encodeBc(format))),
    ...ETC2_FORMATS.flatMap((format) => subjects({ ...SIMPLE[format], format }, () => [], encodeEtc2(format))),
    ...subjects({ ...color, format: 'astc-4x4' }, () => [], encodeAstc),
  ];
}

export const decodeSubject = (format: TexelFormat, blocks: Uint8Array, { width, height }: GpuImage): Uint8Array =>
  decodeTexels(format, blocks, width, height);
