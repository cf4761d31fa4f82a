// A picture at level normal against ktx2-encoder's level 2: speed, and quality of UASTC itself and of what it is transcoded to.

import { decodeUastc, UastcEncoder } from '@assetc/kernels';
import { encodeWithPeer } from '../packages/kernels/src/testing/basis-encoder.js';
import { transcodeBlocks } from '../packages/kernels/src/testing/basis-transcoder.js';
import { decodeImage, psnr } from '../packages/kernels/src/testing/decode-image.js';
import type { BenchImage } from './uastc-images.js';

export interface PictureRow {
  readonly image: string;
  /** The peer's time over ours. */
  readonly ratio: number;
  readonly db: number;
  readonly deltaDb: number;
  readonly bc7Db: number;
  readonly bc7DeltaDb: number;
  readonly etcDb: number;
  readonly etcDeltaDb: number;
}

/** What an exact picture is listed as. */
const EXACT_DB = 99;
/** Texels that a timed run works on at least: palettes are encoded many times over. */
const TIMED_TEXELS = 1 << 18;

const encoder = new UastcEncoder();

function encode({ rgba, width, height }: BenchImage): { blocks: Uint8Array; milliseconds: number } {
  const blocks = new Uint8Array(width * height);
  const runs = Math.ceil(TIMED_TEXELS / (width * height));
  const encodeAll = (): void => {
    for (let i = 0; i < runs; i++)
      encoder.encode(rgba, width, height, 0, height / 4, blocks, { level: 'normal', metric: 'rgb', channels: 'rgba' });
  };
  encodeAll();
  const start = process.cpuUsage();
  encodeAll();
  const used = process.cpuUsage(start);
  return { blocks, milliseconds: (used.user + used.system) / 1000 / runs };
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
  const ours = encode(image);
  const peer = await encodeWithPeer(image.rgba, image.width, image.height, 2);
  const [db, bc7Db, etcDb] = await qualities(image, ours.blocks);
  const [peerDb, peerBc7Db, peerEtcDb] = await qualities(image, peer.blocks);
  return {
    image: image.name,
    ratio: peer.milliseconds / ours.milliseconds,
    db,
    deltaDb: db - peerDb,
    bc7Db,
    bc7DeltaDb: bc7Db - peerBc7Db,
    etcDb,
    etcDeltaDb: etcDb - peerEtcDb,
  };
}
