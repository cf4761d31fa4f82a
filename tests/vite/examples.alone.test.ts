// The examples, as their readers run them: types, a production build served by a static server, the game in the dev server. What they draw is
// written to build/examples, for people to look at.

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing, launchBrowser, WEBGPU_ARGUMENTS } from '../support/browser/launch.js';
import { PATIENCE_MS } from '../support/patience.js';
import { makePng } from '../support/png.js';
import { serveFolder } from './serve-folder.js';
import { ViteProject, viteBin } from './vite-project.js';

const repository = resolve(import.meta.dirname, '../..');
const VIEW = { width: 480, height: 270 };
const examples = readdirSync(join(repository, 'examples')).filter((name) =>
  existsSync(join(repository, 'examples', name, 'vite.config.js')),
);
const folderOf = (name: string) => join(repository, 'examples', name);

function run(name: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folderOf(name), encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** What the canvas shows in its next frame, which is also kept. */
async function pictureOf(page: Page, name: string): Promise<PNG> {
  const url = await page.evaluate(
    () =>
      new Promise<string>((done) =>
        requestAnimationFrame(() => done(document.querySelector('canvas')?.toDataURL() ?? '')),
      ),
  );
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  mkdirSync(join(repository, 'build/examples'), { recursive: true });
  writeFileSync(join(repository, `build/examples/${name}.png`), bytes);
  return PNG.sync.read(bytes);
}

/** How much of a picture, from 0 to 1, is of a color that passes. */
function share({ data }: PNG, passes: (red: number, green: number, blue: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < data.length; i += 4) if (passes(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0)) count++;
  return count / (data.length / 4);
}
const isRed = (red: number, green: number, blue: number) => red > 90 && red > 2.2 * green && red > 2.2 * blue;
const isViolet = (red: number, green: number, blue: number) => Math.min(red, blue) > 1.3 * green;
const isGreen = (red: number, green: number, blue: number) => green > 60 && green > 1.5 * red && green > 1.5 * blue;

const frames = (page: Page, count: number) =>
  page.waitForFunction(
    (least) => document.body.dataset.frames === 'none' || Number(document.body.dataset.frames) >= least,
    count,
  );

describe('the examples', () => {
  it('are those that the guide speaks of', () => {
    expect(examples.sort()).toEqual(['three-viewer', 'vite-game', 'webgpu']);
    const guide = readFileSync(join(repository, 'docs/guide/vite.md'), 'utf8');
    for (const name of examples) expect(guide).toContain(`examples/${name}`);
  });

  it.each(examples)('%s is built, and tsc finds nothing', (name) => {
    if (name === 'vite-game') expect(run(name, 'make-assets.mjs')).toEqual({ status: 0, output: '' });
    expect(run(name, viteBin, 'build')).toMatchObject({ status: 0 });
    expect(run(name, join(repository, 'node_modules/typescript-7/bin/tsc'), '-p', '.')).toEqual({
      status: 0,
      output: '',
    });
  });
});

describe.skipIf(browserMissing !== undefined)('the examples in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  async function open(url: string, by = browser): Promise<{ page: Page; wrong: string[] }> {
    // Where less motion is asked for, no camera turns: a picture does not depend on when it is taken.
    const page = await by.newPage({ viewport: VIEW, reducedMotion: 'reduce' });
    page.setDefaultTimeout(PATIENCE_MS);
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    await page.goto(url);
    return { page, wrong };
  }

  async function withDist(name: string, use: (url: string) => Promise<void>): Promise<void> {
    const server = await serveFolder(join(folderOf(name), 'dist'), '/', true);
    const { port } = server.address() as AddressInfo;
    try {
      await use(`http://127.0.0.1:${port}/`);
    } finally {
      server.close();
    }
  }

  it('three-viewer draws the lighthouse and the dragon, and fewer triangles where less is enough', async () => {
    await withDist('three-viewer', async (url) => {
      const { page, wrong } = await open(url);
      await frames(page, 3);
      const picture = await pictureOf(page, 'three-viewer');
      expect(share(picture, isRed)).toBeGreaterThan(0.003);
      expect(share(picture, isRed)).toBeLessThan(0.3);
      expect(await page.locator('#clips button').allTextContents()).toEqual(['Swim', 'Look']);
      const triangles = async () =>
        Number((await page.locator('#levels').textContent())?.replace(/^.*: |,| triangles/g, ''));
      const fine = await triangles();
      await page.locator('#pixels').fill('40');
      await expect.poll(triangles).toBeLessThan(fine * 0.7);
      expect(wrong).toEqual([]);
      await page.close();
    });
  });

  it('three-viewer draws a mod that is built from a pack of the demo alone', async () => {
    const viewer = folderOf('three-viewer');
    const folder = mkdtempSync(join(tmpdir(), 'assetc-mod-'));
    const assetc = (cwd: string, ...args: string[]) => {
      const cli = join(repository, 'packages/compiler/bin/assetc.js');
      const { status, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd, encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    };
    try {
      assetc(viewer, '--pack', '-o', join(folder, 'game'));
      mkdirSync(join(folder, 'assets/models'), { recursive: true });
      const models = join(repository, 'examples/demo/assets/models');
      copyFileSync(join(models, 'lighthouse.obj'), join(folder, 'assets/models/lighthouse.obj'));
      const colors = readFileSync(join(models, 'lighthouse.mtl'), 'utf8');
      writeFileSync(
        join(folder, 'assets/models/lighthouse.mtl'),
        colors.replace(/^(?:map_|norm).*\n/gm, '').replace(/^Kd .*$/gm, 'Kd 0.02 0.6 0.02'),
      );
      assetc(folder, '--base', 'game.hpack', '-o', 'winter');
      await withDist('three-viewer', async (url) => {
        copyFileSync(join(folder, 'winter.hpack'), join(viewer, 'dist/winter.hpack'));
        const { page, wrong } = await open(`${url}?mod=/winter.hpack`);
        await frames(page, 3);
        const picture = await pictureOf(page, 'three-viewer-mod');
        expect(share(picture, isGreen)).toBeGreaterThan(0.003);
        expect(share(picture, isRed)).toBeLessThan(0.003);
        expect(wrong).toEqual([]);
        await page.close();
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
      rmSync(join(viewer, 'dist/winter.hpack'), { force: true });
    }
  });

  it('vite-game goes on with what was saved', async () => {
    const project = ViteProject.copyOf(folderOf('vite-game'));
    try {
      expect(project.node('make-assets.mjs')).toEqual({ status: 0, output: '' });
      const server = await project.dev();
      try {
        const { page, wrong } = await open(server.url);
        await frames(page, 3);
        const before = await pictureOf(page, 'vite-game');
        await page.evaluate(() => {
          document.title = 'the same game';
        });
        expect(share(before, isGreen)).toBeLessThan(0.002);
        project.write(
          'assets/textures/paint.png',
          makePng(64, 64, () => [20, 200, 30, 255]),
        );
        await expect.poll(async () => share(await pictureOf(page, 'vite-game-painted'), isGreen)).toBeGreaterThan(0.01);
        expect(await page.title()).toBe('the same game');
        expect(wrong).toEqual([]);
        await page.close();
      } finally {
        await server.stop();
      }
    } finally {
      project.remove();
    }
  });

  it('webgpu draws meshes, textures and the colors of meshlets', async ({ skip }) => {
    const own = await launchBrowser(WEBGPU_ARGUMENTS, ['--use-gl=angle']);
    try {
      await withDist('webgpu', async (url) => {
        const { page, wrong } = await open(url, own);
        await frames(page, 2);
        if ((await page.evaluate(() => document.body.dataset.frames)) === 'none')
          skip('this Chromium has no WebGPU adapter: set ASSETC_CHROMIUM to one that has');
        const textured = await pictureOf(page, 'webgpu');
        expect(share(textured, isRed)).toBeGreaterThan(0.01);
        expect((await pictureOf(page, 'webgpu')).data.equals(textured.data)).toBe(true);
        await page.locator('#meshlets').check();
        const now = Number(await page.evaluate(() => document.body.dataset.frames));
        await frames(page, now + 2);
        const colors = await pictureOf(page, 'webgpu-meshlets');
        // The stripes of the tower are gone, and colors are there that no texture has.
        expect(share(colors, isRed)).toBeLessThan(share(textured, isRed) * 0.7);
        expect(share(textured, isViolet)).toBeLessThan(0.0005);
        expect(share(colors, isViolet)).toBeGreaterThan(0.004);
        expect(await page.locator('#facts').textContent()).toMatch(/^\d+ of \d+ meshlets face you$/);
        expect(wrong).toEqual([]);
      });
    } finally {
      await own.close();
    }
  });
});
