// Exports: what they contain, what they omit, and which files they leave alone. Needs the page, which `npm run build` makes.

import { existsSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportUi } from '../../packages/compiler/src/index.js';
import { makePng } from '../support/png.js';
import { UiProject } from './ui-project.js';

const page = resolve(import.meta.dirname, '../../packages/compiler/dist/viewer');

const filesBelow = (folder: string, below = ''): readonly string[] =>
  readdirSync(join(folder, below)).flatMap((name) => {
    const path = below === '' ? name : `${below}/${name}`;
    return statSync(join(folder, path)).isDirectory() ? filesBelow(folder, path) : [path];
  });

describe.skipIf(!existsSync(join(page, 'index.html')))('an export', () => {
  let ui: UiProject;
  beforeAll(async () => {
    ui = new UiProject({
      'assetc.yml': 'embed: ["*.txt"]\npack: true\nbudget: { "*": 1 }\ndefault: { texture: { quality: fast } }\n',
      'assets/textures/a.png': makePng(8, 8, (x) => [x, 2, 3, 255]),
      'assets/<b>.txt': 'words',
    });
    await ui.build();
  });
  afterAll(() => ui.close());

  const to = (name: string) => ui.project.path(name);
  const text = (path: string) => readFileSync(path, 'utf8');

  it('of a folder is the page, the files and what is known of them', async () => {
    const { output } = await ui.config();
    const result = await exportUi({ path: output, to: to('site') });
    const found = filesBelow(to('site'));
    expect(result).toMatchObject({ diagnostics: [], files: found.length - 1 });
    expect(found).toEqual(expect.arrayContaining(['index.html', 'page.js', 'api/index.json', 'api/overview.json']));
    expect(readFileSync(join(to('site'), 'files/textures/a.ktx2'))).toEqual(
      readFileSync(join(output, 'textures/a.ktx2')),
    );
    const index = JSON.parse(text(join(to('site'), 'api/index.json')));
    expect(index).toMatchObject({ title: 'runtime', live: false, record: false, sources: false });
    expect(index.files.map(({ path }: { path: string }) => path)).toEqual([
      '<b>.txt',
      'assets.hman',
      'textures/a.ktx2',
    ]);
  });

  it('says nothing of the project', () => {
    for (const path of filesBelow(to('site')).filter((name) => /^(api\/|\.assetc|index\.html)/.test(name))) {
      const content = text(join(to('site'), path));
      for (const secret of [ui.project.root, 'a.png', 'quality', 'fast', '"glob":', '"source":'])
        expect([path, content.includes(secret) ? secret : '']).toEqual([path, '']);
    }
  });

  it('has settings where they are asked for', async () => {
    const config = await ui.config();
    await exportUi({ path: config.output, to: to('site'), config, withSettings: true });
    const asset = JSON.parse(text(join(to('site'), 'api/asset/textures/a.ktx2.json')));
    expect(asset).toMatchObject({ id: 'textures/a.png', sources: [] });
    expect(asset.settings[0]).toEqual({ name: 'texture.quality', value: '"fast"', from: 'default' });
    expect(text(join(to('site'), 'api/status.json'))).toContain('"budgets":[{"glob":"*"');
    for (const path of filesBelow(to('site')).filter((name) => name.startsWith('api/')))
      expect(text(join(to('site'), path))).not.toContain(ui.project.root);
  });

  it('replaces an export: what it does not write any more goes, what is not its own stays', async () => {
    const config = await ui.config();
    ui.project.write('site/mine.txt', 'of somebody else');
    await exportUi({ path: config.output, to: to('site') });
    expect(existsSync(join(to('site'), 'api/asset'))).toBe(false);
    expect(text(join(to('site'), 'mine.txt'))).toBe('of somebody else');
    const first = filesBelow(to('site')).map((path) => [path, text(join(to('site'), path))]);
    await exportUi({ path: config.output, to: to('site') });
    expect(filesBelow(to('site')).map((path) => [path, text(join(to('site'), path))])).toEqual(first);
  });

  it('of a pack holds the pack', async () => {
    const { output } = await ui.config();
    expect((await exportUi({ path: `${output}.hpack`, to: to('packed') }))?.diagnostics).toEqual([]);
    const index = JSON.parse(text(join(to('packed'), 'api/index.json')));
    expect(index).toMatchObject({ title: 'runtime.hpack', pack: 'runtime.hpack', files: [{ path: 'runtime.hpack' }] });
    expect(readFileSync(join(to('packed'), 'files/runtime.hpack'))).toEqual(readFileSync(`${output}.hpack`));
    const overview = JSON.parse(text(join(to('packed'), 'api/overview.json')));
    expect(overview.assets.map(({ path }: { path: string }) => path)).toEqual([
      '<b>.txt',
      'assets.hman',
      'textures/a.ktx2',
    ]);
  });

  it('is one file on request, in place of an earlier export, and the same each time', async () => {
    const { output } = await ui.config();
    await exportUi({ path: output, to: to('one') });
    expect(await exportUi({ path: `${output}.hpack`, to: to('one'), single: true })).toMatchObject({ files: 1 });
    expect(filesBelow(to('one')).toSorted()).toEqual(['.assetc-export', 'index.html']);
    const first = text(join(to('one'), 'index.html'));
    const element = (kind: string, path: string): Buffer =>
      inflateSync(
        Buffer.from(first.split(`data-${kind}="${encodeURIComponent(path)}">`)[1]?.split('<')[0] ?? '', 'base64'),
      );
    expect(element('file', 'files/runtime.hpack')).toEqual(readFileSync(`${output}.hpack`));
    expect(JSON.parse(element('file', 'api/index.json').toString())).toMatchObject({ pack: 'runtime.hpack' });
    // No script names another by a path.
    const scripts = [...first.matchAll(/data-script="([^"]+)"/g)].map(([, path = '']) => decodeURIComponent(path));
    expect(scripts.length).toBeGreaterThan(20);
    for (const path of scripts) expect(element('script', path).toString()).not.toMatch(/(?:from|import)\s*\(?"\./);
    await exportUi({ path: `${output}.hpack`, to: to('one'), single: true });
    expect(text(join(to('one'), 'index.html'))).toBe(first);
  });

  it('of an output that is too large for one file writes nothing', async () => {
    ui.project.write('large/a.bin', '');
    truncateSync(ui.project.path('large/a.bin'), 64e6 + 1);
    const result = await exportUi({ path: ui.project.path('large'), to: to('none'), single: true });
    expect(result?.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['cli/export-too-large', 'the output has 65 MB, but a page in a single file holds at most 64 MB'],
    ]);
    expect(existsSync(to('none'))).toBe(false);
  });

  it('refuses a folder that somebody else has files in, and the output itself', async () => {
    const { output } = await ui.config();
    const code = async (folder: string) =>
      (await exportUi({ path: output, to: folder }))?.diagnostics.map((d) => d.code);
    ui.project.write('full/index.html', 'mine');
    expect(await code(to('full'))).toEqual(['cli/export-folder']);
    ui.project.write('forged/.assetc-export', '{"assetc":"export","files":["../full/index.html"]}');
    expect(await code(to('forged'))).toEqual(['cli/export-folder']);
    ui.project.write('other/.assetc-export', 'nonsense');
    expect(await code(to('other'))).toEqual(['cli/export-folder']);
    ui.project.write('file', '');
    expect(await code(to('file'))).toEqual(['cli/export-folder']);
    for (const inside of [output, join(output, 'site'), ui.project.root])
      expect(await code(inside)).toEqual(['cli/export-folder']);
    expect(text(join(to('full'), 'index.html'))).toBe('mine');
    expect(filesBelow(to('full'))).toEqual(['index.html']);
  });

  it('is nothing where there is nothing', async () => {
    expect(await exportUi({ path: to('nowhere'), to: to('empty') })).toBeUndefined();
  });
});
