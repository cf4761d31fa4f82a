// `npm run bench -- uastc-rdo`: what `texture.rdo` does to size and quality, at level normal, packed with Zstd level 3. There is no peer, so that
// all results except the time are the same in every run. With --json prints the rows.

import { applyUastcRdo, decodeUastc, UastcEncoder, type UastcOptions } from '@assetc/kernels';
import { compress, init } from '@bokuweb/zstd-wasm';
import { psnr } from '../../packages/kernels/src/testing/decode-image.js';
import { benchImages } from './uastc-images.js';

interface Row {
  readonly image: string;
  readonly rdo: number;
  readonly bytes: number;
  /** Compared with no rate-distortion, in percent. */
  readonly sizePercent: number;
  readonly db: number;
  readonly deltaDb: number;
  readonly ms: number;
}

const STRENGTHS = [0, 0.25, 0.5, 1, 2, 4];
const ZSTD_LEVEL = 3;

export async function run(args: readonly string[]): Promise<void> {
  await init();
  const encoder = new UastcEncoder();
  const rows: Row[] = [];
  for (const { name, kind, width, height, rgba } of benchImages()) {
    const options: UastcOptions = { level: 'normal', metric: 'rgb', channels: kind === 'normal' ? 'rg' : 'rgba' };
    const plain = new Uint8Array(width * height);
    encoder.encode(rgba, width, height, 0, height / 4, plain, options);
    const plainBytes = compress(plain, ZSTD_LEVEL).length;
    const plainDb = psnr(rgba, decodeUastc(plain, width, height));
    for (const rdo of STRENGTHS) {
      const blocks = plain.slice();
      const start = process.cpuUsage();
      applyUastcRdo(blocks, rgba, width, height, rdo, options);
      const used = process.cpuUsage(start);
      const bytes = compress(blocks, ZSTD_LEVEL).length;
      const db = psnr(rgba, decodeUastc(blocks, width, height));
      rows.push({
        image: name,
        rdo,
        bytes,
        sizePercent: (bytes / plainBytes - 1) * 100,
        db,
        deltaDb: db - plainDb,
        ms: (used.user + used.system) / 1000,
      });
    }
  }
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else console.table(rows);
}
