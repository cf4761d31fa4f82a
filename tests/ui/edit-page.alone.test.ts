// Settings in the page, in a real browser: from opening a texture to its rule in assetc.yml, what a trial shows, and what is refused.

import { existsSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, type Config, loadConfig, serveUi, type UiServer } from '../../packages/compiler/src/index.js';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { reduceLightSamples } from '../support/browser/reduce-light-samples.js';
import { DiskProject } from '../support/disk-project.js';
import { PATIENCE_MS } from '../support/patience.js';
import { makePng } from '../support/png.js';
import { texturedGrid } from './live-page.js';

const root = resolve(import.meta.dirname, '../..');
const pictures = join(root, 'build/pictures/viewer');
const hasPage = existsSync(join(root, 'packages/compiler/dist/viewer/index.html'));
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const CONFIG = `# Ours.
default:
  texture: { quality: fast } # while we work
  rules:
    - match: "wood/*"
      texture: { wrap: clamp }
    - match: "late/*"
      texture: { quality: high }
audit:
  triangles: { level: error, max: 1000 }
  names: warn
presets:
  small: { output: small, texture: { maxSize: 16 }, rules: [{ match: "last.png", texture: { maxSize: 8 } }] }
`;
const noise = (x: number, y: number) => [(x * 91 + y * 37) & 255, (x * x + y) & 255, (x ^ y) & 255, 255] as const;

