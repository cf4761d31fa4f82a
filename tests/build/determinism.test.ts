// One project of every kind, compiled by every Node that the packages promise, with other locales, time zones, numbers of threads
// and orders in which the files were made: one hash. Other versions of Node come from the registry, into
// node_modules/.cache; if one is not available, the running one is used.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nodeOf } from '../support/node-versions.js';

const root = resolve(import.meta.dirname, '../..');
const cli = join(root, 'packages/compiler/bin/assetc.js');
const demo = join(root, 'examples/demo/assets');

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

/** One of every kind; the sky and the island are left out for their size. */
const sources = filesBelow(demo).filter((path) => !/^sky\/|island/.test(path));
const CONFIG = `embed: ["scene/*.json"]
exclude: ["shaders/common/*"]
pack: true
default: { texture: { quality: fast }, animation: { compression: both }, shader: { include: [shaders/common], reflection: true }, font: { size: 24 } }
`;

interface Variant {
  readonly name: string;
  readonly node: string | undefined;
  readonly jobs: number;
  readonly env: Readonly<Record<string, string>>;
  readonly order: (paths: readonly string[]) => readonly string[];
}

const here = process.execPath;
/** Each differs from the others in everything that must not matter: builds take too long to change one thing at a time. */
const variants: readonly Variant[] = [
  { name: '-j 1', node: here, jobs: 1, env: { TZ: 'UTC', LC_ALL: 'C' }, order: (paths) => paths },
  {
    name: 'Node 20, -j 2, files made in reverse, Turkish, at the date line',
    node: nodeOf(20) ?? here,
    jobs: 2,
    env: { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' },
    order: (paths) => paths.toReversed(),
  },
  {
    name: 'Node 22, -j 7, odd files first, Swedish',
    node: nodeOf(22) ?? here,
    jobs: 7,
    env: { TZ: 'America/Caracas', LC_ALL: 'sv_SE.UTF-8' },
    order: (paths) => [...paths.filter((_, i) => i % 2 === 1), ...paths.filter((_, i) => i % 2 === 0)],
  },
  { name: 'Node 24, -j 4', node: nodeOf(24), jobs: 4, env: {}, order: (paths) => paths },
];

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function compile({ node = here, jobs, env, order }: Variant): string {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-determinism-'));
  folders.push(folder);
  writeFileSync(join(folder, 'assetc.yml'), CONFIG);
  for (const path of order(sources)) {
    mkdirSync(dirname(join(folder, 'assets', path)), { recursive: true });
    writeFileSync(join(folder, 'assets', path), readFileSync(join(demo, path)));
  }
  const { status, stderr } = spawnSync(node, [cli, '-q', '-j', String(jobs)], {
    cwd: folder,
    env: { ...process.env, ...env, XDG_CACHE_HOME: join(folder, 'cache') },
    encoding: 'utf8',
  });
  expect({ status, errors: stderr.split('\n').filter((line) => line.includes('error')) }).toEqual({
    status: 0,
    errors: [],
  });
  const hash = createHash('sha256');
  const outputs = filesBelow(join(folder, 'runtime')).filter((path) => !path.startsWith('.'));
  for (const path of outputs) hash.update(`${path}\0`).update(readFileSync(join(folder, 'runtime', path)));
  hash.update(readFileSync(join(folder, 'runtime.hpack')));
  return `${outputs.length} files, ${hash.digest('hex')}`;
}

describe('one project gives one hash', () => {
  const seen = new Map<string, string>();
  for (const variant of variants)
    it.skipIf(variant.node === undefined)(`with ${variant.name}`, () => {
      seen.set(variant.name, compile(variant));
      const hashes = new Set(seen.values());
      if (seen.size === 1) console.log([...hashes][0]);
      expect([...hashes]).toHaveLength(1);
    });
});
