import { decodeHpack, decodePackInfo, encodeHpack, openHman } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { registry } from '../../registry.js';
import { MemoryProject } from '../testing/memory-project.js';

const packOf = (project: MemoryProject, name: string) =>
  decodeHpack(project.host.readFile(`/project/runtime${name}.hpack`)).entries;
const pathsOf = (project: MemoryProject, name: string) => packOf(project, name).map(({ path }) => path);
const bytesOf = (project: MemoryProject, name: string, path: string) =>
  packOf(project, name).find((entry) => entry.path === path)?.bytes ?? new Uint8Array(0);
const listedIn = (manifest: Uint8Array) => [...openHman(manifest).entries()].map(({ path }) => path).sort();
const codesOf = ({ diagnostics }: Awaited<ReturnType<MemoryProject['build']>>) => diagnostics.map(({ code }) => code);

const SOURCES = { 'locale/de/a.json': '1', 'levels/2/b.json': '22', 'levels/1/c.json': '333' };
const PACKS = [
  { name: 'german', globs: ['locale/de/*'] },
  { name: 'level2', globs: ['levels/2/*', 'locale/*'] },
  { name: 'base', globs: ['*'] },
];

describe('several packs', () => {
  it('get each file by the first glob that matches, and list what they contain', async () => {
    const project = new MemoryProject(SOURCES, { packs: PACKS });
    const result = await project.build({ verify: true });
    expect(result).toMatchObject({ status: 'ok', pack: 'written', packFile: undefined });
    expect(pathsOf(project, '.german')).toEqual(['assets.hman', 'locale/de/a.json']);
    expect(pathsOf(project, '.level2')).toEqual(['assets.hman', 'levels/2/b.json']);
    expect(pathsOf(project, '.base')).toEqual(['assets.hman', 'levels/1/c.json']);
    expect(project.host.stat('/project/runtime.hpack')).toBeUndefined();
    expect(listedIn(project.host.readFile('/project/runtime/assets.hman'))).toEqual([
      'levels/1/c.json',
      'levels/2/b.json',
      'locale/de/a.json',
    ]);
    for (const [name, path] of [
      ['.german', 'locale/de/a.json'],
      ['.level2', 'levels/2/b.json'],
      ['.base', 'levels/1/c.json'],
    ] as const)
      expect(listedIn(bytesOf(project, name, 'assets.hman'))).toEqual([path]);
    const sizes = PACKS.map(({ name }) => project.host.stat(`/project/runtime.${name}.hpack`)?.sizeBytes ?? 0);
    expect(result.packBytes).toBe(sizes.reduce((sum, size) => sum + size));
  });

  it('are written again only if something in them changes', async () => {
    const project = new MemoryProject(SOURCES, { packs: PACKS });
    await project.build();
    expect(await project.build()).toMatchObject({ pack: 'unchanged' });
    project.write('levels/2/b.json', 'new');
    expect(await project.build()).toMatchObject({ pack: 'written' });
    const written = project.events.flatMap((event) => (event.type === 'pack' && event.written ? [event.path] : []));
    expect(written).toEqual(['/project/runtime.level2.hpack']);
  });

  it('warn of files in none of them, and of packs that the configuration no longer names', async () => {
    const project = new MemoryProject(SOURCES, { packs: PACKS.slice(0, 2) });
    const result = await project.build();
    expect(codesOf(result)).toEqual(['build/unpacked']);
    expect(result.diagnostics[0]?.message).toBe('1 file in no pack: levels/1/c.json');
    project.config = { ...project.config, packs: PACKS.slice(1) };
    const second = await project.build();
    expect(second.diagnostics.map(({ message }) => message)).toEqual([
      'an earlier build wrote /project/runtime.german.hpack, but packs of assetc.yml no longer names it',
    ]);
    await project.host.remove('/project/runtime.german.hpack');
    expect(codesOf(await project.build())).toEqual([]);
  });

  it('are named with the references from one into another, and packInfo lists them as dependencies', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const project = new MemoryProject({ 'm/wood.mat': 'textures: { baseColor: t/oak.png }' });
    project.registry = registry;
    project.host.put('/project/assets/t/oak.png', new Uint8Array(png));
    project.config = {
      ...project.config,
      packInfo: true,
      packs: [
        { name: 'models', globs: ['m/*'] },
        { name: 'base', globs: ['*'] },
      ],
    };
    expect(await project.build()).toMatchObject({ status: 'ok' });
    expect(project.events.filter(({ type }) => type === 'pack-references')).toEqual([
      { type: 'pack-references', from: 'models', to: 'base', references: ['m/wood.hmat → t/oak.ktx2'] },
    ]);
    expect(decodePackInfo(bytesOf(project, '.models', 'assetc/pack.json')).dependencies).toEqual([
      { pack: 'runtime.base' },
    ]);
    expect(decodePackInfo(bytesOf(project, '.base', 'assetc/pack.json')).dependencies).toEqual([]);
  });
});

