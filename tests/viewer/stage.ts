// One browser and one page for all views: they are opened by their address, as a reader would by a link. Errors and warnings of the page are
// collected; pictures go to build/pictures/viewer.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { type Config, serveUi } from '../../packages/compiler/src/index.js';
import { launchBrowser } from '../support/browser/launch.js';
import { reduceLightSamples } from '../support/browser/reduce-light-samples.js';
import { PATIENCE_MS } from '../support/patience.js';
import { builtPage } from './built.js';
import { reportShifts } from './layout-shifts.js';

const pictures = resolve(import.meta.dirname, '../../build/pictures/viewer');

export interface Stage {
  readonly page: Page;
  readonly address: string;
  /** Errors and warnings of the console, uncaught errors, breaches of the policy. */
  readonly complaints: string[];
  /** Opens an entry, and waits until its view says that it is drawn. */
  show(path: string): Promise<void>;
  /** Waits until what was asked for is in the picture. */
  settle(): Promise<unknown>;
  /** What moved while a view was opened: `0.0123 DETAILS.panel`. */
  readonly shifts: readonly string[];
  /** Hears of all that moves, also later; one at a time. */
  onShift(listener: ((shift: string) => void) | undefined): void;
  /** What three holds on the GPU, and how many programs it has compiled so far. */
  rendererMemory(): Promise<{ readonly geometries: number; readonly textures: number; readonly compiled: number }>;
  /** Keeps a picture of the page for people to look at. */
  keep(name: string): Promise<void>;
  close(): Promise<void>;
}

/** `path`: an output folder or a pack; `config`: of the project, where sources and reasons are to be there. */
export async function openStage(path: string, config?: Config): Promise<Stage> {
  await builtPage();
  const server = await serveUi({ path, config });
  if (server === undefined) throw new Error(`${path} is not there`);
  const browser: Browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme: 'dark' });
  const tab = await context.newPage();
  // Machines may be busy with other things.
  tab.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  tab.on('console', (message) => {
    // Chromium's own word on drawing in software, when pixels are read back.
    if (/GPU stall due to ReadPixels/.test(message.text())) return;
    const { url } = message.location();
    // No asset wrote it: the contract's answer, which Chromium notes.
    if (/\/api\/(asset|source)\//.test(url) && / 404 /.test(message.text())) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} ${url}`);
  });
  tab.on('pageerror', (error) => complaints.push(String(error)));
  mkdirSync(pictures, { recursive: true });
  await tab.addInitScript(reduceLightSamples);
  // What a test does by script is no input to Chromium: between openings things may well move. Reports may come late.
  const openings: { readonly fromMs: number; toMs: number }[] = [];
  const reported: { readonly shift: string; readonly atMs: number }[] = [];
  const pageMs = (): Promise<number> => tab.evaluate(() => performance.timeOrigin + performance.now());
  let listener: ((shift: string) => void) | undefined;
  await reportShifts(tab, (shift, atMs) => {
    reported.push({ shift, atMs });
    listener?.(shift);
  });
  /** Waits until what was asked for is in the picture. */
  const settle = (): Promise<unknown> =>
    tab.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
    );
  const isQuiet = (): Promise<void> => tab.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  // Three tells whoever listens of its renderers.
  await tab.addInitScript(() => {
    const listener = new EventTarget();
    listener.addEventListener('observe', (event) => {
      const { detail } = event as CustomEvent;
      if (detail?.isWebGLRenderer === true) Reflect.set(globalThis, 'observedRenderer', detail);
    });
    Reflect.set(globalThis, '__THREE_DEVTOOLS__', listener);
    const compiled = new WeakMap<WebGL2RenderingContext, number>();
    Reflect.set(globalThis, 'compiledPrograms', compiled);
    const { linkProgram } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.linkProgram = function (program) {
      compiled.set(this, (compiled.get(this) ?? 0) + 1);
      linkProgram.call(this, program);
    };
  });
  await tab.goto(server.url);
  return {
    page: tab,
    address: server.url,
    complaints,
    get shifts() {
      const isOpening = (atMs: number) => openings.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs);
      return reported.filter(({ atMs }) => isOpening(atMs)).map(({ shift }) => shift);
    },
    onShift(next) {
      listener = next;
    },
    async show(path) {
      await isQuiet();
      await settle();
      const opening = { fromMs: await pageMs(), toMs: Number.POSITIVE_INFINITY };
      openings.push(opening);
      await tab.evaluate((hash) => {
        location.hash = hash;
      }, `#/${path}`);
      const name = path.replace(/\?.*/, '').split('/').at(-1) ?? '';
      await tab.waitForFunction((text) => document.querySelector('.asset-head h1')?.textContent?.endsWith(text), name, {
        polling: 50,
      });
      // Locators, not selectors: what those give would keep the elements of every view alive.
      await tab.locator('.asset-view > *:not(.busy)').first().waitFor({ state: 'attached' });
      await isQuiet();
      opening.toMs = await pageMs();
    },
    settle,
    rendererMemory: () =>
      tab.evaluate(() => {
        const renderer = Reflect.get(globalThis, 'observedRenderer');
        const { geometries, textures } = renderer.info.memory;
        return {
          geometries,
          textures,
          compiled: Reflect.get(globalThis, 'compiledPrograms').get(renderer.getContext()),
        };
      }),
    async keep(name) {
      await tab.screenshot({ path: join(pictures, `${name}.png`) });
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** How an element looks: the mean and spread of its brightness, and how many colors it has. */
export async function statisticsOf(page: Page, selector: string) {
  const { data } = PNG.sync.read(await page.locator(selector).first().screenshot());
  const colors = new Set<number>();
  let [sum, squares] = [0, 0];
  for (let i = 0; i < data.length; i += 4) {
    const [r = 0, g = 0, b = 0] = data.subarray(i, i + 3);
    const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    sum += light;
    squares += light * light;
    colors.add((r << 16) | (g << 8) | b);
  }
  const count = data.length / 4;
  const mean = sum / count;
  return { mean, spread: Math.sqrt(Math.max(0, squares / count - mean * mean)), colors: colors.size };
}
