// What the command line writes for the same file and the same settings.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { DroppedFile } from './playground.js';

const cli = resolve(import.meta.dirname, '../../packages/compiler/dist/cli.js');

/** `outputs`: paths in the output folder. */
export function compiledBy(
  config: string,
  { name, bytes }: DroppedFile,
  outputs: readonly string[],
): readonly Uint8Array[] {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-site-cli-'));
  try {
    const source = join(folder, 'assets', name);
    mkdirSync(dirname(source), { recursive: true });
    writeFileSync(source, bytes);
    writeFileSync(join(folder, 'assetc.yml'), `input: assets\noutput: out\n${config}`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'build', '--no-cache'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the command line failed: ${stdout}${stderr}`);
    return outputs.map((path) => Uint8Array.from(readFileSync(join(folder, 'out', path))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
