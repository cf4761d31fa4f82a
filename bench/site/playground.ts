// How long the page of the playground is blocked while a photo of 4096 × 4096 is opened, encoded, shown and compared: the longest task of
// its main thread, in time of the clock and of the processor. On a busy machine only the latter says what the page itself does: the former
// has the time in which other programs ran. The browser draws in software and shares its cores with the workers.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { buildSite } from '../../site/src/build-site.js';
import { serveSite } from '../../site/src/serve-site.js';
import { settled } from '../../tests/site/playground.js';
import { launchBrowser } from '../../tests/support/browser/launch.js';

const SIDE = 4096;
const PHOTO = 'photo/500px-tmshre_riaphotographs_srgb8.png';

/**
 * A second after a navigation Chromium ends the compositor of the page before, on the main thread of the new one, and waits for its
 * threads: 0.9 s if the workers have all cores by then. That is no work of this page.
 */
const AFTER_NAVIGATION_MS = 3000;

interface Row {
  readonly step: string;
  readonly longestTaskMs: number;
  readonly longestCpuMs: number;
  readonly seconds: number;
}

/** The photo of the corpus, enlarged. */
async function largePhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([source, side]) => {
      const blob = await (await fetch(`data:image/png;base64,${source}`)).blob();
      const bitmap = await createImageBitmap(blob, { resizeWidth: side, resizeHeight: side, resizeQuality: 'high' });
      const canvas = new OffscreenCanvas(side, side);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      const bytes = new Uint8Array(
        await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer(),
      );
      let text = '';
      for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
      return btoa(text);
    },
    [readFileSync(join(corpusFolder, PHOTO)).toString('base64'), SIDE] as const,
  );
  return Buffer.from(base64, 'base64');
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds: of the clock, and of the thread. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const isTask = ({ name }: TraceEvent): boolean => name.endsWith('RunTask');

/** The longest task of the page's main thread, in milliseconds. Other renderers, which start or end meanwhile, do less. */
function longestTask(trace: Buffer): { readonly clock: number; readonly cpu: number } {
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(trace.toString());
  const mains = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => traceEvents.filter((event) => event.pid === pid && event.tid === tid && isTask(event)));
  const work = (tasks: readonly TraceEvent[]): number => tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  const [page = []] = mains.sort((a, b) => work(b) - work(a));
  if (page.length === 0) throw new Error('the trace has no tasks');
  const most = (pick: (event: TraceEvent) => number): number =>
    Math.round(page.reduce((max, event) => Math.max(max, pick(event)), 0) / 100) / 10;
  return { clock: most(({ dur = 0 }) => dur), cpu: most(({ tdur = 0 }) => tdur) };
}

async function measureStep(page: Page, step: string, work: () => Promise<unknown>): Promise<Row> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const start = performance.now();
  await work();
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  const { clock, cpu } = longestTask((await browser?.stopTracing()) ?? Buffer.from('{}'));
  return { step, longestTaskMs: clock, longestCpuMs: cpu, seconds };
}

async function measureAll(page: Page, photo: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    rows.push(await measureStep(page, name, work));
  };
  await step('open and encode', async () => {
    await page.setInputFiles('#file', photo);
    await page.locator('#figures dt').first().waitFor({ timeout: 0 });
    await settled(page);
  });
  await step('zoom and swipe', async () => {
    for (let i = 0; i < 8; i++) await page.click('#zoom-in');
    for (let i = 0; i < 20; i++)
      await page.locator('#divider').evaluate((input: HTMLInputElement, at) => {
        input.valueAsNumber = at;
        input.dispatchEvent(new Event('input'));
      }, i * 5);
    await page.click('#zoom-fit');
  });
  await step('difference', () => page.check('input[value=difference]', { force: true }));
  await step('another format', async () => {
    await page.selectOption('select[name=target]', 'bc');
    await page.waitForFunction(() => document.querySelector('#result-tag')?.textContent === 'BC7', undefined, {
      timeout: 0,
    });
    await settled(page);
  });
  await step('cancel', async () => {
    await page.selectOption('select[name=quality]', 'max');
    await page.click('#cancel');
  });
  return rows;
}

export async function run(args: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-bench-site-'));
  const browser = await launchBrowser();
  try {
    await buildSite({ root: resolve('.'), out: folder, demo: false });
    const served = await serveSite(folder);
    const context = await browser.newContext({ serviceWorkers: 'block' });
    context.setDefaultTimeout(0);
    const photo = join(folder, 'photo.jpg');
    writeFileSync(photo, await largePhoto(await context.newPage()));
    const page = await context.newPage();
    await page.goto(`${served.address}playground/`);
    await page.waitForTimeout(AFTER_NAVIGATION_MS);
    const rows = await measureAll(page, photo);
    served.close();
    if (args.includes('--json')) console.log(JSON.stringify({ rows }));
    else console.table(rows);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
