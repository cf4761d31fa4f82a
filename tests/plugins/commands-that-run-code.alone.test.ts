// The table of plugins.md, which lists the commands that run the code of plug-ins, is true: each is run in a project whose plug-in leaves a
// file when it is run, and no command is missing.

import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../packages/compiler/src/cli/program.js';
import { loadConfig } from '../../packages/compiler/src/index.js';
import { cli, DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';

const GUIDE = readFileSync(resolve(import.meta.dirname, '../../docs/guide/plugins.md'), 'utf8');

/** What a row may state, and with which further flag the opposite is true. */
const STATEMENTS: Readonly<Record<string, { readonly runs: boolean; readonly flag?: string }>> = {
  'yes, except with `--no-plugins`': { runs: true, flag: '--no-plugins' },
  'only with `--plugins`': { runs: false, flag: '--plugins' },
  never: { runs: false },
};

interface Row {
  readonly command: string;
  readonly runs: boolean;
  readonly flag?: string;
}

const rows = [...GUIDE.matchAll(/^\| (.*) \| (.*) \|$/gm)].flatMap(([, commands = '', statement = '']): Row[] => {
  const is = STATEMENTS[statement];
  return is === undefined ? [] : [...commands.matchAll(/`([^`]+)`/g)].map(([, command = '']) => ({ command, ...is }));
});

const cases = rows.flatMap(({ command, runs, flag }) => [
  { command, runs },
  ...(flag === undefined ? [] : [{ command: `${command} ${flag}`, runs: !runs }]),
]);

/** What a command needs to do its work. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  why: ['assets/a.png'],
  convert: ['runtime/a.ktx2', '--to', 'png'],
  'pack apply': ['runtime.hpack', 'update.hpatch'],
  'pack compare': ['runtime.hpack', 'runtime.hpack'],
  'pack compress': ['runtime.hpack', '-o', 'runtime.hpackz'],
  'pack decompress': ['runtime.hpackz', '-o', 'back.hpack'],
  'pack diff': ['runtime.hpack', 'runtime.hpack', '-o', 'update.hpatch'],
  'pack extract': ['runtime.hpack', '-o', 'unpacked'],
  'pack sign': ['runtime.hpack', '--key', 'assetc.key'],
  'pack verify': ['runtime.hpack', '--key', 'assetc.pub'],
  worker: ['--queue', 'redis://127.0.0.1:9', '--cache-url', 'http://127.0.0.1:9'],
};

/** The commands that make what a command needs. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  'pack apply': ['pack diff'],
  'pack decompress': ['pack compress'],
  'pack sign': ['pack keygen'],
  'pack verify': ['pack keygen', 'pack sign'],
};

const words = (command: string): string[] => [...command.split(' '), ...(ARGUMENTS[command] ?? [])];

/** Commands that run until they are stopped print this when they have begun. */
const READY: Readonly<Record<string, RegExp>> = {
  watch: /\d+ built.*\n/,
  ui: /^serving /m,
  worker: /^worker started/m,
};

const plugin = (marker: string) => `
import { writeFileSync } from 'node:fs';
import { defineKind, definePlugin } from 'assetc';
writeFileSync(${JSON.stringify(marker)}, 'run');
const note = defineKind({
  name: 'note',
  match: '*.note',
  outputs: ['.txt'],
  settings: { level: { is: 'integer', min: 0, max: 9, default: 1, doc: 'A number.' } },
  async compile(ctx) { ctx.emit('.txt', await ctx.read(ctx.path)); },
});
export default definePlugin({ name: 'notes', version: '1', kinds: [note] });
`;

const CONFIG =
  'plugins: [./notes.ts]\ndefault: { note: { level: 2 } }\npresets: { small: { output: runtime/small, note: { level: 3 } } }\n';

const allCommands = (program: Command): readonly string[] =>
  program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.map((inner) => `${command.name()} ${inner.name()}`),
  );

describe('plugins.md', () => {
  it('lists every command of assetc', () => {
    const known = allCommands(createProgram(() => {})).filter((name) => name !== 'help');
    const listed = new Set(rows.map(({ command }) => command.replace(/ --.*/, '')));
    expect([...listed].sort()).toEqual([...known].sort());
  });
});

/** A project; `marker` is the file that its plug-in leaves. */
function makeProject(): { readonly project: DiskProject; readonly marker: string } {
  const project = new DiskProject({
    'assetc.yml': CONFIG,
    'assets/a.note': 'a',
    'assets/a.png': makePng(4, 4, () => [1, 2, 3, 255]),
  });
  const marker = project.path('was-run');
  project.write('notes.ts', plugin(marker));
  return { project, marker };
}

/** Resolves with what it printed when it has ended, or has begun and was stopped. */
const run = (project: DiskProject, args: readonly string[], ready: RegExp | undefined): Promise<string> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [cli, ...args], { cwd: project.root, env: project.env() });
    let printed = '';
    const add = (text: string) => {
      printed += text;
      if (ready?.test(printed) === true) child.kill('SIGKILL');
    };
    child.stdout.setEncoding('utf8').on('data', add);
    child.stderr.setEncoding('utf8').on('data', add);
    child.once('close', () => done(printed));
  });

describe.skipIf(!hasCli)('the code of a plug-in', () => {
  /** Built once without the plug-in; every command gets a copy. */
  const built = makeProject();
  beforeAll(() => {
    expect(built.project.run(['build', '-q', '--pack', '--no-plugins'])).toMatchObject({ status: 0 });
    expect(existsSync(built.marker)).toBe(false);
  });
  afterAll(() => built.project.remove());

  it.each(cases)('is run by $command: $runs', async ({ command, runs }) => {
    const { project, marker } = makeProject();
    const own = project.path('notes.ts');
    const isOther = (path: string): boolean => path !== built.project.path('notes.ts');
    cpSync(built.project.root, project.root, { recursive: true, preserveTimestamps: true, filter: isOther });
    expect(readFileSync(own, 'utf8')).toContain(JSON.stringify(marker));
    const name = command.replace(/ --.*/, '');
    for (const first of FIRST[name] ?? []) expect(project.run(words(first))).toMatchObject({ status: 0 });
    const printed = await run(project, [...command.split(' '), ...(ARGUMENTS[name] ?? [])], READY[name]);
    expect({ runs: existsSync(marker), printed }).toEqual({ runs, printed });
    // It has done its work: only init refuses, because there is a project.
    if (command !== 'init') expect(printed).not.toMatch(/: error /);
    if (READY[name] !== undefined) expect(printed).toMatch(READY[name]);
    if (command === 'build --list-presets') expect(printed).toMatch(/^small +runtime\/small$/m);
    project.remove();
  });
});

describe('loadConfig', () => {
  it.each([
    ['skip', false],
    ['refuse', false],
    [undefined, true],
  ] as const)('with plugins: %s runs them: %s', async (plugins, runs) => {
    const { project, marker } = makeProject();
    await loadConfig({ cwd: project.root, plugins });
    expect(existsSync(marker)).toBe(runs);
    project.remove();
  });
});
