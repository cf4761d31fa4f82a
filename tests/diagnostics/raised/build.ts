// Diagnostics of a build for any kind of asset, on the disk's double; links need a real disk.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '../../../packages/compiler/src/config/config.js';
import type { Kind } from '../../../packages/compiler/src/model/kind/kind.js';
import type { BuildOptions } from '../../../packages/compiler/src/pipeline/build-options.js';
import { writeDepfileWith } from '../../../packages/compiler/src/pipeline/depfile/write-depfile.js';
import { makeManifest } from '../../../packages/compiler/src/pipeline/finish/manifest.js';
import { hostError } from '../../../packages/compiler/src/pipeline/testing/memory-file.js';
import { MemoryProject } from '../../../packages/compiler/src/pipeline/testing/memory-project.js';
import { listKind, toyRegistry } from '../../../packages/compiler/src/pipeline/testing/toy-registry.js';
import { PoolExecutor } from '../../../packages/compiler/src/pipeline/workers/pool-executor.js';
import { encodeHpack } from '../../../packages/formats/src/index.js';
import { emptyRecord, Surroundings, writeRecord } from '../../safety/surroundings.js';
import { building, codesOf, type Raise, type RowsOf, realProject } from '../raise.js';
import { wallRecord } from '../wall-record.js';

type Sources = Readonly<Record<string, string>>;

interface Mishap {
  readonly config?: Partial<Config>;
  readonly options?: Partial<BuildOptions>;
  /** Done before the build. */
  readonly before?: (project: MemoryProject) => unknown;
}

const toys =
  (sources: Sources, { config, options, before }: Mishap = {}): Raise =>
  async () => {
    const project = new MemoryProject(sources, config);
    await before?.(project);
    return codesOf((await project.build(options)).diagnostics);
  };

/** A material of these textures, as a change of a base that has one other file. */
const mod =
  (textures: readonly string[], remove: readonly string[] = []): Raise =>
  async () => {
    const slots = textures.map((texture) => `textures: { baseColor: "${texture}" }`);
    const project = realProject({ 'a.mat': slots.join('\n') || '{}' });
    project.host.put('/project/base.hpack', encodeHpack([{ path: 'b.txt', bytes: new Uint8Array(1) }]));
    project.config = { ...project.config, pack: true, base: '/project/base.hpack', remove };
    return codesOf((await project.build()).diagnostics);
  };

/** A compiler that fails with this error. */
const failing = (message: string): Raise =>
  toys(
    { 'a.list': '' },
    {
      before: (project) => {
        const kind: Kind = { ...listKind, compile: () => Promise.reject(new RangeError(message)) };
        project.registry = { ...toyRegistry, kinds: [kind] };
      },
    },
  );

const onDisk =
  (sources: Sources, before: (around: Surroundings) => void): Raise =>
  async () => {
    const around = new Surroundings(sources);
    try {
      before(around);
      return codesOf((await around.build()).diagnostics);
    } finally {
      around.remove();
    }
  };

const linked = (...links: readonly (readonly [target: string, path: string])[]): Raise =>
  onDisk({ 'a.json': '1', 'deep/down/b.json': '2' }, ({ config }) => {
    for (const [target, path] of links) {
      mkdirSync(dirname(join(config.input, path)), { recursive: true });
      symlinkSync(target, join(config.input, path));
    }
  });

/** Reading a.list fails from the second time on: it was hashed before it is compiled, and is too long to be kept. */
const unreadable = (code: 'EACCES' | 'ENOENT'): Raise =>
  toys(
    { 'a.list': 'one'.repeat(6000) },
    {
      before: ({ host }) => {
        let reads = 0;
        host.onRead = (path) => {
          if (path.endsWith('/a.list') && (++reads > 1 || code === 'EACCES')) throw hostError(code, path);
        };
      },
    },
  );

/** Ten thousand links to one folder. */
const tooManyLinks = toys(
  { 'real/a.json': '1' },
  {
    before: ({ host }) => {
      const [stat, realPath, readFolder] = [host.stat.bind(host), host.realPath.bind(host), host.readFolder.bind(host)];
      const led = (path: string) => path.replace(/^(\/project\/assets)\/link\d+/, '$1/real');
      const links = Array.from({ length: 10_001 }, (_, i) => ({ name: `link${i}`, type: 'link' }) as const);
      host.stat = (path) => stat(led(path));
      host.realPath = (path) => realPath(led(path));
      host.readFolder = (path) => [...readFolder(led(path)), ...(path === '/project/assets' ? links : [])];
    },
  },
);

const twins: Raise = async () => {
  const made = makeManifest([wallRecord('wall.png', 'srgb'), wallRecord('wall.jpg', 'linear')], 'all');
  return 'problems' in made ? codesOf(made.problems) : [];
};