describe('packOrder', () => {
  it('puts the payloads of a list first, without changing the table or the contents', async () => {
    const project = new MemoryProject(SOURCES, { pack: true, packOrder: '/project/order.txt' });
    project.host.put('/project/order.txt', 'locale/de/a.json\r\ngone.json\nlevels/1/c.json\nlocale/de/a.json\n');
    await project.build({ verify: true });
    const entries = packOf(project, '');
    expect(entries.map(({ path }) => path)).toEqual([
      'assets.hman',
      'levels/1/c.json',
      'levels/2/b.json',
      'locale/de/a.json',
    ]);
    expect(entries.toSorted((a, b) => a.offset - b.offset).map(({ path }) => path)).toEqual([
      'locale/de/a.json',
      'levels/1/c.json',
      'assets.hman',
      'levels/2/b.json',
    ]);
    expect(entries.map(({ bytes }) => bytes.byteLength).slice(1)).toEqual([3, 2, 1]);
    expect(await project.build()).toMatchObject({ pack: 'unchanged' });
    project.host.put('/project/order.txt', 'levels/1/c.json\n');
    expect(await project.build()).toMatchObject({ pack: 'written' });
  });
});

describe('a pack with a base', () => {
  const base = () => {
    const game = new MemoryProject({ ...SOURCES, 'old.json': 'old' }, { pack: true });
    return game.build().then(() => game.host.readFile('/project/runtime.hpack'));
  };
  const mod = async (sources: Readonly<Record<string, string>>, remove: readonly string[] = []) => {
    const project = new MemoryProject(sources, { pack: true, base: '/project/game.hpack', remove });
    project.host.put('/project/game.hpack', await base());
    return { project, result: await project.build({ verify: true }) };
  };

  it('contains only what differs, and what it removes', async () => {
    const { project, result } = await mod({ 'levels/1/c.json': '333', 'levels/2/b.json': 'changed', 'new.json': 'n' }, [
      'old*',
      'levels/2/*',
    ]);
    expect(result).toMatchObject({ status: 'ok' });
    expect(pathsOf(project, '')).toEqual(['assetc/pack.json', 'assets.hman', 'levels/2/b.json', 'new.json']);
    expect(listedIn(bytesOf(project, '', 'assets.hman'))).toEqual(['levels/2/b.json', 'new.json']);
    expect(decodePackInfo(bytesOf(project, '', 'assetc/pack.json'))).toMatchObject({
      dependencies: [{ pack: 'game' }],
      removed: ['old.json'],
    });
  });

  it('removes what the base has for a model, and the model no longer has', async () => {
    const files = ['a.hmesh', 'a.hanim', 'a.hmat', 'a.json', 'b.hanim'];
    const project = new MemoryProject({ 'a.hmesh': 'new', 'a.hmat': 'own' }, { pack: true, embed: ['*'] });
    project.config = { ...project.config, base: '/project/game.hpack' };
    const bytes = new Uint8Array(1);
    project.host.put('/project/game.hpack', encodeHpack(files.map((path) => ({ path, bytes }))));
    expect(await project.build()).toMatchObject({ status: 'ok' });
    expect(decodePackInfo(bytesOf(project, '', 'assetc/pack.json')).removed).toEqual(['a.hanim']);
  });

  it('refuses a reference to what the base does not have, or what it removes itself', async () => {
    const project = new MemoryProject({ 'a.mat': 'textures: { baseColor: base:t/oak }' });
    project.registry = registry;
    project.config = { ...project.config, pack: true, base: '/project/game.hpack' };
    project.host.put('/project/game.hpack', encodeHpack([{ path: 't/oak.ktx2', bytes: new Uint8Array(1) }]));
    const result = await project.build();
    expect(codesOf(result)).toEqual(['build/missing-in-base']);
    expect(result).toMatchObject({ status: 'failed', pack: 'missing' });
  });
});
