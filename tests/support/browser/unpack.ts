// Unpacks the Chromium of the dev dependency @sparticuz/chromium once into node_modules/.cache. Test files run in parallel:
// each that finds none unpacks into a temporary folder, and the first to finish renames its folder.

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

interface Unpacked {
  readonly executable: string;
  /** The folder of shared libraries, for machines that lack them. */
  readonly libraries: string;
}

const inFolder = (folder: string): Unpacked => ({
  executable: join(folder, 'chromium'),
  libraries: join(folder, 'lib'),
});

export function unpackChromium(): Unpacked {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const home = dirname(dirname(dirname(entry)));
  const { version }: { version: string } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const folder = resolve('node_modules/.cache', `chromium-${version}`);
  if (existsSync(folder)) return inFolder(folder);
  const temporary = `${folder}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  const read = (name: string): Uint8Array => brotliDecompressSync(readFileSync(join(home, 'bin', name)));
  writeFileSync(join(temporary, 'chromium'), read('chromium.br'));
  chmodSync(join(temporary, 'chromium'), 0o755);
  for (const name of ['swiftshader.tar.br', 'al2023.tar.br'])
    execFileSync('tar', ['-xf', '-', '-C', temporary], { input: read(name) });
  try {
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return inFolder(folder);
}
