// `npm run bench -- packs <old.hpack> <new.hpack>`: bytes of a patch and of a compressed pack, with xdelta3, zstd and zip on the same files, and
// what it takes to read one small entry over HTTP. With --patch or --transport only one half.
// `npm run bench -- packs make <demo | large> <folder>` writes packs to compare: old.hpack and one for each edit of versions.ts.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compressPack, diffPacks, extractPack, openPack } from '../../packages/compiler/src/index.js';
import { overHttp, type Transfer } from './over-http.js';
import { writeVersions } from './versions.js';

export interface Row {
  readonly name: string;
  /** Undefined if the program is not installed. */
  readonly sizeBytes: number | undefined;
  readonly cpuSeconds: number | undefined;
}

const size = (path: string): number => statSync(path).size;

async function ours(name: string, work: () => Promise<{ readonly sizeBytes: number }>): Promise<Row> {
  const before = process.cpuUsage();
  const { sizeBytes } = await work();
  const { user, system } = process.cpuUsage(before);
  return { name, sizeBytes, cpuSeconds: (user + system) / 1e6 };
}

/** Runs a shell command that writes `output`. */
function theirs(name: string, command: string, output: string): Row {
  const { status, stderr } = spawnSync('bash', ['-c', `set -e; TIMEFORMAT='%U %S'; time { ${command}; }`], {
    encoding: 'utf8',
  });
  if (status !== 0) return { name, sizeBytes: undefined, cpuSeconds: undefined };
  const [user = 0, system = 0] = (stderr.trimEnd().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { name, sizeBytes: size(output), cpuSeconds: user + system };
}

type At = (name: string) => string;

export async function comparePatches(before: string, after: string, at: At): Promise<readonly Row[]> {
  return [
    await ours('assetc pack diff', () => diffPacks({ before, after, output: at('a.hpatch') })),
    theirs(
      'zstd -19 --long=31 --patch-from',
      `zstd -q -19 --long=31 --patch-from='${before}' '${after}' -o '${at('a.zst')}' 2>/dev/null`,
      at('a.zst'),
    ),
    theirs('xdelta3 -9', `xdelta3 -9 -e -B ${size(before)} -s '${before}' '${after}' '${at('a.xd')}'`, at('a.xd')),
  ];
}

export async function compareTransport(path: string, folder: string, at: At): Promise<readonly Row[]> {
  const pack = await openPack({ path });
  if (pack === undefined) throw new Error(`there is no ${path}`);
  await extractPack({ pack, output: at('files') });
  pack.close();
  return [
    await ours('assetc pack compress', () => compressPack({ path, output: at('a.hpackz') })),
    theirs('tar | zstd -19', `tar cf - -C '${folder}' files | zstd -q -19 -o '${at('t.zst')}'`, at('t.zst')),
    theirs('zip -9', `cd '${folder}' && zip -9 -q -r a.zip files`, at('a.zip')),
  ];
}

/** Lines for people, or one JSON object a line. */
function print(rows: readonly Row[], transfers: readonly Transfer[], isJson: boolean): void {
  if (isJson) {
    for (const row of [...rows, ...transfers]) console.log(JSON.stringify(row));
    return;
  }
  console.log('| program | bytes | CPU s |\n| --- | ---: | ---: |');
  for (const { name, sizeBytes, cpuSeconds } of rows)
    console.log(`| ${name} | ${sizeBytes ?? 'not installed'} | ${cpuSeconds?.toFixed(1) ?? ''} |`);
  if (transfers.length === 0) return;
  console.log('\n| over HTTP | bytes | requests | ms |\n| --- | ---: | ---: | ---: |');
  for (const { name, sentBytes, requests, milliseconds } of transfers)
    console.log(`| ${name} | ${sentBytes} | ${requests} | ${milliseconds.toFixed(0)} |`);
}

const USAGE = `usage: npm run bench -- packs <old.hpack> <new.hpack> [--patch | --transport] [--json]
       npm run bench -- packs make <demo | large> <folder>`;

export async function run(args: readonly string[]): Promise<void> {
  const [first, second, third] = args.filter((arg) => !arg.startsWith('--'));
  if (first === undefined || second === undefined) throw new Error(USAGE);
  if (first === 'make') {
    if ((second !== 'demo' && second !== 'large') || third === undefined) throw new Error(USAGE);
    return writeVersions(second, resolve(third));
  }
  const [before, after] = [resolve(first), resolve(second)];
  const folder = mkdtempSync(join(tmpdir(), 'assetc-bench-packs-'));
  const at: At = (name) => join(folder, name);
  try {
    const rows = args.includes('--transport') ? [] : [...(await comparePatches(before, after, at))];
    const transfers: Transfer[] = [];
    if (!args.includes('--patch')) {
      rows.push(...(await compareTransport(after, folder, at)));
      transfers.push(...(await overHttp(at('a.hpackz'))));
    }
    print(rows, transfers, args.includes('--json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
