// What a build costs after one change, by the built command line, compared with a build of the same run that changes nothing, with ninja on
// the same files (if it is installed), and with a Node program that stats every file. Each round runs all of them; medians are compared.
// CPU is user and system time of the process and its children. Packs are not part of it, because they are written whole.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { STAT_WALK } from '../build/stat-walk.js';
import { builtCli } from '../built-cli.js';
import { type Change, changes, generate } from './project.js';
import { measureWatch } from './watch.js';

const COUNTS = [1_000, 10_000, 50_000];
const ROUNDS = 7;
const WARM_UPS = 3;

/** A file that changed this shortly before a build is hashed again by the next one: that is not what is measured. */
const SETTLE_MS = 120;

interface Times {
  readonly wallMs: number;
  readonly cpuMs: number;
}

interface Row {
  readonly assets: number;
  readonly what: string;
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The fastest and the slowest round. */
  readonly cpuSpread: string;
  /** Compared with the no-op build of the same run. */
  readonly cpuOfNoop: number;
  readonly wallOfNoop: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const cli = builtCli();
  const numbers = args.filter((arg) => /^\d+$/.test(arg)).map(Number);
  const rounds = Number(args.find((arg) => arg.startsWith('--rounds='))?.slice('--rounds='.length) ?? ROUNDS);
  const rows: Row[] = [];
  for (const count of numbers.length > 0 ? numbers : COUNTS) rows.push(...(await measure(cli, count, rounds)));
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else console.table(rows);
}

async function measure(cli: string, count: number, rounds: number): Promise<readonly Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'assetc-one-change-'));
  try {
    generate(root, count);
    writeFileSync(join(root, 'stat-walk.mjs'), STAT_WALK);
    writeFileSync(
      join(root, 'stat-walk.cjs'),
      STAT_WALK.replace(/^import (.*) from (.*);$/m, 'const $1 = require($2);'),
    );
    const build = [process.execPath, cli, 'build'];
    const walk = (file: string) => [process.execPath, join(root, file), 'assets', 'runtime'];
    const hasNinja = spawnSync('ninja', ['--version']).status === 0;
    const commands: readonly (Change & { readonly argv: readonly string[] })[] = [
      { name: 'Node + stats', apply: () => {}, argv: walk('stat-walk.mjs'), built: 0 },
      // Node starts a module 5 to 10 ms later than a script.
      { name: 'Node + stats, CommonJS', apply: () => {}, argv: walk('stat-walk.cjs'), built: 0 },
      ...changes.flatMap((change) => [
        { ...change, argv: build },
        ...(hasNinja && PEER_CHANGES.has(change.name)
          ? [{ ...change, name: `ninja: ${change.name}`, argv: ['ninja'] }]
          : []),
      ]),
    ];
    for (const argv of hasNinja ? [build, build, build, ['ninja']] : [build, build, build]) timed(root, argv);
    // The command line keeps code that V8 compiled in the first builds of a kind.
    for (let early = 1; early <= WARM_UPS; early++)
      for (const { apply } of changes.filter(({ name }) => name === 'one embed' || name === 'one texture')) {
        apply(root, -early);
        timed(root, build);
      }
    timed(root, build);
    const times = new Map<string, Times[]>(commands.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++)
      for (const { name, apply, argv, built } of commands) {
        apply(root, round);
        await sleep(SETTLE_MS);
        const { printed, ...taken } = timed(root, argv);
        if (argv === build && !`\n${printed}`.includes(`\n${built} built`))
          throw new Error(`${name} did not build ${built}: ${printed}`);
        times.get(name)?.push(taken);
        // The builds after a change confirm stat data and store the summary for the next no-op.
        if (argv === build && name !== 'no-op') {
          await sleep(SETTLE_MS);
          timed(root, build);
          timed(root, build);
        }
      }
    const noop = times.get('no-op') ?? [];
    return [
      ...[...times].map(([what, taken]) => rowOf(count, what, taken, noop)),
      ...(await measureWatch(cli, root, rounds)).map(({ what, ...taken }) => rowOf(count, what, taken.rounds, noop)),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Ninja has no settings, and its file would have to be generated again for a new one. */
const PEER_CHANGES = new Set(['no-op', 'one embed']);

function timed(root: string, argv: readonly string[]): Times & { readonly printed: string } {
  const script = 'TIMEFORMAT=\'times %R %U %S\'; time "$@"';
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...argv], {
    cwd: root,
    encoding: 'utf8',
    // A cold build prints a line for each asset.
    maxBuffer: Number.POSITIVE_INFINITY,
    env: { ...process.env, LC_ALL: 'C', XDG_CACHE_HOME: join(root, 'cache') },
  });
  const [, wall = '', user = '', system = ''] = /times (\S+) (\S+) (\S+)\s*$/.exec(stderr) ?? [];
  if (status !== 0 || wall === '') throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`);
  return { wallMs: Number(wall) * 1000, cpuMs: (Number(user) + Number(system)) * 1000, printed: stdout };
}

function rowOf(assets: number, what: string, times: readonly Times[], noop: readonly Times[]): Row {
  const cpu = times.map(({ cpuMs }) => cpuMs);
  const wall = times.map(({ wallMs }) => wallMs);
  const ratio = (ours: number, base: readonly number[]): number => Math.round((ours / median(base)) * 100) / 100;
  return {
    assets,
    what,
    cpuMs: Math.round(median(cpu)),
    wallMs: Math.round(median(wall)),
    cpuSpread: `${Math.round(Math.min(...cpu))}–${Math.round(Math.max(...cpu))}`,
    cpuOfNoop: ratio(
      median(cpu),
      noop.map(({ cpuMs }) => cpuMs),
    ),
    wallOfNoop: ratio(
      median(wall),
      noop.map(({ wallMs }) => wallMs),
    ),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
