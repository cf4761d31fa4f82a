// Packs on top of each other: the library in TypeScript and the one in C against a plain dictionary, for random packs.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AssetKind,
  AssetLibrary,
  bytesSource,
  encodeHman,
  encodeHpack,
  encodePackInfo,
  LayeredFiles,
  type ManifestEntry,
  manifestHash,
  openHman,
  openPack,
} from '../../packages/formats/src/index.js';
import { cCompiler, compile, root, run, SANITIZED } from '../c-library/c-compiler.js';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { randomNumbers } from './random-packs.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
const SEEDS = isLong ? 20_000 : 400;

/** What a pack is made of, before it is one. */
interface Source {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Undefined: the pack has no manifest. */
  readonly listed: readonly ManifestEntry[] | undefined;
  /** Undefined: the pack has no list. */
  readonly removed: readonly string[] | undefined;
}

const PATHS = [
  'a.hmesh',
  'a.ktx2',
  'b.ktx2',
  'b.spv',
  'tex/00000000000000ab.ktx2',
  'ä "1".bin',
  '😀.json',
  'x/y.hmat',
  'x/z',
];
const CREDITS = 'assetc/credits.txt';
/** No pack has the credits for another. */
const ASKED = [...PATHS, CREDITS];
const KINDS: readonly AssetKind[] = ['embed', 'texture', 'shader', 'lut'];
const entry = (kind: AssetKind, path: string): ManifestEntry => ({
  kind,
  path,
  colorspace: 'linear',
  hash: manifestHash(kind, path),
});