const LFS =
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n';

const depfile: Raise = async () => {
  const { host, config } = new MemoryProject({ "wolf's.json": '1' }, { embed: ['*'] });
  return codesOf(await writeDepfileWith(host, { configs: [config], path: '/project/out.d', target: 'out' }));
};

/** Two presets whose lists differ. */
const otherInPreset: Raise = async () => {
  const outputs = [
    { preset: 'a', output: '/project/runtime' },
    { preset: 'b', output: '/project/mobile' },
  ];
  const codegen = { files: [{ target: 'c', path: '/project/assets.h' }], outputs } as const;
  const project = new MemoryProject({ 'a.list': 'name Run' }, { codegen, preset: 'a' });
  await project.build();
  project.write('a.list', 'name Walk');
  project.config = { ...project.config, output: '/project/mobile', preset: 'b' };
  return codesOf((await project.build()).diagnostics);
};

const inTheWay = { files: [{ target: 'c', path: '/project/assets.h' }], outputs: [] } as const;

export const buildRows: RowsOf<'build'> = {
  'build/depfile-name': depfile,
  'build/no-input': toys({}, { config: { input: '/project/nowhere' } }),
  'build/output-file': toys({ 'a.list': '' }, { config: { output: '/project/assets/a.list' } }),
  'build/no-such-source': toys({ 'a.list': '' }, { options: { paths: ['gone.list'] } }),
  'build/link-leaves-input': linked(['../../victim.txt', 'a.list']),
  'build/link-loop': linked(['../..', 'deep/down/up']),
  'build/too-many-links': tooManyLinks,
  'build/code-differs': otherInPreset,
  'build/not-generated': toys(
    { 'a.list': '' },
    { config: { codegen: inTheWay }, before: ({ host }) => host.put('/project/assets.h', '// mine') },
  ),
  'build/dangling-link': linked(['gone.json', 'b.json']),
  'build/unreadable': unreadable('EACCES'),
  'build/vanished': unreadable('ENOENT'),
  'build/lfs-pointer': toys({ 'a.list': LFS }),
  'build/missing-file': toys({ 'a.list': 'include gone.txt' }),
  'build/outside-input': toys({ 'a.list': 'include ../../secret' }),
  'build/bad-reference': toys({ 'a.list': 'part big.raw 8 20', 'big.raw': '0123456789' }),
  'build/file-too-large': toys(
    { 'a.list': 'include big.raw', 'big.raw': 'x' },
    {
      before: ({ host }) => {
        const stat = host.stat.bind(host);
        host.stat = (path) => {
          const found = stat(path);
          return found !== undefined && path.endsWith('big.raw') ? { ...found, sizeBytes: 2 ** 31 } : found;
        };
      },
    },
  ),
  'build/output-collision': toys({ 'a.list': 'one', 'a.LIST': 'two' }),
  'build/reserved-output': toys({ 'assets.hman': 'x' }, { config: { embed: ['*'] } }),
  'build/output-link': onDisk({ 'sub/a.json': '1' }, ({ root, output }) => {
    mkdirSync(output);
    symlinkSync(join(root, 'a/empty'), join(output, 'sub'));
  }),
  'build/foreign-leftover': onDisk({ 'a.json': '1' }, ({ output }) => {
    writeRecord(output, emptyRecord({ leftovers: ['theirs.json'] }));
    writeFileSync(join(output, 'theirs.json'), '1');
  }),
  'build/no-record-key': toys(
    { 'a.json': '1' },
    {
      before: (project) => {
        project.host.onOperation = (_, path) => {
          if (path.startsWith('/home')) throw hostError('EROFS', path);
        };
      },
    },
  ),
  'build/foreign-store': toys(
    { 'a.list': 'one' },
    {
      before: ({ host }) => {
        host.makeFolder('/cache');
        host.owned.set('/cache', { mine: true, othersMayRead: true, othersMayWrite: true });
      },
    },
  ),
  'build/name-too-long': toys({ [`${'y'.repeat(250)}.box/1`]: 'one' }),
  'build/bad-output': toys({ 'a\ud800.json': '{}' }),
  'build/derived-conflict': toys({ 'a.list': 'share d.raw x 0 4', 'b.list': 'share d.raw x 2 4', 'd.raw': 'abcdefgh' }),
  'build/unportable-name': toys({ 'con.json': '1' }),
  'build/remove-failed': toys(
    { 'a.json': '1' },
    {
      before: async (project) => {
        await project.build();
        project.delete('a.json');
        project.host.onOperation = (operation, path) => {
          if (operation === 'remove' && path.endsWith('/a.json')) throw hostError('EBUSY', path);
        };
      },
    },
  ),
  'build/write-failed': toys(
    { 'a.json': '1' },
    {
      before: ({ host }) => {
        host.onOperation = (operation, path) => {
          if (operation === 'write' && path.startsWith('/project/runtime/')) throw hostError('ENOSPC', path);
        };
      },
    },
  ),
  'build/manifest-clash': twins,
  'build/verify-failed': toys(
    { 'a.list': 'one' },
    {
      options: { verify: true },
      before: (project) => {
        project.validate = () => [{ code: 'bad-value', offset: 3, field: 'Toy.field', message: 'is bad' }];
      },
    },
  ),
  'build/time-limit': toys(
    { 'a.list': 'one' },
    {
      config: { timeLimitMs: 100 },
      before: (project) => {
        const waiting: Kind = { ...listKind, compile: () => new Promise(() => {}) };
        project.registry = { ...toyRegistry, kinds: [waiting] };
      },
    },
  ),
  'build/differs': toys(
    { 'a.list': 'one' },
    {
      options: { twice: true },
      before: (project) => {
        let runs = 0;
        const counting: Kind = {
          ...listKind,
          compile: async (context) => context.emit({ suffix: '.out', bytes: Uint8Array.of(runs++) }),
        };
        project.registry = { ...toyRegistry, kinds: [counting] };
      },
    },
  ),
  'build/pack-failed': toys(
    { 'a.json': '1' },
    {
      options: { pack: true },
      before: ({ host }) => {
        host.onOperation = (operation, path) => {
          if (operation === 'write' && dirname(path) === '/project') throw hostError('ENOSPC', path);
        };
      },
    },
  ),
  'build/no-license': toys({ 'a.json': '1' }, { config: { licenses: 'require' } }),
  'build/pack-info-path': toys({ 'assetc/pack.json': '1' }, { config: { packInfo: true }, options: { pack: true } }),
  'build/pack-order': toys({ 'a.json': '1' }, { config: { pack: true, packOrder: '/project/order.txt' } }),
  'build/unpacked': toys({ 'a.json': '1' }, { config: { packs: [{ name: 'rest', globs: ['b*'] }] } }),
  'build/bad-base': toys({ 'a.json': '1' }, { config: { pack: true, base: '/project/game.hpack' } }),
  'build/missing-in-base': mod(['base:textures/crate']),
  'build/unused-remove': mod([], ['gone/*']),
  'build/name-not-utf8': toys(
    { 'b\ufffd.json': '2' },
    {
      before: ({ host }) => {
        const lookAt = host.entryType.bind(host);
        host.entryType = (path) => (path.includes('\ufffd') ? undefined : lookAt(path));
      },
    },
  ),
  'build/near-miss': building({ 'sky.slang': '' }),
  'build/stale-pack': toys(
    { 'b.json': '2' },
    {
      before: async (project) => {
        await project.build({ pack: true });
        project.write('c.json', '3');
      },
    },
  ),
  'build/over-budget': async () =>
    codesOf(
      (await new MemoryProject({ 'a.list': 'one' }, { budgets: [{ glob: '*', limitBytes: 1 }] }).build()).diagnostics,
    ),
  'build/out-of-memory': failing('WebAssembly.Memory(): could not allocate memory'),
  'build/few-descriptors': failing("EMFILE: too many open files, open '/chunk.js'"),
  'build/malformed': toys({ 'a.list': 'malformed' }),
  'build/lock-lost': toys(
    { 'a.json': '1' },
    {
      before: ({ host }) => {
        host.onOperation = (operation) => {
          if (operation === 'sync') host.files.delete('/project/runtime/.assetc-lock');
        };
      },
    },
  ),
};

/** A pool whose threads die with every job. */
const deadlyPool: Raise = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-raised-'));
  const workerFile = join(folder, 'worker.mjs');
  writeFileSync(workerFile, 'export default () => process.exit(3);');
  const sources = { input: folder, output: '', otherOutputs: [], embed: [] };
  const executor = new PoolExecutor({
    workerFile,
    threads: 1,
    setup: { root: folder, exclude: [], layers: [], sources },
  });
  try {
    const job = {
      kind: 'list',
      source: 'a.list',
      name: undefined,
      base: 'a',
      params: undefined,
      settings: {},
      knownFiles: [],
    };
    return codesOf((await executor.run(job, new AbortController().signal)).diagnostics);
  } finally {
    await executor.dispose();
    rmSync(folder, { recursive: true });
  }
};

export const internalRows: RowsOf<'internal'> = {
  'internal/compiler': toys({ 'a.list': 'crash' }),
  'internal/worker': deadlyPool,
};
