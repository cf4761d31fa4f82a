// What moves on the page although nobody touched it, as Chromium sees it.

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Stage } from './stage.js';

/** Below this a shift is none: a number that is a pixel wider. */
const MIN = 0.0005;

interface LayoutShift {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly startTime: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/**
 * Reports every document that the page opens from now on: what moved, and when, in milliseconds since 1970. What follows an input is no
 * shift. Chromium allows half a second for it; on a busy machine the page may need longer, so frames are counted instead.
 */
export async function reportShifts(page: Page, report: (shift: string, atMs: number) => unknown): Promise<void> {
  await page.exposeFunction('reportShift', report);
  await page.addInitScript((min) => {
    const reported: (shift: string, atMs: number) => void = Reflect.get(globalThis, 'reportShift');
    const touches: { readonly fromMs: number; toMs: number }[] = [];
    let frames = 0;
    const follow = (): void => {
      frames = document.querySelector('[aria-busy=true]') === null ? frames - 1 : 30;
      const last = touches.at(-1);
      if (last !== undefined) last.toMs = frames > 0 ? Number.POSITIVE_INFINITY : performance.now();
      if (frames > 0) requestAnimationFrame(follow);
    };
    for (const type of ['keydown', 'pointerdown', 'pointerup', 'click', 'wheel', 'input'])
      addEventListener(
        type,
        (event) => {
          if (frames <= 0) {
            touches.push({ fromMs: event.timeStamp, toMs: Number.POSITIVE_INFINITY });
            requestAnimationFrame(follow);
          }
          frames = 30;
        },
        { capture: true, passive: true },
      );
    const nameOf = ({ node }: { readonly node: Node | null }) =>
      node instanceof Element ? `${node.nodeName}.${node.className}` : String(node?.textContent);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources, startTime }: LayoutShift = Object(entry);
        const isTouched = touches.some(({ fromMs, toMs }) => fromMs <= startTime && startTime <= toMs);
        if (hadRecentInput || isTouched || value < min) continue;
        const names = sources.map(nameOf).join(', ');
        reported(`${value.toFixed(4)} ${location.hash} ${names}`, performance.timeOrigin + startTime);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, MIN);
}

/** Those whose panels wait for most; the long form opens one of every kind. */
const SHORT = ['models/dragon.hmesh', 'extra/lamp.hscene', 'textures/grass.ktx2'];
const LONG = [
  '',
  'extra/rock.hmesh',
  'models/dragon.hanim',
  'models/lighthouse.hmat',
  'ui/logo.ktx2',
  'sky/dusk.ibl.ktx2',
  'grade/dusk.lut.ktx2',
  'fonts/righteous.hfont',
  'shaders/lit/fragment.spv',
  'scene/level.json',
  'assets.hman',
  'textures/grass.ktx2?tab=why',
  'textures/grass.ktx2?tab=bytes',
];
const LINKS = process.env.ASSETC_LONG === undefined ? SHORT : [...SHORT, ...LONG];

export function layoutShiftTests(stage: () => Stage): void {
  it('moves nothing while a link opens', async () => {
    const { page, address, settle } = stage();
    const shifts: string[] = [];
    await page.goto('about:blank');
    stage().onShift((shift) => shifts.push(shift));
    for (const link of LINKS) {
      // A document of its own, as for somebody who follows the link.
      await page.goto('about:blank');
      await page.goto(`${address}#/${link}`);
      await page.locator('.asset-view > *:not(.busy), .overview-cards').first().waitFor({ state: 'attached' });
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      // What is asked of others: how far a texture is from its source, which modes its blocks have.
      if (/^textures.*ktx2$/.test(link)) {
        await page.locator('.facts dd', { hasText: /dB$/ }).first().waitFor();
        await page.locator('.mode-list li').first().waitFor();
      }
      await settle();
    }
    stage().onShift(undefined);
    expect(shifts).toEqual([]);
  });
}
