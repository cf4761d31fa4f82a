import { hashToHex, pathRef } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { Codegen } from '../../config/config.js';
import { clean } from '../clean.js';
import { MemoryProject, testConfig } from '../testing/memory-project.js';
import { toyRegistry } from '../testing/toy-registry.js';
import { checkCode } from './check-code.js';

const C = '/project/src/assets.gen.h';
const TS = '/project/src/assets.gen.ts';
const RUST = '/project/src/assets_gen.rs';
const outputs = [{ preset: null, output: '/project/runtime' }];
const files: Codegen['files'] = [
  { target: 'c', path: C },
  { target: 'ts', path: TS },
  { target: 'rust', path: RUST },
];
const codegen: Codegen = { files, outputs };
const findKind = (name: string) => toyRegistry.kinds.find((kind) => kind.name === name);

const hashOf = (path: string) => `UINT64_C(0x${hashToHex(pathRef(path))})`;
const linesOf = (text: string | undefined) => new Set(text?.split('\n'));
const codesOf = ({ diagnostics }: { diagnostics: readonly { code: string }[] }) => diagnostics.map(({ code }) => code);

/** Lines of the one text that the other lacks. */
function difference(before: string | undefined, after: string | undefined): string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const without = (a: Set<string>, b: Set<string>) => [...a].filter((line) => !b.has(line));
  return [...without(old, now).map((line) => `- ${line}`), ...without(now, old).map((line) => `+ ${line}`)];
}

