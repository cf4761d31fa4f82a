// Stepping through assets frees what the last one took: on the GPU to the piece, in the page's heap but for noise.

import { expect, it } from 'vitest';
import type { Stage } from './stage.js';

const PATHS = [
  'models/dragon.hmesh',
  'models/lighthouse.hmesh',
  'extra/lamp.hscene',
  'models/lighthouse.hmat',
  'models/fern.hmesh',
];
/** 200 assets in the long form. */
const ROUNDS = process.env.ASSETC_LONG === undefined ? 2 : 40;
const SLOW_MS = 1_800_000;
/** What the engine itself grows by while it compiles and caches. */
const NOISE_BYTES = 6_000_000;

export function memoryTests(stage: () => Stage): void {
  // Some minutes of drawing in software: not beside the rest of a whole run.
  it.skipIf(process.env.ASSETC_LONG === undefined)(
    `stays flat over ${ROUNDS * PATHS.length} assets`,
    async () => {
      const { page, show } = stage();
      const session = await page.context().newCDPSession(page);
      const round = async () => {
        for (const path of PATHS) {
          await show(path);
          if (!path.endsWith('.hmesh')) continue;
          await page.getByLabel('Surface').selectOption({ label: 'Meshlets' });
          await stage().settle();
        }
        // A page without a stage: what is left is what was not given back.
        await show('scene/level.json');
        await session.send('HeapProfiler.collectGarbage');
        const { usedSize } = await session.send('Runtime.getHeapUsage');
        return { ...(await stage().rendererMemory()), usedSize };
      };
      const first = await round();
      let last = first;
      for (let i = 0; i < ROUNDS; i++) last = await round();
      console.log(
        `heap: ${first.usedSize} → ${last.usedSize} bytes; ${last.geometries} geometries, ${last.textures} textures`,
      );
      expect([last.geometries, last.textures]).toEqual([first.geometries, first.textures]);
      expect(last.usedSize).toBeLessThan(first.usedSize + NOISE_BYTES);
      await session.detach();
    },
    SLOW_MS,
  );
}
