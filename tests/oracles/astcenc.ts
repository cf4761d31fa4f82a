// Arm's ASTC decoder: blocks go to it as a .astc file, texels come back as a PNG.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';

const NAMES = [process.env.ASSETC_ASTCENC, 'astcenc', 'astcenc-sse2', 'astcenc-native'];
const program = NAMES.find((name) => name !== undefined && spawnSync(name, ['-version']).status === 0);
export const hasAstcenc = program !== undefined;

/** RGBA8 of 4×4 blocks. */
export function decodeWithAstcenc(blocks: Uint8Array, width: number, height: number, isSrgb: boolean): Uint8Array {
  if (program === undefined) throw new Error('no astcenc');
  const folder = mkdtempSync(join(tmpdir(), 'assetc-astc-'));
  try {
    const three = (v: number): number[] => [v & 255, (v >> 8) & 255, v >> 16];
    const head = [0x13, 0xab, 0xa1, 0x5c, 4, 4, 1, ...three(width), ...three(height), ...three(1)];
    writeFileSync(join(folder, 'in.astc'), Buffer.concat([Uint8Array.from(head), blocks]));
    const run = spawnSync(program, [
      isSrgb ? '-ds' : '-dl',
      join(folder, 'in.astc'),
      join(folder, 'out.png'),
      '-silent',
    ]);
    if (run.status !== 0) throw new Error(`astcenc fails: ${run.stdout}${run.stderr}`);
    return PNG.sync.read(readFileSync(join(folder, 'out.png'))).data;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
