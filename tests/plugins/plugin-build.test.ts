// Kinds of plug-ins in a build: what they claim, see and emit, and what makes their outputs stale.

import { decodeHman, decodeKtx2, validateKtx2 } from '@assetc/formats';
import { afterEach, describe, expect, it } from 'vitest';
import { check, inspect, schemaOf, why } from '../../packages/compiler/src/index.js';
import { makePng } from '../support/png.js';
import { PluginProject, thingPlugin } from './plugin-project.js';

const open: PluginProject[] = [];
const project = (files: Readonly<Record<string, string | Uint8Array>>): PluginProject => {
  const made = new PluginProject(files);
  open.push(made);
  return made;
};
afterEach(() => {
  for (const made of open.splice(0)) made.remove();
});

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const statuses = (result: { readonly assets: readonly { readonly id: string; readonly status: string }[] }) =>
  Object.fromEntries(result.assets.map(({ id, status }) => [id, status]));

/** Writes what it reads, its setting, and what its import says. */
const WRITER = thingPlugin(
  "ctx.emit('.out', new TextEncoder().encode([await ctx.readText(ctx.path), ctx.settings.size, word].join(' ')));",
).replace('export default', "import { word } from './word.ts';\nexport default");

const twoPlugins = () =>
  project({
    'assetc.yml': 'plugins: [./tools/things.ts, studio-notes]\nembed: ["*.txt"]\n',
    'tools/things.ts': WRITER,
    'tools/word.ts': "export const word: string = 'yes';\n",
    'node_modules/studio-notes/package.json': '{ "name": "studio-notes", "type": "module", "exports": "./main.js" }',
    'node_modules/studio-notes/main.js': thingPlugin(
      "ctx.emit('.out', await ctx.read(ctx.path));",
      '',
      'notes',
    ).replace("'*.thing'", "'*.note'"),
    'assets/a.thing': 'one',
    'assets/b.THING': 'two',
    'assets/c.note': 'three',
    'assets/d.txt': 'four',
  });

