// Runs Debian's astcenc (SSE2) on one thread.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AstcFootprint } from '@assetc/formats';
import { PNG } from 'pngjs';
import type { BenchImage } from '../uastc/uastc-images.js';

export type PeerLevel = 'fastest' | 'fast' | 'medium' | 'thorough';

/** Of the header of a `.astc` file. */
const HEAD_BYTES = 16;

export const hasAstcenc = (): boolean => spawnSync('astcenc', ['-version']).status === 0;

function figure(text: string, pattern: RegExp): number {
  const value = Number(pattern.exec(text)?.[1]);
  if (!(value >= 0)) throw new Error(`astcenc printed no figure for ${pattern}: ${text}`);
  return value;
}

/** Blocks and seconds of CPU time: the process's, reduced by the share of its time that is not coding. Channels are stored as we store them. */
export function withAstcenc(
  { rgba, width, height, kind }: BenchImage,
  size: AstcFootprint,
  level: PeerLevel,
): { readonly blocks: Uint8Array; readonly seconds: number } {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-astcenc-'));
  try {
    const png = new PNG({ width, height });
    png.data.set(rgba);
    const [source, target] = [join(folder, 'in.png'), join(folder, 'out.astc')];
    writeFileSync(source, PNG.sync.write(png));
    const swizzle = kind === 'normal' ? ['-esw', 'rg01'] : kind === 'gray' ? ['-esw', 'rrr1'] : [];
    const args = ['-cs', source, target, size, `-${level}`, '-j', '1', ...swizzle];
    const run = spawnSync('bash', ['-c', 'TIMEFORMAT="cpu %U %S"; time astcenc "$@"', 'bash', ...args], {
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new Error(`astcenc failed: ${run.stdout}${run.stderr}`);
    const share = figure(run.stdout, /Coding time:\s+([\d.]+)/) / figure(run.stdout, /Total time:\s+([\d.]+)/);
    const cpu = figure(run.stderr, /cpu ([\d.]+)/) + figure(run.stderr, /cpu [\d.]+ ([\d.]+)/);
    return { blocks: new Uint8Array(readFileSync(target).subarray(HEAD_BYTES)), seconds: cpu * share };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
