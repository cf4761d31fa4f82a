// A picture at level normal compared with ktx2-encoder's level 2: speed, and quality of UASTC and of its transcodes.

import { decodeUastc, UastcEncoder } from '@assetc/kernels';
import { encodeWithPeer } from '../../packages/kernels/src/testing/basis-encoder.js';
import { transcodeBlocks } from '../../packages/kernels/src/testing/basis-transcoder.js';
import { decodeImage, psnr } from '../../packages/kernels/src/testing/decode-image.js';
import { median } from '../report/section.js';
import type { BenchImage } from './uastc-images.js';

export interface PictureRow {
  readonly image: string;
  /** The peer's CPU time divided by the median of ours. */
  readonly ratio: number;
  readonly db: number;
  readonly deltaDb: number;
  readonly bc7Db: number;
  readonly bc7DeltaDb: number;
  readonly etcDb: number;
  readonly etcDeltaDb: number;
}

/** Stands for an exact result. */
const EXACT_DB = 99;
/** Minimum number of texels of a timed run: small pictures are encoded several times. */
const TIMED_TEXELS = 1 << 18;
/** Timed runs before and after that of the peer. */
const RUNS = 4;

const encoder = new UastcEncoder();

/** Clears the encoder's cache of blocks by changing the level, so that a run does not profit from the one before. */
function forgetBlocks(): void {
  encoder.encode(new Uint8Array(64), 4, 4, 0, 1, new Uint8Array(16), {
    level: 'fast',
    metric: 'rgb',
    channels: 'rgba',
  });
}

/** CPU milliseconds of each run, after one that is not counted. */
function timeOurs({ rgba, width, height }: BenchImage, blocks: Uint8Array): number[] {
  const repeats = Math.ceil(TIMED_TEXELS / (width * height));
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const start = process.cpuUsage();
    for (let i = 0; i < repeats; i++) {
      forgetBlocks();
      encoder.encode(rgba, width, height, 0, height / 4, blocks, { level: 'normal', metric: 'rgb', channels: 'rgba' });
    }
    const used = process.cpuUsage(start);
    if (run > 0) times.push((used.user + used.system) / 1000 / repeats);
  }
  return times;
}

async function qualities(image: BenchImage, blocks: Uint8Array): Promise<[number, number, number]> {
  const { rgba, width, height } = image;
  const alpha = image.kind === 'rgba';
  const quality = (shown: Uint8Array): number => Math.min(EXACT_DB, psnr(rgba, shown));
  const shownAs = async (format: 'bc7' | 'etc1' | 'etc2'): Promise<Uint8Array> =>
    decodeImage(format, await transcodeBlocks(blocks, width, height, alpha, format), width, height);
  return [
    quality(decodeUastc(blocks, width, height)),
    quality(await shownAs('bc7')),
    quality(await shownAs(alpha ? 'etc2' : 'etc1')),
  ];
}

export async function pictureRow(image: BenchImage): Promise<PictureRow> {
  const blocks = new Uint8Array(image.width * image.height);
  const before = timeOurs(image, blocks);
  const peer = await encodeWithPeer(image.rgba, image.width, image.height, 2);
  const ours = median([...before, ...timeOurs(image, blocks)]);
  const [db, bc7Db, etcDb] = await qualities(image, blocks);
  const [peerDb, peerBc7Db, peerEtcDb] = await qualities(image, peer.blocks);
  return {
    image: image.name,
    ratio: peer.milliseconds / ours,
    db,
    deltaDb: db - peerDb,
    bc7Db,
    bc7DeltaDb: bc7Db - peerBc7Db,
    etcDb,
    etcDeltaDb: etcDb - peerEtcDb,
  };
}
