// The crate and programs that use it, compiled by rustc; undefined if the machine has none. Overflows and broken assertions panic.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
export const crate = join(root, 'packages/formats/rust');

/** The crate uses what the standard library has since then. */
const OLDEST = [1, 82] as const;

function isInstalled(program: string): boolean {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major = '0', minor = '0'] = /^\w+ (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return status === 0 && (Number(major) > OLDEST[0] || Number(minor) >= OLDEST[1]);
}

export const hasRust = isInstalled('rustc');
export const hasCargo = hasRust && isInstalled('cargo');

const CHECKED = [
  '--edition',
  '2021',
  '-D',
  'warnings',
  '-C',
  'opt-level=1',
  '-C',
  'overflow-checks',
  '-C',
  'debug-assertions',
];

/** Throws with the compiler's messages; warnings are errors. */
export function rustc(args: readonly string[]): void {
  const { status, stderr } = spawnSync('rustc', args, { encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(`rustc ${args.join(' ')}\n${stderr}`);
}

/** Compiles the crate into a folder, unless it is there, then a program that uses it. Returns the path of the program. */
export function compileWithCrate(folder: string, source: string, name = 'program'): string {
  const library = join(folder, 'libassetc_formats.rlib');
  if (!existsSync(library)) compileCrate(library);
  const program = join(folder, name);
  rustc([...CHECKED, '--crate-name', name, '--extern', `assetc_formats=${library}`, '-o', program, source]);
  return program;
}

function compileCrate(library: string): void {
  const feature = [
    '--cfg',
    'feature="alloc"',
    '--check-cfg',
    'cfg(feature, values("alloc"))',
    '--check-cfg',
    'cfg(test)',
  ];
  rustc([
    ...CHECKED,
    ...feature,
    ...['--crate-type', 'rlib', '--crate-name', 'assetc_formats', '-o', library, join(crate, 'src/lib.rs')],
  ]);
}