describe('a plug-in', () => {
  it('compiles what it claims, by settings that are reported with their origin, and is listed by path', async () => {
    const on = twoPlugins();
    on.write(
      'assetc.yml',
      `${text(on.read('assetc.yml'))}default:\n  rules:\n    - match: a.thing\n      thing: { size: 7 }\n`,
    );
    expect((await on.build()).status).toBe('ok');
    expect(text(on.read('runtime/a.out'))).toBe('one 7 yes');
    expect(text(on.read('runtime/b.out'))).toBe('two 3 yes');
    expect(text(on.read('runtime/c.out'))).toBe('three');
    const { entries } = decodeHman(on.read('runtime/assets.hman'));
    expect(entries.map(({ path, kind }) => `${kind} ${path}`).sort()).toEqual([
      'embed a.out',
      'embed b.out',
      'embed c.out',
      'embed d.txt',
    ]);
    const { config } = await on.config();
    if (config === undefined) throw new Error('the configuration is good');
    const [report] = await why({ config, path: 'a.thing' });
    expect(report).toMatchObject({ kind: 'thing', action: 'keep' });
    expect(report?.settings).toEqual([{ name: 'thing.size', value: 7, origin: 'default.rules[0]' }]);
    expect(JSON.stringify(await schemaOf(config))).toContain('How large.');
    expect(JSON.stringify(await schemaOf())).not.toContain('How large.');
  });

  it('rebuilds its assets and no others when it, an import or a package of its own is edited', async () => {
    const on = twoPlugins();
    await on.build();
    const [kept, built] = ['cached', 'built'];
    expect(statuses(await on.build())).toEqual({ 'a.thing': kept, 'b.THING': kept, 'c.note': kept, 'd.txt': kept });
    on.write('tools/word.ts', "export const word: string = 'no';\n");
    const result = await on.build();
    expect(statuses(result)).toEqual({ 'a.thing': built, 'b.THING': built, 'c.note': kept, 'd.txt': kept });
    expect(text(on.read('runtime/a.out'))).toBe('one 3 no');
    expect(result.assets[0]?.reasons[0]).toMatch(
      /^thing compiler things 1\.0\.0 [0-9a-f]+ → things 1\.0\.0 [0-9a-f]+$/,
    );
    on.write('tools/things.ts', `${text(on.read('tools/things.ts'))}// a word more\n`);
    expect(statuses(await on.build())).toMatchObject({ 'a.thing': built, 'c.note': kept });
    on.write('node_modules/studio-notes/main.js', `${text(on.read('node_modules/studio-notes/main.js'))}// more\n`);
    expect(statuses(await on.build())).toMatchObject({ 'a.thing': kept, 'c.note': built });
  });

  it('is reported about wrong settings with line and column', async () => {
    const on = twoPlugins();
    on.write('assetc.yml', 'plugins: [./tools/things.ts]\ndefault:\n  thing:\n    size: 12\n    sise: 1\n');
    const { config, diagnostics } = await on.config();
    expect(config).toBeUndefined();
    expect(diagnostics.map(({ code, where, file }) => [code, file, where?.line, where?.column])).toEqual([
      ['config/out-of-range', 'assetc.yml', 4, 11],
      ['config/unknown-key', 'assetc.yml', 5, 5],
    ]);
  });

  it('is left alone where it is not asked for, and its settings are not complained about then', async () => {
    const on = twoPlugins();
    on.write('assetc.yml', 'plugins: [./tools/things.ts]\ndefault:\n  thing: { size: 99 }\n');
    on.write('tools/things.ts', 'throw new Error("I was run");');
    const { config, diagnostics } = await on.config({ plugins: 'skip' });
    expect(diagnostics).toEqual([]);
    expect(config).toMatchObject({ pluginsLeft: 'skipped' });
  });

  it('that fails does so alone, at a place in its own source', async () => {
    const on = project({
      'assetc.yml': 'plugins: [./tools/things.ts]\n',
      'tools/things.ts': thingPlugin(
        "if (ctx.path.startsWith('bad')) {\n          const gone: { x?: { y: number } } = {};\n          ctx.warn({}, String(gone.x!.y));\n        }\n        ctx.emit('.out', await ctx.read(ctx.path));",
      ),
      'assets/bad.thing': '',
      'assets/good.thing': 'fine',
    });
    const result = await on.build();
    expect(statuses(result)).toEqual({ 'bad.thing': 'failed', 'good.thing': 'built' });
    const [problem] = result.diagnostics;
    const lines = text(on.read('tools/things.ts')).split('\n');
    const line = lines.findIndex((each) => each.includes('gone.x!')) + 1;
    expect(problem).toMatchObject({ code: 'plugin/threw', file: 'tools/things.ts', where: { line } });
    expect(problem?.where?.column).toBe((lines[line - 1]?.indexOf('y)') ?? 0) + 1);
    expect(problem?.message).toContain('while it compiled bad.thing');
    expect(text(on.read('runtime/good.out'))).toBe('fine');
  });

  it.each([
    ['throw "a text";', 'threw "a text", which is not an Error'],
    ['throw null;', 'threw null, which is not an Error'],
    ['throw Object.create(null);', 'which is not an Error'],
  ])('may throw anything: %s', async (body, reported) => {
    const on = project({
      'assetc.yml': 'plugins: [./p.mjs]\n',
      'p.mjs': thingPlugin(body),
      'assets/a.thing': '',
    });
    const [problem] = (await on.build()).diagnostics;
    expect(problem).toMatchObject({ code: 'plugin/threw', file: './p.mjs' });
    expect(problem?.message).toContain(reported);
  });

  it('claims after ours unless it overrides, and folders by a slash', async () => {
    const plugin = (name: string, more: string) =>
      thingPlugin("ctx.emit('.out', new TextEncoder().encode((await ctx.list(ctx.path)).join()));", more, name)
        .replace("'*.thing'", name === 'boxes' ? "'*.box/'" : "'*.png'")
        .replace('await ctx.list(ctx.path)', name === 'boxes' ? 'await ctx.list(ctx.path)' : '[ctx.path]');
    const png = makePng(4, 4, () => [1, 2, 3, 255]);
    const on = project({
      'assetc.yml': 'plugins: [./a.mjs, ./b.mjs]\n',
      'a.mjs': plugin('boxes', ''),
      'b.mjs': plugin('pictures', ''),
      'assets/a.png': png,
      'assets/x.box/one.txt': '1',
      'assets/x.box/two.png': png,
    });
    expect((await on.build()).assets.map(({ id, kind }) => `${id} ${kind}`)).toEqual(['a.png texture', 'x.box boxe']);
    expect(text(on.read('runtime/x.out'))).toBe('one.txt,two.png');
    on.write('b.mjs', plugin('pictures', 'override: true,'));
    expect((await on.build()).assets.map(({ id, kind }) => `${id} ${kind}`)).toEqual(['a.png picture', 'x.box boxe']);
    expect(on.has('runtime/a.ktx2')).toBe(false);
  });

  it('refused leaves what it compiled as it stands, in the manifest too, and removes nothing', async () => {
    const on = twoPlugins();
    await on.build();
    const before = on.read('runtime/assets.hman');
    on.write('assets/a.thing', 'changed');
    on.write('assets/d.txt', 'changed as well');
    on.delete('assets/b.THING');
    const result = await on.build({}, { plugins: 'refuse' });
    expect(result).toMatchObject({ status: 'ok', built: 1, removed: 0 });
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['plugin/refused']);
    expect(text(on.read('runtime/a.out'))).toBe('one 3 yes');
    expect(text(on.read('runtime/d.txt'))).toBe('changed as well');
    expect(on.read('runtime/assets.hman')).toEqual(before);
    expect(statuses(await on.build())).toEqual({ 'a.thing': 'built', 'c.note': 'cached', 'd.txt': 'cached' });
    expect(on.has('runtime/b.out')).toBe(false);
  });
});

