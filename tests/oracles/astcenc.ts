// Arm's ASTC decoder: blocks go to it as a .astc file, texels come back as a PNG.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AstcFootprint } from '@assetc/formats';
import { PNG } from 'pngjs';

const NAMES = [process.env.ASSETC_ASTCENC, 'astcenc', 'astcenc-sse2', 'astcenc-native'];
const program = NAMES.find((name) => name !== undefined && spawnSync(name, ['-version']).status === 0);
export const hasAstcenc = program !== undefined;

/** Runs the decoder with an option, and hands what it wrote to `read`. */
function decode<T>(
  blocks: Uint8Array,
  width: number,
  height: number,
  option: string,
  name: string,
  read: (file: Buffer) => T,
  footprint: AstcFootprint,
): T {
  if (program === undefined) throw new Error('no astcenc');
  const folder = mkdtempSync(join(tmpdir(), 'assetc-astc-'));
  try {
    const three = (v: number): number[] => [v & 255, (v >> 8) & 255, v >> 16];
    const head = [
      0x13,
      0xab,
      0xa1,
      0x5c,
      ...footprint.split('x').map(Number),
      1,
      ...three(width),
      ...three(height),
      ...three(1),
    ];
    writeFileSync(join(folder, 'in.astc'), Buffer.concat([Uint8Array.from(head), blocks]));
    const run = spawnSync(program, [option, join(folder, 'in.astc'), join(folder, name), '-silent']);
    if (run.status !== 0) throw new Error(`astcenc fails: ${run.stdout}${run.stderr}`);
    return read(readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** RGBA8 of blocks. */
export const decodeWithAstcenc = (
  blocks: Uint8Array,
  width: number,
  height: number,
  isSrgb: boolean,
  footprint: AstcFootprint = '4x4',
): Uint8Array =>
  decode(blocks, width, height, isSrgb ? '-ds' : '-dl', 'out.png', (file) => PNG.sync.read(file).data, footprint);

/** RGBA of half floats, in high dynamic range; what is illegal is no number. It writes a DDS file, whose texels come last. */
export function decodeHalfsWithAstcenc(
  blocks: Uint8Array,
  width: number,
  height: number,
  footprint: AstcFootprint = '4x4',
): Uint16Array {
  const read = (file: Buffer) => {
    const texels = Uint8Array.from(file.subarray(file.byteLength - width * height * 8));
    return new Uint16Array(texels.buffer);
  };
  return decode(blocks, width, height, '-dH', 'out.dds', read, footprint);
}
