// The demo in Chromium, from the files that the renderer's pack was made of.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { launchBrowser } from '../support/browser/launch.js';
import { bundlePage, HOST, openPage } from '../three/browser-page.js';
import type * as pageModule from './demo-page.js';
import { HEIGHT, WIDTH } from './renderer.js';

declare const assetcPage: typeof pageModule;

/** A picture per camera. Alpha is 0 where no model is. */
export async function drawWithThree(
  assets: string,
  level: pageModule.Level,
  cameras: readonly pageModule.Camera[],
): Promise<PNG[]> {
  const browser = await launchBrowser();
  try {
    const files = {
      get: (path: string) => {
        const file = join(assets, path.replace(/^assets\//, ''));
        return existsSync(file) ? readFileSync(file) : undefined;
      },
    };
    const { page } = await openPage(browser, await bundlePage('../vulkan/demo-page.ts', 'three'), files);
    const view: pageModule.View = { cameras, width: WIDTH, height: HEIGHT, time: 0.75 };
    const drawn = await page.evaluate(([source, scene, v]) => assetcPage.drawDemo(source, scene, v), [
      `${HOST}/assets`,
      level,
      view,
    ] as const);
    return drawn.map((text) => {
      const picture = new PNG({ width: WIDTH, height: HEIGHT });
      picture.data.set(Buffer.from(text, 'base64'));
      return picture;
    });
  } finally {
    await browser.close();
  }
}