function randomSource(next: () => number): Source {
  const files = new Map<string, Uint8Array>();
  for (const path of PATHS) if (next() % 3 === 0) files.set(path, Uint8Array.of(next(), next()));
  const byHash = new Map<bigint, ManifestEntry>();
  for (const path of PATHS) {
    // Mostly what is in the pack; a manifest may also list what another layer has.
    if (next() % 4 === 0 || !files.has(path)) if (next() % 5 > 0) continue;
    const one = entry(KINDS[next() % KINDS.length] ?? 'embed', path);
    if (!byHash.has(one.hash)) byHash.set(one.hash, one);
  }
  const removed = PATHS.filter(() => next() % 6 === 0);
  return {
    files,
    listed: next() % 5 === 0 ? undefined : [...byHash.values()],
    removed: next() % 3 === 0 ? undefined : removed,
  };
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

function packOf({ files, listed, removed }: Source): Uint8Array {
  const entries = [...files, [CREDITS, Uint8Array.of(1)] as const].map(([path, bytes]) => ({ path, bytes }));
  if (listed !== undefined) entries.push({ path: 'assets.hman', bytes: encodeHman(listed) });
  if (removed === undefined) return encodeHpack(entries);
  const info = encodePackInfo(
    {
      assetc: '0',
      dependencies: [],
      removed,
      entries: entries.map(({ path, bytes }) => ({ path, sha256: sha256(bytes) })),
    },
    sha256,
  );
  return encodeHpack([...entries, { path: 'assetc/pack.json', bytes: info }]);
}

/** What the packs are together: plain dictionaries, changed by one pack after another. */
function dictionaries(sources: readonly Source[]) {
  const files = new Map<string, Uint8Array>();
  let entries: ManifestEntry[] = [];
  for (const { files: own, listed = [], removed = [] } of sources) {
    for (const path of removed) files.delete(path);
    for (const [path, bytes] of own) files.set(path, bytes);
    entries = entries.filter(
      ({ path, hash }) => !removed.includes(path) && !listed.some((one) => one.path === path || one.hash === hash),
    );
    entries.push(...listed);
  }
  return { files, entries };
}

function conflictsOf(sources: readonly Source[]) {
  return [...PATHS].sort().flatMap((path) => {
    const layers = sources.flatMap(({ files, removed }, i) => (files.has(path) || removed?.includes(path) ? [i] : []));
    const owners = sources.flatMap(({ files }, i) => (files.has(path) ? [i] : []));
    if (owners.length === 0 || layers.length < 2) return [];
    const last = layers.at(-1) ?? 0;
    return [{ path, layers, isRemoved: sources[last]?.files.has(path) !== true }];
  });
}

const cases = Array.from({ length: SEEDS }, (_, i) => {
  const next = randomNumbers(i + 1);
  const sources = Array.from({ length: next() % 5 }, () => randomSource(next));
  return { seed: i + 1, sources, packs: sources.map(packOf) };
});
const hex = (bytes: Uint8Array | undefined): string => (bytes === undefined ? '-' : Buffer.from(bytes).toString('hex'));
const byHash = (a: ManifestEntry, b: ManifestEntry): number => (a.hash < b.hash ? -1 : 1);

describe('layers', () => {
  it('have the files, the manifest and the conflicts of a plain dictionary', async () => {
    for (const { seed, sources, packs } of cases) {
      const opened = await Promise.all(packs.map((bytes) => openPack(bytesSource(bytes))));
      const layers = await LayeredFiles.open(opened);
      const { files, entries } = dictionaries(sources);
      for (const path of ASKED) expect(await layers.read(path), `seed ${seed}, ${path}`).toEqual(files.get(path));
      const manifest = await layers.read('assets.hman');
      const listed = manifest === undefined ? undefined : [...openHman(manifest).entries()];
      const hasManifest = sources.some((source) => source.listed !== undefined);
      expect(listed, `seed ${seed}`).toEqual(hasManifest ? entries.toSorted(byHash) : undefined);
      expect(layers.conflicts(), `seed ${seed}`).toEqual(conflictsOf(sources));
      expect(await layers.read('assetc/pack.json')).toBeUndefined();
      expect(layers.infos.map((info) => info?.removed)).toEqual(
        sources.map(({ removed }) => removed?.toSorted(byBytes)),
      );
      if (hasManifest) expect((await AssetLibrary.open(opened)).list()).toEqual(entries.toSorted(byHash));
    }
  });
});

describe.skipIf(!hasCli)('assetc pack info', () => {
  it('prints which of several packs decides, and which one removes', () => {
    const one = (path: string, value: number) => [path, Uint8Array.of(value)] as const;
    const source = (files: Source['files'], removed: readonly string[]): Source => ({
      files,
      removed,
      listed: undefined,
    });
    const project = new DiskProject({
      'game.hpack': packOf(source(new Map([one('a', 1), one('b', 1), one('only', 1)]), [])),
      'winter.hpack': packOf(source(new Map([one('a', 2)]), [])),
      'summer.hpack': packOf(source(new Map([one('a', 3), one('new', 3)]), ['b'])),
    });
    try {
      const { status, stdout } = project.run(['pack', 'info', 'game.hpack', 'winter.hpack', 'summer.hpack']);
      expect({ status, lines: stdout.split('\n').map((line) => line.trim().split(/ {2,}/)) }).toEqual({
        status: 0,
        lines: [
          ['layers'],
          ['1', 'game.hpack'],
          ['2', 'winter.hpack'],
          ['3', 'summer.hpack'],
          [''],
          ['path', 'from', 'over'],
          ['a', '3', '2, 1'],
          ['b', 'removed by 3', '1'],
          [''],
          ['2 overridden'],
          [''],
        ],
      });
    } finally {
      project.remove();
    }
  });
});

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe.skipIf(cCompiler === undefined)('assetc_library', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assetc-layers-'));
    const source = join(root, 'tests/c-library/layers.c');
    expect(compile({ source, output: join(folder, 'layers'), flags: ['-O1', ...SANITIZED] })).toBe('');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const sized = (bytes: Uint8Array): Buffer => Buffer.concat([number(bytes.length), bytes]);
  const number = (value: number): Buffer => {
    const out = Buffer.alloc(4);
    out.writeUInt32LE(value);
    return out;
  };
  const paths = Buffer.concat([number(ASKED.length), ...ASKED.map((path) => sized(Buffer.from(path)))]);
  const inputOf = (packs: readonly Uint8Array[]): Buffer =>
    Buffer.concat([number(packs.length), ...packs.map(sized), paths]);

  function ask(input: Uint8Array): readonly string[] {
    const { status, stdout, stderr } = run(join(folder, 'layers'), [], input);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout.split('end\n').slice(0, -1);
  }

  function wantedLines(sources: readonly Source[]): readonly string[] {
    const { files, entries } = dictionaries(sources);
    const found = new Map(entries.map((one) => [one.hash, one.path]));
    const digits = (hash: bigint): string => hash.toString(16).padStart(16, '0');
    const queries = ASKED.flatMap((path) => [
      `file ${path} ${hex(files.get(path))}`,
      ...(['mesh', 'texture', 'shader'] as const).map((kind) => {
        const hash = manifestHash(kind, path);
        return `hash ${digits(hash)} ${hex(files.get(found.get(hash) ?? ''))}`;
      }),
    ]);
    const conflicts = conflictsOf(sources).map(({ path, layers, isRemoved }) => {
      const lowest = layers.find((i) => sources[i]?.files.has(path));
      return `conflict ${path} ${lowest} ${layers.at(-1)} ${isRemoved ? 1 : 0}`;
    });
    return [...queries, ...entries.map(({ hash, path }) => `entry ${digits(hash)} ${path}`), ...conflicts];
  }

  it('finds the same, with and without indices', () => {
    const answers = ask(Buffer.concat(cases.map(({ packs }) => inputOf(packs))));
    expect(answers).toHaveLength(cases.length);
    for (const [i, { seed, sources }] of cases.entries())
      expect((answers[i] ?? '').trimEnd().split('\n').sort(), `seed ${seed}`).toEqual([...wantedLines(sources)].sort());
  });

  it('finds what is removed under any spelling of JSON', () => {
    const base = packOf({ files: new Map([['ä😀.bin', Uint8Array.of(1)]]), listed: undefined, removed: undefined });
    const list = (removed: string): Uint8Array =>
      Buffer.from(`{"format":"assetc pack","version":1,"removed":[${removed}],"entries":[],"dependencies":[]}`);
    const query = Buffer.concat([number(1), sized(Buffer.from('ä😀.bin'))]);
    const found = ['"ä😀.bin"', '"\\u00e4\\ud83d\\ude00.bin"', '"\\u00e4\\ud83d.bin"', '"ä😀.bi"'].map((removed) => {
      const mod = encodeHpack([{ path: 'assetc/pack.json', bytes: list(removed) }]);
      const [answer = ''] = ask(Buffer.concat([number(2), sized(base), sized(mod), query]));
      return answer.split('\n')[0];
    });
    expect(found).toEqual(['file ä😀.bin -', 'file ä😀.bin -', 'file ä😀.bin 01', 'file ä😀.bin 01']);
  });

  it('refuses packs whose list or manifest is malformed', () => {
    const refusals = [
      '{"format":"other"}',
      '{"format":"assetc pack","version":2,"removed":[]}',
      '{"format":"assetc pack","version":1}',
      '{"format":"assetc pack","version":1,"removed":[3]}',
      '{',
    ].map((text) => {
      const pack = encodeHpack([{ path: 'assetc/pack.json', bytes: Buffer.from(text) }]);
      return ask(inputOf([pack]))[0]?.split('\n')[0];
    });
    const manifest = encodeHpack([{ path: 'assets.hman', bytes: Buffer.from('HMAN') }]);
    expect([...refusals, ask(inputOf([manifest]))[0]?.split('\n')[0]]).toEqual([
      'refused bad-value assetc/pack.json',
      'refused bad-version assetc/pack.json',
      'refused bad-value removed',
      'refused bad-value removed[]',
      'refused bad-value assetc/pack.json',
      'refused truncated HmanHeader',
    ]);
  });
});
