// The effect of a save on the page that shows the asset: the picture changes, the view does not.

import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../support/png.js';
import type { UiProject } from './ui-project.js';

interface LivePage {
  readonly page: Page;
  readonly ui: UiProject;
  visit(hash: string): Promise<unknown>;
  keep(name: string): Promise<unknown>;
}

/** A grid with a texture: the more cells, the more triangles. */
export function texturedGrid(cells: number): string {
  const builder = new GltfBuilder();
  addGrid(builder, cells, { material: 0 });
  builder.list('images', { uri: 'textures/wood.png' });
  builder.list('textures', { source: 0 });
  builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
  return builder.gltf();
}

export const flat = (red: number) => makePng(1024, 1024, (x, y) => [red, (x >> 6) * 4, (y >> 6) * 4, 255]);

/** Before the page's own scripts: counts draws, notes what workers answer, keeps the scenes that three reports. */
export function observe(): void {
  const seen: { draws: number; transcoded: number; scenes: object[] } = { draws: 0, transcoded: 0, scenes: [] };
  const tools = new EventTarget();
  tools.addEventListener('observe', (event) => {
    const { detail } = event as CustomEvent;
    if (detail?.isScene === true) seen.scenes.push(detail);
  });
  Object.assign(globalThis, { seen, __THREE_DEVTOOLS__: tools });
  const { drawArrays } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawArrays = function (...args) {
    if (this.getParameter(this.FRAMEBUFFER_BINDING) === null) seen.draws++;
    drawArrays.apply(this, args);
  };
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message: unknown, ...rest: never[]) {
    const isOwn = typeof message === 'object' && message !== null && 'level' in message;
    if (isOwn)
      this.addEventListener('message', ({ data }) => void ('result' in data && seen.transcoded++), { once: true });
    Reflect.apply(postMessage, this, [message, ...rest]);
  };
}

const count = (page: Page, name: 'draws' | 'transcoded'): Promise<number> =>
  page.evaluate((key) => Reflect.get(Reflect.get(globalThis, 'seen'), key), name);

/** Where the eye of the stage is, and how it is turned; studios and the like have none. */
const cameraOf = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const found: number[][] = [];
    for (const scene of Reflect.get(globalThis, 'seen').scenes)
      for (const each of scene.children) if (each.isCamera === true) found.push([...each.matrixWorld.elements]);
    return found.at(-1) ?? [];
  });

async function pictureOf(page: Page): Promise<Buffer> {
  return PNG.sync.read(await page.locator('.stage canvas').screenshot()).data;
}

const trianglesOf = (page: Page) => page.locator('.stage-note').textContent();

/** When the page has drawn some frames: what is asked for is drawn in the next one. */
const framesLater = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame++) await new Promise((next) => requestAnimationFrame(next));
  });

/** When it has come to rest: what turns goes on for some frames. */
async function settled<T>(page: Page, look: () => Promise<T>): Promise<T> {
  for (let before: T | undefined; ; await framesLater(page)) {
    const now = await look();
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
}

export function livePageTests(opened: () => LivePage): void {
  it('shows new texels of a texture of 1024²', async () => {
    const { page, ui, visit, keep } = opened();
    await visit('#/textures/big.ktx2');
    await page.waitForSelector('.stage canvas[data-ready=true]');
    // What is counted of it comes after the picture.
    await page.waitForFunction(() => /PSNR|dB/.test(document.querySelector('.split-side')?.textContent ?? ''));
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('+');
    const scale = await page.locator('.stage canvas').getAttribute('data-scale');
    const redness = async () => {
      const box = await page.locator('.asset-view canvas').first().boundingBox();
      if (box === null) throw new Error('nothing is drawn');
      const clip = { x: box.x + box.width / 2 - 4, y: box.y + box.height / 2 - 4, width: 8, height: 8 };
      const { data } = PNG.sync.read(await page.screenshot({ clip }));
      return data[0] ?? 0;
    };
    expect(await redness()).toBeLessThan(60);
    const draws = await settled(page, () => count(page, 'draws'));
    const bytes = flat(230);
    ui.project.write('assets/textures/big.png', bytes);
    await expect.poll(redness).toBeGreaterThan(200);
    // With what is new: what was there before is not drawn again for every part of it that comes. A bar that takes its place may ask once more.
    expect((await count(page, 'draws')) - draws).toBeLessThanOrEqual(2);
    expect(await page.locator('.stage canvas').getAttribute('data-scale')).toBe(scale);
    await keep('live-texture');
  });

  it('decodes the textures of a model in a worker, as the policy of the page allows', async () => {
    const { page, visit } = opened();
    await visit('#/model.hmesh');
    await page.waitForSelector('.stage canvas');
    await page.waitForSelector('[aria-busy=true]', { state: 'detached' });
    expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toContain('/texture/transcode-worker.js');
    // Every level of the one texture, for the model and for thumbnails.
    const levels = await count(page, 'transcoded');
    expect(levels).toBeGreaterThan(0);
    expect(levels % 9).toBe(0);
  });

  it('keeps the eye where it is when a model changes', async () => {
    const { page, ui, keep } = opened();
    const box = await page.locator('.stage canvas').boundingBox();
    if (box === null) throw new Error('nothing is drawn');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const before = await cameraOf(page);
    expect(before).toHaveLength(16);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 120, y - 40, { steps: 4 });
    await page.mouse.up();
    await page.mouse.wheel(0, -240);
    await expect.poll(() => cameraOf(page)).not.toEqual(before);
    const turned = await settled(page, () => cameraOf(page));
    const [picture, triangles] = [await pictureOf(page), await trianglesOf(page)];
    ui.project.write('assets/model.gltf', texturedGrid(12));
    await expect.poll(() => trianglesOf(page)).not.toBe(triangles);
    expect(await trianglesOf(page)).toMatch(/^288 triangles/);
    await framesLater(page);
    expect(await cameraOf(page)).toEqual(turned);
    expect(picture.equals(await pictureOf(page))).toBe(false);
    await keep('live-model');
  });
}
