// A graphics driver that restarts loses the contexts of a page: after they are restored, a canvas shows the same picture.

import { expect, it } from 'vitest';
import { canvasPicture, openFresh, READY } from './canvas-picture.js';
import type { Stage } from './stage.js';

/** Takes the context of the first canvas, waits until the page has heard of that, and gives it back. */
const loseContext = ({ page }: Stage): Promise<void> =>
  page.evaluate(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>('.stage canvas');
    const ending = canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    if (canvas === null || ending === null || ending === undefined) throw new Error('no canvas with WebGL');
    const heard = (name: string) => new Promise((done) => canvas.addEventListener(name, done, { once: true }));
    const lost = heard('webglcontextlost');
    ending.loseContext();
    await lost;
    // What the page does about it is done when this frame is.
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await frame();
    const restored = heard('webglcontextrestored');
    ending.restoreContext();
    await restored;
    // Until then the screen shows what was drawn before.
    await frame();
  });

const MODEL = '.stage[aria-busy="false"] canvas';

export function lostContextTests(stage: () => Stage): void {
  it.each([
    ['a flat texture', 'textures/brick.ktx2', READY],
    ['balls of roughness', 'sky/dusk.ibl.ktx2', READY],
    ['a font', 'fonts/righteous.hfont', READY],
    ['a model below a sky', 'models/lighthouse.hmesh', MODEL],
  ])('draws %s again when its context comes back', async (_, path, ready) => {
    await openFresh(stage(), path, ready);
    // What was drawn for it fills the picture.
    if (ready === MODEL) await stage().page.getByLabel('Sky').check();
    const before = await canvasPicture(stage(), ready);
    await loseContext(stage());
    const differing = async (): Promise<number> => {
      const after = await canvasPicture(stage(), ready);
      let count = 0;
      for (let y = 2; y < before.height; y += 4)
        for (let x = 2; x < before.width; x += 4) if (`${before.at(x, y)}` !== `${after.at(x, y)}`) count++;
      return count;
    };
    await expect.poll(differing).toBe(0);
    if (ready !== MODEL) return;
    // Three frees geometries in the context that is gone as well, and the browser tells of each.
    const { complaints } = stage();
    await openFresh(stage(), 'textures/brick.ktx2');
    const others = complaints.filter((text) => !text.includes('object does not belong to this context'));
    complaints.splice(0, complaints.length, ...others);
  });
}
