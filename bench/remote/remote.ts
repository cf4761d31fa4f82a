// A shared cache over a network of 200 Mbit/s and 50 ms: how much of the bandwidth a second machine uses that restores everything from it. Uses the
// built command line, and nginx with the configuration of docs/guide/teams.md. `npm run bench -- remote [assets]`; uploads.ts measures uploads.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ShapingProxy } from '../../tests/remote/shaping-proxy.js';
import { makePng } from '../../tests/support/png.js';
import { buildOn, checkout, LINE, needServers, startServer, TOKEN } from './cache-machines.js';

const DEMO = resolve(import.meta.dirname, '../../examples/demo');

export async function run(args: readonly string[]): Promise<void> {
  needServers();
  const count = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 2000);
  const folder = mkdtempSync(join(tmpdir(), 'assetc-bench-'));
  try {
    const project = join(folder, 'project');
    makeProject(project, count);
    const rows = [];
    for (const taken of [project, DEMO]) {
      rows.push(await measureRestore(folder, taken));
      if (!args.includes('--json')) console.table(rows.slice(-1));
    }
    if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Textures that do not compress, so that as many bytes are transferred as written. */
function makeProject(project: string, count: number): void {
  mkdirSync(join(project, 'assets'), { recursive: true });
  writeFileSync(join(project, 'assetc.yml'), 'default: { texture: { quality: fast } }\n');
  for (let i = 0; i < count; i++) {
    let state = i + 1;
    const noise = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    };
    const png = makePng(256, 256, () => [noise(), noise(), noise(), 255]);
    mkdirSync(join(project, 'assets', `${i % 40}`), { recursive: true });
    writeFileSync(join(project, 'assets', `${i % 40}`, `${i}.png`), png);
  }
}

function treeOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .filter(({ name }) => !name.startsWith('.assetc-'))
      .map((entry) => [
        join(entry.parentPath, entry.name).slice(folder.length),
        readFileSync(join(entry.parentPath, entry.name), 'latin1'),
      ]),
  );
}

const outputOf = (machine: string): string => join(machine, existsSync(join(machine, 'runtime')) ? 'runtime' : 'out');

async function measureRestore(folder: string, project: string) {
  const server = await startServer(folder);
  const url = (port: number) => ({ ASSETC_CACHE_URL: `http://127.0.0.1:${port}` });
  const first = checkout(folder, project);
  const made = await buildOn(first, { ...url(server.port), ASSETC_CACHE_TOKEN: TOKEN, CI: '1' });
  const line = await ShapingProxy.open(server.port, LINE.megabits, LINE.roundTripMs);
  const second = checkout(folder, project);
  const taken = await buildOn(second, url(line.port));
  const { sentBytes, firstMs, lastMs } = line.down;
  await line.close();
  await server.stop();
  const [mine, theirs] = [treeOf(outputOf(second)), treeOf(outputOf(first))];
  const differ =
    [...theirs].filter(([path, bytes]) => mine.get(path) !== bytes).length + Math.abs(mine.size - theirs.size);
  for (const machine of [first, second]) rmSync(machine, { recursive: true, force: true });
  const mbitPerS = (bytes: number, ms: number): number => (bytes * 8) / ms / 1000;
  return {
    project: project === DEMO ? 'demo' : 'textures',
    assets: made.built + made.shared,
    compiledAgain: taken.built,
    differingFiles: differ,
    megabytes: Math.round(sentBytes / 1e5) / 10,
    seconds: Math.round(taken.ms / 10) / 100,
    cpuSeconds: Math.round(taken.cpuMs / 10) / 100,
    ofLineWhileUsed: Math.round((100 * mbitPerS(sentBytes, lastMs - firstMs)) / LINE.megabits) / 100,
    ofLineByBuildTime: Math.round((100 * mbitPerS(sentBytes, taken.ms)) / LINE.megabits) / 100,
  };
}
