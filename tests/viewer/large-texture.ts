// A large texture, shown whole: the level that has a texel for a pixel is in the picture first, then the texture itself, and no part of it in between.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveUi } from '../../packages/compiler/src/index.js';
import { encodeKtx2, rgba8Format } from '../../packages/formats/src/index.js';
import type { Stage } from './stage.js';

/** 4096² in the long form. */
const SIZE = process.env.ASSETC_LONG === undefined ? 2048 : 4096;
const BLUE = [0, 0, 255, 255];
const GREEN = [0, 255, 0, 255];

/** Blue, and all its levels green. */
function largeTexture(size: number, count: number): Uint8Array {
  const levels = Array.from({ length: count }, (_, level) => {
    const bytes = Buffer.alloc((size >> level) ** 2 * 4, Uint8Array.from(level === 0 ? BLUE : GREEN));
    return { bytes };
  });
  return encodeKtx2({ format: rgba8Format('srgb'), pixelWidth: size, pixelHeight: size, levels });
}

/** What `api/source/` would send: the same texels. */
function sourceOf(size: number): Buffer {
  const bytes = Buffer.alloc(16 + size * size * 4, Uint8Array.from(BLUE));
  for (const [i, value] of [size, size, 4, 1].entries()) bytes.writeUInt32LE(value, i * 4);
  return bytes;
}

/**
 * Runs in the page: the colors of the middle of canvases that follow each other. On a busy machine, the whole texture may come before the
 * first frame is drawn: it is held back until then.
 */
function noteMiddles(size: number): void {
  const seen: number[][] = [];
  Object.assign(globalThis, { middles: seen });
  const held: (() => void)[] = [];
  const handler = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
  Object.defineProperty(Worker.prototype, 'onmessage', {
    set(take: (event: MessageEvent) => void) {
      const hold = (event: MessageEvent): void => {
        const isWhole = event.data.texels?.width === size;
        // Later messages wait for those that are held back: their order counts.
        if (held.length > 0 || (seen.length === 0 && isWhole)) held.push(() => take.call(this, event));
        else take.call(this, event);
      };
      handler?.set?.call(this, hold);
    },
  });
  let isReleasing = false;
  /** One at a time: a frame may be drawn in between. */
  const release = (): void => {
    held[0]?.();
    held.shift();
    isReleasing = held.length > 0;
    if (isReleasing) setTimeout(release, 0);
  };
  const { drawArrays } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawArrays = function (...args) {
    drawArrays.apply(this, args);
    if (this.getParameter(this.FRAMEBUFFER_BINDING) !== null) return;
    const pixel = new Uint8Array(4);
    this.readPixels(this.canvas.width >> 1, this.canvas.height >> 1, 1, 1, this.RGBA, this.UNSIGNED_BYTE, pixel);
    if (seen.at(-1)?.join() !== pixel.join()) seen.push([...pixel]);
    if (held.length > 0 && !isReleasing) {
      isReleasing = true;
      setTimeout(release, 0);
    }
  };
}

export function largeTextureTests(stage: () => Stage, project: () => string): void {
  it('shows a large texture by the level that fits, then as it is', async () => {
    const folder = join(project(), 'large');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'large.ktx2'), largeTexture(SIZE, Math.log2(SIZE) + 1));
    const server = await serveUi({ path: folder });
    if (server === undefined) throw new Error(`${folder} is not there`);
    const page = await stage().page.context().newPage();
    try {
      await page.addInitScript(noteMiddles, SIZE);
      await page.goto(`${server.url}#/large.ktx2`);
      await page.locator('.stage canvas[data-ready=true]').waitFor();
      expect(await page.evaluate(() => Reflect.get(globalThis, 'middles'))).toEqual([GREEN, BLUE]);
    } finally {
      await page.close();
      await server.close();
    }
  });

  it('compares a large texture on request, and reports if there is no source', async () => {
    const size = 2049;
    const folder = join(project(), 'larger');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'larger.ktx2'), largeTexture(size, 1));
    const server = await serveUi({ path: folder });
    if (server === undefined) throw new Error(`${folder} is not there`);
    const page = await stage().page.context().newPage();
    const note = page.locator('.compare-note');
    const psnr = () => page.locator('.panel', { has: note }).locator('.facts').textContent();
    try {
      await page.goto(`${server.url}#/larger.ktx2`);
      await expect.poll(() => note.textContent()).toMatch(/^There is no source to compare with/);
      expect(await psnr()).not.toContain('…');
      // As a project of this output would answer.
      await page.route('**/api/index.json', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), sources: true } });
      });
      await page.route('**/api/asset/**', (route) => route.fulfill({ json: { sources: ['larger.png'] } }));
      let send = (): void => {};
      const isAsked = new Promise<void>((asked) => {
        void page.route('**/api/source/**', async (route) => {
          asked();
          await new Promise<void>((sent) => {
            send = sent;
          });
          await route.fulfill({ contentType: 'application/octet-stream', body: sourceOf(size) });
        });
      });
      await page.reload();
      await expect.poll(() => note.textContent()).toContain('on request');
      await page.getByRole('button', { name: 'Compare' }).click();
      await isAsked;
      await expect.poll(() => note.textContent()).toBe('Decoding the source…');
      send();
      await expect.poll(psnr).toContain('PSNR overallequal');
    } finally {
      await page.close();
      await server.close();
    }
  });
}
