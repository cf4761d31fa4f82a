// `npm run bench -- packs <old.hpack> <new.hpack>`: bytes of a patch and of a compressed pack, with xdelta3, zstd and zip on the same files, and
// what it takes to read one small entry over HTTP.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compressPack, diffPacks, extractPack, openPack } from '../../packages/compiler/src/index.js';
import { overHttp } from './over-http.js';

interface Row {
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

export async function run(args: readonly string[]): Promise<void> {
  const [before, after] = args.filter((arg) => !arg.startsWith('--')).map((path) => resolve(path));
  if (before === undefined || after === undefined)
    throw new Error('usage: npm run bench -- packs <old.hpack> <new.hpack>');
  const folder = mkdtempSync(join(tmpdir(), 'assetc-bench-packs-'));
  const at = (name: string): string => join(folder, name);
  try {
    const pack = await openPack({ path: after });
    if (pack === undefined) throw new Error(`there is no ${after}`);
    await extractPack({ pack, output: at('files') });
    pack.close();
    const rows = [
      await ours('assetc pack diff', () => diffPacks({ before, after, output: at('a.hpatch') })),
      theirs(
        'zstd -19 --long=31 --patch-from',
        `zstd -q -19 --long=31 --patch-from='${before}' '${after}' -o '${at('a.zst')}' 2>/dev/null`,
        at('a.zst'),
      ),
      theirs('xdelta3 -9', `xdelta3 -9 -e -B ${size(before)} -s '${before}' '${after}' '${at('a.xd')}'`, at('a.xd')),
      await ours('assetc pack compress', () => compressPack({ path: after, output: at('a.hpackz') })),
      theirs('tar | zstd -19', `tar cf - -C '${folder}' files | zstd -q -19 -o '${at('t.zst')}'`, at('t.zst')),
      theirs('zip -9', `cd '${folder}' && zip -9 -q -r a.zip files`, at('a.zip')),
    ];
    const transfers = await overHttp(at('a.hpackz'));
    if (args.includes('--json')) for (const row of [...rows, ...transfers]) console.log(JSON.stringify(row));
    else {
      console.log('| program | bytes | CPU s |\n| --- | ---: | ---: |');
      for (const { name, sizeBytes, cpuSeconds } of rows)
        console.log(`| ${name} | ${sizeBytes ?? 'not installed'} | ${cpuSeconds?.toFixed(1) ?? ''} |`);
      console.log('\n| over HTTP | bytes | requests | ms |\n| --- | ---: | ---: | ---: |');
      for (const { name, sentBytes, requests, milliseconds } of transfers)
        console.log(`| ${name} | ${sentBytes} | ${requests} | ${milliseconds.toFixed(0)} |`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