describe('the context of a plug-in', () => {
  const png = makePng(8, 8, (x, y) => [x * 9, y * 9, 0, 255]);
  const SOURCES = {
    'assets/tex/wood.png': png,
    'assets/models/tri.obj': 'mtllib tri.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl red\nf 1/1 2/1 3/1\n',
    'assets/models/tri.mtl': 'newmtl red\nmap_Kd ../tex/wood.png\n',
    'assets/data/a.json': '{}',
    'assets/other.thing': '',
  };
  const REFER = thingPlugin(
    `const names = (await ctx.readText(ctx.path)).split('\\n').filter((line) => line !== '');
        const refs = [];
        for (const name of names) refs.push((await ctx.ref(name)).toString(16));
        ctx.emit('.out', new TextEncoder().encode(refs.join(' ')));`,
  );
  const referring = (...names: readonly string[]) =>
    project({
      'assetc.yml': 'plugins: [./p.mjs]\nembed: ["*.json"]\ndefault:\n  texture: { quality: fast }\n',
      'p.mjs': REFER,
      ...SOURCES,
      'assets/level.thing': names.join('\n'),
    });

  it('gives the reference of any other asset by the rule of its kind: the key of the manifest', async () => {
    const on = referring('tex/wood.png', 'models/tri.obj', 'data/a.json', 'other.thing');
    expect((await on.build()).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const { entries } = decodeHman(on.read('runtime/assets.hman'));
    const byPath = new Map(entries.map(({ path, hash }) => [path, hash.toString(16)]));
    const wanted = ['tex/wood.ktx2', 'models/tri.hmesh', 'data/a.json', 'other.out'].map((path) => byPath.get(path));
    expect(text(on.read('runtime/level.out')).split(' ')).toEqual(wanted);
  });

  it('keeps what it refers to where unreferenced files go, and check sees when it is not there', async () => {
    const on = referring();
    const yml =
      'plugins: [./p.mjs]\nembed: ["*.json"]\ndefault:\n  texture: { quality: fast, standalone: unreferenced }\n';
    on.write('assetc.yml', yml);
    await on.build();
    expect(on.has('runtime/tex/wood.ktx2')).toBe(false);
    on.write('assets/level.thing', 'tex/wood.png');
    await on.build();
    expect(on.has('runtime/tex/wood.ktx2')).toBe(true);
    const path = `${on.folder}/runtime`;
    expect((await check({ path }))?.diagnostics.filter(({ code }) => code.startsWith('plugin/'))).toEqual([]);
    on.delete('runtime/tex/wood.ktx2');
    const dangling = (await check({ path }))?.diagnostics.filter(({ code }) => code === 'plugin/dangling-ref');
    expect(dangling).toMatchObject([{ file: 'level.out', message: 'refers to tex/wood.ktx2, which does not exist' }]);
  });

  it('rebuilds when what it refers to goes, and says so', async () => {
    const on = referring('data/a.json');
    await on.build();
    on.delete('assets/data/a.json');
    const { diagnostics } = await on.build();
    expect(diagnostics).toMatchObject([{ code: 'plugin/bad-ref', file: 'level.thing' }]);
  });

  it('makes textures of pixels and of images, by the settings of the project', async () => {
    const on = project({
      'assetc.yml': 'plugins: [./p.mjs]\ndefault:\n  texture: { quality: fast }\n',
      'p.mjs': thingPlugin(
        `const data = new Uint8Array(16 * 8 * 4).fill(200);
        const made = await ctx.emitTexture({ width: 16, height: 8, data }, 'color');
        const left = ctx.derive({ kind: 'texture', name: 'face', image: { file: 'face.png' }, role: 'color' });
        ctx.emit('.out', new TextEncoder().encode([made, left].map((ref) => ref.toString(16)).join(' ')));`,
      ),
      'assets/sheet.thing': '',
      'assets/face.png': png,
    });
    expect((await on.build()).diagnostics).toEqual([]);
    const file = on.read('runtime/sheet.ktx2');
    expect(validateKtx2(file)).toEqual([]);
    expect(decodeKtx2(file)).toMatchObject({ pixelWidth: 16, pixelHeight: 8 });
    const { entries } = decodeHman(on.read('runtime/assets.hman'));
    const hashes = new Map(entries.map(({ path, hash }) => [path, hash.toString(16)]));
    const wanted = [hashes.get('sheet.ktx2'), hashes.get('sheet/face.ktx2')];
    expect(text(on.read('runtime/sheet.out')).split(' ')).toEqual(wanted);
    expect(decodeKtx2(on.read('runtime/sheet/face.ktx2'))).toMatchObject({ pixelWidth: 8 });
    // Settings of textures are recorded, although they are not the kind's own.
    on.write('assetc.yml', 'plugins: [./p.mjs]\ndefault:\n  texture: { quality: fast, compress: false }\n');
    expect(statuses(await on.build())).toMatchObject({ 'sheet.thing': 'built' });
    expect(decodeKtx2(on.read('runtime/sheet.ktx2')).vkFormat).not.toBe(decodeKtx2(file).vkFormat);
  });

  it('records every look: an absent file that appears, a listing, a file that is read', async () => {
    const on = project({
      'assetc.yml': 'plugins: [./p.mjs]\n',
      'p.mjs': thingPlugin(
        `const seen = [await ctx.exists('maybe.txt'), (await ctx.list('parts')).join('+'), await ctx.readText('parts/a.txt')];
        ctx.emit('.out', new TextEncoder().encode(seen.join(' ')));`,
      ),
      'assets/x.thing': '',
      'assets/parts/a.txt': 'A',
    });
    await on.build();
    expect(text(on.read('runtime/x.out'))).toBe('false a.txt A');
    for (const [path, content, wanted] of [
      ['assets/maybe.txt', '', 'true a.txt A'],
      ['assets/parts/b.txt', 'B', 'true a.txt+b.txt A'],
      ['assets/parts/a.txt', 'AA', 'true a.txt+b.txt AA'],
    ] as const) {
      on.write(path, content);
      expect(statuses(await on.build())).toEqual({ 'x.thing': 'built' });
      expect(text(on.read('runtime/x.out'))).toBe(wanted);
    }
    on.write('assets/unseen.txt', '');
    expect(statuses(await on.build())).toEqual({ 'x.thing': 'cached' });
  });

  it('tells what its plug-in says of an output, where it may be run', async () => {
    const on = project({
      'assetc.yml': 'plugins: [./p.mjs]\n',
      'p.mjs': thingPlugin(
        "ctx.emit('.out', await ctx.read(ctx.path));",
        'describe: (bytes) => ({ facts: { letters: bytes.length } }),',
      ),
      'assets/x.thing': 'four',
    });
    await on.build();
    const path = `${on.folder}/runtime/x.out`;
    expect((await inspect({ path }))?.files).toMatchObject([{ format: 'other', facts: {} }]);
    const { config } = await on.config();
    const reported = (await inspect({ path, config }))?.files;
    expect(reported).toMatchObject([{ format: 'thing', facts: { letters: 4 }, statements: ['letters: 4'] }]);
  });

  it('names what its outputs contain in generated code, and gets its mistakes reported', async () => {
    const on = project({
      'assetc.yml': 'plugins: [./p.mjs]\ncodegen: { c: names.gen.h }\n',
      'assets/x.thing': 'hall cellar',
    });
    const answer = (value: string) =>
      on.write('p.mjs', thingPlugin("ctx.emit('.out', await ctx.read(ctx.path));", `codeNames: ${value},`));
    answer("async (path, read) => ({ lists: [{ of: 'room', names: new TextDecoder().decode(read()).split(' ') }] })");
    expect(await on.complaints()).toEqual([]);
    const made = text(on.read('names.gen.h'));
    expect(made).toMatch(/^#define ASSET_ROOM_X_CELLAR 1u$/m);
    for (const [value, code, message] of [
      ['async () => { throw new Error("no") }', 'plugin/threw', 'threw Error: no'],
      ['() => ({ lists: {} })', 'plugin/bad-definition', 'returned lists that are no array'],
      ['async () => ({ lists: [{ names: [] }] })', 'plugin/bad-definition', 'returned a list without `of`'],
      ['async () => ({ lists: [{ of: "a", names: [1] }] })', 'plugin/bad-definition', 'returned names of a that'],
      [
        'async () => ({ lists: [{ of: "a", names: [] }, { of: "a", names: [] }] })',
        'plugin/bad-definition',
        'returned two lists of a',
      ],
      ['async () => ({ shader: {} })', 'plugin/bad-definition', 'returned a shader that'],
    ] as const) {
      answer(value);
      const found = await on.complaints();
      expect(found.map((one) => [one.code, one.file])).toEqual([[code, expect.stringMatching(/^(?:\.\/)?p\.mjs$/)]]);
      expect(found[0]?.message).toContain(message);
      expect(found[0]?.message).toContain('when codeNames of the kind thing was asked about x.out');
      expect(text(on.read('names.gen.h'))).toBe(made);
    }
  });
});