describe.skipIf(browserMissing !== undefined || !hasPage)('the inspector with --edit', () => {
  const complaints: string[] = [];
  let project: DiskProject;
  let server: UiServer;
  let browser: Browser;
  let page: Page;

  const load = async (preset?: string): Promise<Config | undefined> => {
    const { config } = await loadConfig({ cwd: project.root, ...(preset === undefined ? {} : { preset }) });
    return config && { ...config, cache: { ...config.cache, dir: project.path('.cache') } };
  };
  const trials = () => readdirSync(tmpdir()).filter((name) => name.startsWith('assetc-trial-')).length;
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const results = () => page.locator('table[aria-label=Results] tbody tr').allTextContents();
  const visit = (path: string, tab = 'settings') =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${path}?tab=${tab}`);

  beforeAll(async () => {
    project = new DiskProject({
      'assetc.yml': CONFIG,
      'assets/wood/oak.png': makePng(64, 64, noise),
      'assets/brick.png': makePng(128, 128, noise),
      'assets/textures/wood.png': makePng(32, 32, noise),
      'assets/model.gltf': texturedGrid(24),
    });
    const [config, small] = [await load(), await load('small')];
    if (config === undefined || small === undefined) throw new Error('the configuration has errors');
    for (const each of [config, small]) expect(await build({ config: each, jobs: 1 })).toMatchObject({ status: 'ok' });
    unlinkSync(join(small.output, 'wood/oak.ktx2'));
    writeFileSync(join(small.output, 'extra.txt'), 'not in the other');
    const material = readFileSync(join(small.output, 'model.hmat'));
    material[material.length - 1] = (material.at(-1) ?? 0) ^ 1;
    writeFileSync(join(small.output, 'model.hmat'), material);
    const edit = { loadConfig: () => load(), builds: true };
    const started = await serveUi({ path: config.output, config, edit, others: [small.output] });
    if (started === undefined) throw new Error('nothing is served');
    server = started;
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
    page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.addInitScript(reduceLightSamples);
    page.on('console', (message) => {
      if (/GPU stall due to ReadPixels/.test(message.text())) return;
      // A trial may end while it is read.
      if (message.location().url.includes('/trial/') && /\b404\b/.test(message.text())) return;
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    mkdirSync(pictures, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    project?.remove();
  });

  const violations = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    const has = await page.evaluate(() => Reflect.has(globalThis, 'axe'));
    if (!has) await page.evaluate(AXE);
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ])
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        const ids = await page.evaluate(async () => {
          const { violations: all } = await Reflect.get(globalThis, 'axe').run(document);
          return all.map(
            ({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
              `${id}: ${nodes.map(({ html }) => html).join()}`,
          );
        });
        found.push(...ids.map((id: string) => `${size.width} ${colorScheme} ${id}`));
      }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    return found;
  };

  it('offers settings only with the token of the printed address, which does not stay in it', async () => {
    await page.goto(`${server.url}#/brick.ktx2`);
    await page.locator('.tabs a').first().waitFor();
    expect(await page.locator('.tabs a').allTextContents()).not.toContain('Settings');
    await page.goto('about:blank');
    await page.goto(server.editUrl ?? '');
    await page.locator('.map-cell').first().waitFor();
    expect(page.url()).not.toContain('edit');
  });

  it('leads from a texture to its rule in five actions', async () => {
    const actions: string[] = [];
    const act = async (name: string, run: () => Promise<unknown>) => {
      await run();
      actions.push(name);
    };
    await act('open the texture', async () => {
      await visit('brick.ktx2', '');
      await page.getByRole('link', { name: 'Settings' }).waitFor();
    });
    await act('open its settings', async () => {
      await page.getByRole('link', { name: 'Settings' }).click();
      await field('texture.quality').waitFor();
    });
    // What there is to change is shown before anything is tried.
    await page.locator('.pair[aria-busy=false] .pair-picture').waitFor();
    expect(await page.locator('.pair figcaption').allTextContents()).toEqual(['current']);
    await act('choose a quality', async () => {
      await field('texture.quality').selectOption('high');
      await page.locator('.rule-preview').waitFor();
    });
    expect(await page.locator('.rule-preview').textContent()).toContain('match: "brick.png"');
    await act('try it', async () => {
      await button('Try').click();
      await page.locator('.pair[aria-busy=false] .pair-picture').nth(1).waitFor();
    });
    await expect.poll(async () => (await results()).join()).toMatch(/dB.*texture.quality: high.*dB/);
    expect(project.read('assetc.yml')).toBe(CONFIG);
    expect(trials()).toBeGreaterThan(0);
    await page.screenshot({ path: join(pictures, 'settings-dark.png') });
    await act('apply it', async () => {
      await button('Apply').click();
      await page.getByText('The output has followed.').waitFor();
    });
    expect(actions.length).toBeLessThanOrEqual(6);
    expect(project.read('assetc.yml')).toBe(
      CONFIG.replace('audit:', '    - match: "brick.png"\n      texture: { quality: high }\naudit:'),
    );
  });

  it('shows the rule that set a setting, and takes it back', async () => {
    await expect
      .poll(() => page.locator('.settings-table tr', { hasText: 'texture.quality' }).first().textContent())
      .toContain('default.rules[2]');
    await button('Undo').click();
    await page.getByText('The last rule was taken back.').waitFor();
    expect(project.read('assetc.yml')).toBe(CONFIG);
    await expect.poll(() => field('texture.quality').inputValue()).toBe('fast');
  });

  it('compares several trials: side by side, with a line, as a difference', async () => {
    await field('texture.quality').selectOption('draft');
    await button('Try').click();
    await expect.poll(async () => (await results()).length).toBe(3);
    const decibels = async () => (await results()).map((row) => Number(/([\d.]+) dB/.exec(row)?.[1] ?? 'NaN'));
    await expect.poll(async () => (await decibels()).every(Number.isFinite)).toBe(true);
    const [current = 0, high = 0, draft = 0] = await decibels();
    expect(high).toBeGreaterThan(current);
    expect(draft).toBeLessThan(high);
    expect(await page.getByLabel('A', { exact: true }).inputValue()).toBe('current');
    await page.getByText('Swipe', { exact: true }).click();
    const cut = () =>
      page
        .locator('.pair-swipe canvas')
        .nth(1)
        .evaluate((canvas) => getComputedStyle(canvas).clipPath);
    await expect.poll(cut).toContain('50%');
    await page.getByLabel('Line').fill('20');
    await expect.poll(cut).toContain('20%');
    await page.getByText('Difference', { exact: true }).click();
    const note = await page.locator('.pair figcaption').textContent();
    expect(note).toMatch(/^The largest difference is \d+ of 255; shown × /);
    const hottest = await page.locator('.pair-box canvas').evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? new ImageData(1, 1);
      return data.reduce((most, value, i) => (i % 4 === 0 ? Math.max(most, value) : most), 0);
    });
    // The gain is automatic: the largest difference has the color at the end of the scale.
    expect(hottest).toBe(252);
    // Another trial is shown in the same way.
    await field('texture.quality').selectOption('normal');
    await button('Try').click();
    await expect.poll(async () => (await results()).length).toBe(4);
    await expect
      .poll(() => page.locator('.pair[aria-busy=false] figcaption').allTextContents())
      .toEqual([expect.stringMatching(/^The largest difference is /)]);
    expect(await violations()).toEqual([]);
  });

  it('shows why settings cannot be written', async () => {
    await field('texture.maxSize').fill('-3');
    await field('texture.maxSize').press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('texture.maxSize');
    expect(await button('Apply').isDisabled()).toBe(true);
  });

  /** In the two halves of the picture: edges at which something is drawn, and middles. */
  const drawnColumns = async () => {
    const { width, height, data } = PNG.sync.read(
      await page.locator('.pair .stage > canvas:not(.pair-overlay)').screenshot(),
    );
    const isDrawn = (x: number) =>
      Array.from({ length: height >> 1 }, (_, i) => ((i + (height >> 2)) * width + x) * 4).some(
        (at) => Math.abs((data[at] ?? 0) - 0x1b) + Math.abs((data[at + 2] ?? 0) - 0x26) > 30,
      );
    const count = (columns: readonly number[]): number => columns.filter(isDrawn).length;
    const half = width >> 1;
    return { edges: count([1, half - 2, half + 1, width - 2]), middles: count([half >> 1, half + (half >> 1)]) };
  };

  it('ends trials when another asset is shown, and compares meshes with one camera', async () => {
    await visit('model.hmesh');
    await field('mesh.lods').fill('[0.5, 0.1]');
    await field('mesh.lods').press('Enter');
    await button('Try').click();
    await page.locator('.stage[aria-busy=false]').waitFor();
    await expect.poll(async () => (await results()).join()).toContain('mesh.lods: [0.5,0.1]');
    await expect.poll(trials).toBe(1);
    await expect.poll(drawnColumns).toEqual({ edges: 0, middles: 2 });
    await page.getByText('Difference', { exact: true }).click();
    // Level 0 is the same.
    await expect.poll(() => page.locator('.stage-note').textContent()).toBe('No pixel differs.');
    const counts = async () =>
      ((await page.locator('.stage-note').textContent()) ?? '')
        .match(/[\d,]+(?= triangles)/g)
        ?.map((n) => Number(n.replace(',', '')));
    await page.getByText('Side by side', { exact: true }).click();
    await expect.poll(counts).toEqual([1152, 1152]);
    const last = (await results()).map((row) => Number(/1,152([\d,]+), error/.exec(row)?.[1]?.replace(',', '')));
    await page.getByRole('slider', { name: /^Level/ }).fill('2');
    await expect.poll(counts).toEqual(last);
    expect(last[1]).toBeLessThan(last[0] ?? 0);
    expect(await violations()).toEqual([]);
    await page.screenshot({ path: join(pictures, 'settings-mesh.png') });
    await visit('brick.ktx2');
    await expect.poll(trials).toBe(0);
  });

  const cells = (label: string) =>
    page
      .locator(`table[aria-label="${label}"] tbody tr`)
      .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')));
  const openPage = (name: string) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `#/?page=${name}`);

  it('compares the output with that of a preset, file by file', async () => {
    await openPage('compare');
    await page.locator('table[aria-label=Changes]').waitFor();
    const paths = ['brick.ktx2', 'wood/oak.ktx2', 'extra.txt', 'model.hmat', 'model.hmesh'];
    const changes = async () => {
      const rows = await cells('Changes');
      return paths.map((path) => rows.find(([name]) => name === path)?.[1]);
    };
    await expect.poll(changes).toEqual(['Shrank', 'Removed', 'Added', 'Changed', undefined]);
    await page.getByText(/with other bytes, [−+]\S+ k?B\.$/).waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('link', { name: 'brick.ktx2', exact: true }).last().click();
    await page.locator('.pair[aria-busy=false] .pair-picture').nth(1).waitFor();
    await expect
      .poll(async () => (await cells('Versions')).map((row) => row[1]).join())
      .toMatch(/^\S+ kB,\S+ k?B \(−\d+ %\)$/);
    expect(await page.locator('.pair figcaption').allTextContents()).toEqual(['A: runtime', 'B: small']);
    await page.getByText('Swipe', { exact: true }).click();
    expect(await violations()).toEqual([]);
    await page.screenshot({ path: join(pictures, 'compare.png') });
  });

  it('has the name of a file, its tabs and its settings on a phone, and breaks no word of a table', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    try {
      await visit('wood/oak.ktx2');
      await field('texture.quality').waitFor();
      const cut = () =>
        page
          .locator('.asset-head h1 > span')
          .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
      await expect.poll(cut).toBe(0);
      // The settings come right after the figures.
      await expect.poll(async () => (await field('texture.target').boundingBox())?.y ?? 1e6).toBeLessThan(600);
      await openPage('compare');
      await page.locator('table[aria-label=Changes]').waitFor();
      const broken = () =>
        page.locator('table[aria-label=Changes] td').evaluateAll((all) =>
          all
            .filter((each) => /^[A-Z][a-z]+$/.test(each.textContent ?? ''))
            .filter((each) => {
              const text = document.createRange();
              text.selectNodeContents(each);
              return text.getClientRects().length !== 1;
            })
            .map((each) => each.textContent),
        );
      expect(await broken()).toEqual([]);
      // A page that is shorter than the window begins at its top.
      await openPage('audit');
      await page.locator('table[aria-label=Rules]').waitFor();
      expect((await page.locator('.pages-nav').boundingBox())?.y).toBe(
        (await page.locator('.bar').boundingBox())?.height,
      );
    } finally {
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });

  it('lists what breaks the rules of the project', async () => {
    await openPage('audit');
    await page.locator('table[aria-label=Findings]').waitFor();
    expect((await cells('Findings')).map((row) => row.slice(0, 3))).toEqual([
      ['model.hmesh', 'triangles', 'it has 1152 triangles, 152 more than allowed'],
    ]);
    expect((await cells('Rules')).map(([name, level]) => [name, level])).toEqual([
      ['triangles', 'error'],
      ['names', 'warn'],
    ]);
    expect(await violations()).toEqual([]);
    await page.screenshot({ path: join(pictures, 'audit.png') });
  });

  it('suggests settings, tries one with a click, and applies it to all that match a glob', async () => {
    let searched = (): void => {};
    const search = new Promise<void>((resolve) => {
      searched = resolve;
    });
    await page.route('**/api/suggestions/all.json', async (route) => {
      await search;
      await route.continue();
    });
    await openPage('savings');
    // What is known is there while encodings are searched.
    const note = page.getByText('Better encodings of the largest textures are being searched.');
    await note.waitFor();
    await page.locator('table[aria-label=Suggestions]').waitFor();
    const known = await cells('Suggestions');
    expect(known.map(([file]) => file)).toContain('model.hmesh');
    searched();
    await note.waitFor({ state: 'detached' });
    await page.unroute('**/api/suggestions/all.json');
    const rows = await cells('Suggestions');
    expect(rows.map(([file]) => file)).toEqual(expect.arrayContaining(known.map(([file]) => file)));
    expect(rows.length).toBeGreaterThan(known.length);
    expect(await violations()).toEqual([]);
    await page.screenshot({ path: join(pictures, 'savings.png') });
    const row = page.locator('table[aria-label=Suggestions] tbody tr', { hasText: 'model.hmesh' }).first();
    const [, setting = '', , of = ''] = rows.find(([file]) => file === 'model.hmesh') ?? [];
    await row.getByRole('link', { name: 'Try' }).click();
    await expect.poll(async () => (await results()).length).toBe(2);
    // What was measured is what the trial makes.
    const percent = /−\d+ %/.exec(of)?.[0] ?? 'none';
    await expect.poll(async () => (await results()).join()).toContain(percent);
    expect(setting).toContain((await cells('Results'))[1]?.[0] ?? 'nothing');
    await openPage('savings');
    await row.getByLabel('Glob for model.hmesh').fill('*.gltf');
    await row.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Written into assetc.yml as default.rules[2].').waitFor();
    expect(project.read('assetc.yml')).toContain('    - match: "*.gltf"\n      mesh: {');
    project.write('assetc.yml', CONFIG);
  });

  it('has nothing to complain about', () => expect(complaints).toEqual([]));
});
