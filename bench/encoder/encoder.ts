// @assetc/encoder: pixels → KTX2 with all mips, for each target and quality, on one core and with a pool; compared with ktx2-encoder on the same
// image in the same run. Megapixels count level 0. Seconds are CPU time, except for the pool: wall time.

import { createEncoderPool, type EncodeOptions, encodeKtx2 } from '@assetc/encoder';
import { decodeKtx2, decodeTextureLevel } from '@assetc/formats';
import { decodeUastc } from '@assetc/kernels';
import { encodeToKTX2 } from 'ktx2-encoder';
import { cpuSeconds, rgbPsnr } from '../measure.js';
import { benchImages } from '../uastc/uastc-images.js';

const PEER_LEVEL = 2;

interface Row {
  readonly what: string;
  readonly seconds: number;
  readonly mpixPerSecond: number;
  readonly psnr: number;
  readonly bytes: number;
}

const CASES: readonly (readonly [string, EncodeOptions])[] = [
  ...(['fast', 'normal', 'high'] as const).map((quality) => [`universal ${quality}`, { quality }] as const),
  ...(['bc', 'astc', 'etc2'] as const).map((target) => [`${target} normal`, { target }] as const),
];

export async function run(args: readonly string[]): Promise<void> {
  const [photo] = benchImages();
  if (photo === undefined) throw new Error('there is no image to measure with');
  const { width, height, rgba: data } = photo;
  const mpix = (width * height) / 1e6;
  const rows: Row[] = [];
  const add = (what: string, seconds: number, file: Uint8Array) =>
    rows.push({
      what,
      seconds,
      mpixPerSecond: mpix / seconds,
      psnr: rgbPsnr(data, firstLevel(file)),
      bytes: file.length,
    });
  // Compile the kernels before measuring.
  for (const [, options] of CASES) await encodeKtx2({ width: 4, height: 4, data: data.subarray(0, 64) }, options);
  for (const [what, options] of CASES) {
    const { result, seconds } = await cpuSeconds(() => encodeKtx2({ width, height, data }, options));
    add(`${what}, one core`, seconds, result);
  }
  const pool = createEncoderPool();
  await encodeKtx2({ width, height, data }, { pool });
  const start = performance.now();
  const file = await encodeKtx2({ width, height, data }, { pool });
  add(`universal normal, pool of ${pool.size}, by the clock`, (performance.now() - start) / 1000, file);
  pool.close();
  const peer = await cpuSeconds(() =>
    encodeToKTX2(data, {
      isUASTC: true,
      uastcLDRQualityLevel: PEER_LEVEL,
      needSupercompression: false,
      generateMipmap: true,
      isPerceptual: false,
      enableDebug: false,
      imageDecoder: async () => ({ width, height, data }),
    }),
  );
  add(`ktx2-encoder level ${PEER_LEVEL}, one core`, peer.seconds, peer.result);
  print(rows, `${width}²`, args.includes('--json'));
}

function firstLevel(file: Uint8Array): Uint8Array {
  const ktx = decodeKtx2(file);
  const bytes = ktx.levels[0]?.bytes ?? new Uint8Array();
  if (ktx.vkFormat === 0) return decodeUastc(bytes, ktx.pixelWidth, ktx.pixelHeight);
  return decodeTextureLevel(ktx, bytes, { level: 0, layer: 0, face: 0 }).rgba;
}

function print(rows: readonly Row[], size: string, json: boolean): void {
  if (json) {
    console.log(JSON.stringify({ rows }));
    return;
  }
  console.log(`A photograph of ${size} to KTX2 with all mips.\n`);
  console.log(`${'what'.padEnd(46)}${['seconds', 'MPix/s', 'PSNR dB', 'bytes'].map((h) => h.padStart(10)).join('')}`);
  for (const { what, seconds, mpixPerSecond, psnr, bytes } of rows) {
    const cells = [seconds.toFixed(2), mpixPerSecond.toFixed(2), psnr.toFixed(2), String(bytes)];
    console.log(what.padEnd(46) + cells.map((cell) => cell.padStart(10)).join(''));
  }
}