describe('generated code', () => {
  it('names every asset and what its output contains, in every language', async () => {
    const project = new MemoryProject(
      { 'models/fox.list': 'name Run\nname Walk fast', 'level.json': '1' },
      { codegen },
    );
    expect(await project.build()).toMatchObject({ status: 'ok', diagnostics: [] });
    expect(project.host.text(C)).toContain('#define ASSET_PATH_EMBED_LEVEL_JSON "level.json"');
    expect(project.host.text(C)).toContain('#define ASSET_CLIP_MODELS_FOX_WALK_FAST 1u');
    expect(project.host.text(TS)).toContain("'models/fox.out': {\n    Run: 0");
    expect(project.host.text(RUST)).toContain('pub const CLIP_MODELS_FOX_RUN: u32 = 0;');
    expect(project.events.filter(({ type }) => type === 'code')).toEqual(
      [C, TS, RUST].map((path) => ({ type: 'code', path, written: true })),
    );
  });

  it('changes exactly the lines of an asset that is renamed, and is not touched otherwise', async () => {
    const project = new MemoryProject({ 'a.json': '1', 'b.json': '2', 'a.list': 'name Run' }, { codegen });
    await project.build();
    const textOf = (path: string) => project.host.text(path);
    const before = [C, TS, RUST].map(textOf);
    const written = project.host.stat(C)?.mtimeMs;
    project.write('a.json', '3');
    await project.build();
    expect(project.host.stat(C)?.mtimeMs).toBe(written);
    project.delete('a.json');
    project.write('renamed.json', '3');
    await project.build();
    const [c, ts, rust] = [C, TS, RUST].map((path, i) => difference(before[i], textOf(path)).sort());
    expect(c).toEqual([
      '+   X(ASSET_KIND_EMBED, ASSET_EMBED_RENAMED_JSON, "renamed.json") \\',
      `+ #define ASSET_EMBED_RENAMED_JSON ${hashOf('renamed.json')}`,
      '+ #define ASSET_PATH_EMBED_RENAMED_JSON "renamed.json"',
      '-   X(ASSET_KIND_EMBED, ASSET_EMBED_A_JSON, "a.json") \\',
      `- #define ASSET_EMBED_A_JSON ${hashOf('a.json')}`,
      '- #define ASSET_PATH_EMBED_A_JSON "a.json"',
    ]);
    const hash = (path: string) => hashToHex(pathRef(path));
    expect(ts).toEqual([
      `+   'renamed.json': { kind: 'embed', name: 'renamed.json', hash: '${hash('renamed.json')}' },`,
      `-   'a.json': { kind: 'embed', name: 'a.json', hash: '${hash('a.json')}' },`,
    ]);
    expect(rust).toEqual([
      '+     embed::RENAMED_JSON,',
      `+     pub const RENAMED_JSON: Asset = Asset { kind: Kind::Embed, hash: 0x${hash('renamed.json')}, path: "renamed.json" };`,
      '-     embed::A_JSON,',
      `-     pub const A_JSON: Asset = Asset { kind: Kind::Embed, hash: 0x${hash('a.json')}, path: "a.json" };`,
    ]);
  });

  it('is restored if somebody edits or deletes it, and never replaces a file of somebody else', async () => {
    const project = new MemoryProject({ 'a.json': '1' }, { codegen });
    await project.build();
    const [made, other] = [project.host.text(C), project.host.text(TS)];
    project.host.put(C, `${made}// mine\n`);
    project.host.files.delete(TS);
    await project.build();
    expect([project.host.text(C), project.host.text(TS)]).toEqual([made, other]);
    project.host.put(C, '// mine\n');
    const refused = await project.build();
    expect(codesOf(refused)).toEqual(['build/not-generated']);
    expect([refused.status, project.host.text(C)]).toEqual(['failed', '// mine\n']);
  });

  it('stays as it is while a build fails', async () => {
    const project = new MemoryProject({ 'a.json': '1', 'b.list': '' }, { codegen });
    await project.build();
    const before = project.host.text(C);
    project.write('b.list', 'fail');
    project.write('c.json', '1');
    expect((await project.build()).status).toBe('failed');
    expect(project.host.text(C)).toBe(before);
  });

  it('keeps the line ends that version control gives it', async () => {
    const project = new MemoryProject({ 'a.json': '1' }, { codegen });
    await project.build();
    const windows = project.host.text(C)?.replaceAll('\n', '\r\n') ?? '';
    project.host.put(C, windows);
    await project.build();
    expect(project.host.text(C)).toBe(windows);
    expect(await checkCode(project.config, project.host, findKind)).toEqual([]);
  });

  it('is the union of the presets, in any order of builds', async () => {
    const both = [
      { preset: 'desktop', output: '/project/runtime' },
      { preset: 'mobile', output: '/project/mobile' },
    ];
    const desktop = testConfig({ codegen: { files, outputs: both }, preset: 'desktop' });
    const mobile = { ...desktop, output: '/project/mobile', preset: 'mobile', exclude: ['big.*'] };
    const texts: (string | undefined)[] = [];
    for (const order of [
      [desktop, mobile],
      [mobile, desktop],
    ]) {
      const project = new MemoryProject({ 'big.json': '1', 'a.list': 'name Run' });
      for (const config of order) {
        project.config = config;
        expect(await project.build()).toMatchObject({ status: 'ok', diagnostics: [] });
      }
      texts.push(project.host.text(C));
      expect(await checkCode(desktop, project.host, findKind)).toEqual([]);
    }
    expect(texts[0]).toContain('ASSET_EMBED_BIG_JSON');
    expect(texts[1]).toBe(texts[0]);
  });

  it('warns on every build if a file has other names in another preset', async () => {
    const both = [
      { preset: 'a', output: '/project/runtime' },
      { preset: 'b', output: '/project/other' },
    ];
    const project = new MemoryProject({ 'a.list': 'name Run' }, { codegen: { files, outputs: both }, preset: 'a' });
    await project.build();
    project.write('a.list', 'name Walk');
    project.config = { ...project.config, output: '/project/other', preset: 'b' };
    for (const _ of [1, 2]) expect(codesOf(await project.build())).toEqual(['build/code-differs']);
    expect(project.host.text(C)).toContain('ASSET_CLIP_A_RUN 0u');
  });

  it('is removed by clean, but nothing that was put into its place is', async () => {
    const project = new MemoryProject({ 'a.json': '1' }, { codegen });
    await project.build();
    project.host.put(C, `${project.host.text(C)}// edited\n`);
    project.host.put(TS, '// mine\n');
    await clean({ config: project.config }, project.host);
    expect([C, TS, RUST].map((path) => project.host.stat(path) !== undefined)).toEqual([false, true, false]);
  });

  it('is removed by clean of the last preset, in any order of builds and cleans', async () => {
    const both = ['runtime', 'mobile'].map((name) => ({ preset: name, output: `/project/${name}` }));
    const configs = both.map(({ preset, output }) => ({
      ...testConfig({ codegen: { files, outputs: both }, preset }),
      output,
    }));
    for (const order of [configs, [...configs].reverse()]) {
      const project = new MemoryProject({ 'a.json': '1' });
      const build = async (config: (typeof configs)[number]) => {
        project.config = config;
        await project.build();
      };
      for (const config of configs) await build(config);
      project.write('b.json', '2');
      await build(configs[0] ?? project.config);
      const left: boolean[] = [];
      for (const config of order) {
        await clean({ config }, project.host);
        left.push(project.host.stat(C) !== undefined);
      }
      expect(left).toEqual([true, false]);
    }
  });

  it('is removed when the configuration names another file, unless somebody edited it', async () => {
    const project = new MemoryProject({ 'a.json': '1' }, { codegen });
    await project.build();
    project.host.put(RUST, `${project.host.text(RUST)}// mine\n`);
    project.config = { ...project.config, codegen: { files: [{ target: 'c', path: '/project/new.h' }], outputs } };
    await project.build();
    expect(project.host.text(RUST)).toContain('// mine');
    expect([C, TS, '/project/new.h'].map((path) => project.host.stat(path) !== undefined)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('is checked by content', async () => {
    const project = new MemoryProject({ 'a.json': '1' }, { codegen: { files: [{ target: 'c', path: C }], outputs } });
    await project.build();
    const made = project.host.text(C) ?? '';
    const messageFor = async (text: string) => {
      project.host.put(C, text);
      return (await checkCode(project.config, project.host, findKind)).map(({ message }) => message);
    };
    expect(await messageFor(made)).toEqual([]);
    expect(await messageFor(`${made}\n`)).toEqual([`${C} is not what the assets give`]);
    project.write('b.json', '2');
    project.config = { ...project.config, codegen: { files: [], outputs } };
    await project.build();
    project.config = { ...project.config, codegen: { files: [{ target: 'c', path: C }], outputs } };
    expect(await messageFor(made)).toEqual([`${C} is not what the assets give`]);
  });
});
