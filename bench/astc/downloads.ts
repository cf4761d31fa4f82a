// `npm run bench -- downloads`: what pictures of 1024² with all mips take as UASTC and as ASTC 6×6, with rate-distortion and Zstd, at level normal;
// and the PSNR of their largest level. Nothing is timed: every run prints the same. --json prints rows.

import { type EncodeOptions, encodeKtx2 } from '@assetc/encoder';
import { decodeKtx2, decodeTextureLevel, readLevel } from '@assetc/formats';
import { loadZstd, ZSTD_LEVELS } from '../../packages/compiler/src/encoding/zstd.js';
import { psnr } from '../../packages/kernels/src/testing/decode-image.js';
import { benchImages, type ImageKind } from '../uastc/uastc-images.js';

interface Row {
  readonly kind: ImageKind;
  readonly how: string;
  readonly bytes: number;
  readonly db: number;
}

const ROLES = { photo: 'color', flat: 'color', rgba: 'color', normal: 'normal', gray: 'grayscale' } as const;
/** The channels that are compared, a bit each from red to alpha. */
const CHANNELS = { photo: 7, flat: 7, rgba: 15, normal: 3, gray: 1 } as const;

export async function run(args: readonly string[]): Promise<void> {
  const zstd = await loadZstd();
  const packed = { zstd: async (bytes: Uint8Array) => zstd.compress(bytes, ZSTD_LEVELS.normal) };
  const large = { target: 'astc', astc: '6x6' } as const;
  const ways: readonly (readonly [string, EncodeOptions])[] = [
    ['UASTC', {}],
    ['UASTC, rdo 1, Zstd', { ...packed, rdo: 1 }],
    ['UASTC, rdo 4, Zstd', { ...packed, rdo: 4 }],
    ['ASTC 6x6', large],
    ['ASTC 6x6, Zstd', { ...packed, ...large }],
    ['ASTC 6x6, rdo 1, Zstd', { ...packed, ...large, rdo: 1 }],
  ];
  const rows: Row[] = [];
  for (const { kind, width, height, rgba } of benchImages())
    for (const [how, options] of ways) {
      const file = await encodeKtx2({ width, height, data: rgba }, { ...options, role: ROLES[kind] });
      const ktx = decodeKtx2(file);
      const [largest] = ktx.levels;
      if (largest === undefined) throw new Error('a file has a level');
      const shown = decodeTextureLevel(
        ktx,
        readLevel(largest, (stored, length) => zstd.decompress(stored, length)),
      );
      const db = psnr(rgba, shown.rgba, CHANNELS[kind]);
      rows.push({ kind, how, bytes: file.length, db });
    }
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else console.table(rows.map((row) => ({ ...row, db: Number(row.db.toFixed(2)) })));
}
