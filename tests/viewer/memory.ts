// Stepping through assets frees the memory of the last one: exactly on the GPU, and apart from noise in the page's heap and the processes.

import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Stage } from './stage.js';

/** One of each view that draws: those of three share a context, the others have one each and give it back. */
const PATHS = [
  'models/dragon.hmesh',
  'textures/brick.ktx2',
  'models/lighthouse.hmesh',
  'sky/dusk.env.ktx2',
  'extra/lamp.hscene',
  'fonts/righteous.hfont',
  'models/lighthouse.hmat',
  'grade/dusk.lut.ktx2',
  'models/fern.hmesh',
  'terrain/ground.arr.ktx2',
];
const isLong = process.env.ASSETC_LONG !== undefined;
const ROUNDS = isLong ? 20 : 1;
/**
 * What the engine itself grows by while it compiles and caches, and what the tests' own look costs: Chromium keeps every answer of the server, up to
 * some 100 MB, for who looks on over the protocol (an empty page that fetches 262 KB and forgets them, 300 times, grows by 107 MB).
 */
const HEAP_NOISE_BYTES = 4_000_000;
const PROCESS_NOISE_BYTES = 50_000_000;
/** Fewer pixels to draw in software; what is held for a view is the same. */
const SMALL = { width: 640, height: 360 };

interface Held {
  readonly geometries: number;
  readonly textures: number;
  readonly compiled: number;
  readonly heapBytes: number;
  /** Of the processes that run the page and draw it, where the system tells. */
  readonly pageBytes: number;
  readonly drawingBytes: number;
}

/** In memory, of all processes of a kind. */
const residentBytes = (ids: readonly number[]): number =>
  ids
    .map((id) => `/proc/${id}/status`)
    .filter((file) => existsSync(file))
    .map((file) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1024)
    .reduce((sum, bytes) => sum + bytes, 0);

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Goes through all and gives what is held when a page without a stage stands: that is what was not given back. */
async function goThrough(stage: Stage): Promise<Held> {
  const { page, show, settle } = stage;
  for (const path of PATHS) {
    await show(path);
    if (path.endsWith('.hmesh')) await page.getByLabel('Surface').selectOption({ label: 'Meshlets' });
    await settle();
  }
  await show('scene/level.json');
  // The worker that decodes ends with the last texture; garbage of its own is collected by nobody else.
  const decoders = () => page.workers().filter((worker) => worker.url().includes('texture-worker'));
  await expect.poll(decoders).toEqual([]);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const all = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await all?.send('SystemInfo.getProcessInfo')) ?? {};
  await all?.detach();
  const ofType = (type: string) => residentBytes(processInfo.filter((each) => each.type === type).map(({ id }) => id));
  return {
    ...(await stage.rendererMemory()),
    heapBytes: usedSize,
    pageBytes: ofType('renderer'),
    drawingBytes: ofType('GPU'),
  };
}

const reported = ({ geometries, textures, compiled, heapBytes, pageBytes, drawingBytes }: Held): string =>
  `${geometries} geometries, ${textures} textures, ${compiled} programs compiled, heap ${megabytes(heapBytes)}, page ${megabytes(pageBytes)}, drawing ${megabytes(drawingBytes)}`;

export function memoryTests(stage: () => Stage): void {
  it(`stays flat over ${(ROUNDS + 1) * PATHS.length} assets`, async () => {
    const { page } = stage();
    const usual = page.viewportSize();
    await page.setViewportSize(SMALL);
    const first = await goThrough(stage());
    let last = first;
    for (let i = 0; i < ROUNDS; i++) {
      last = await goThrough(stage());
      if (isLong) console.log(`after ${(i + 2) * PATHS.length}: ${reported(last)}`);
    }
    if (usual !== null) await page.setViewportSize(usual);
    console.log(`first: ${reported(first)}\nlast: ${reported(last)}`);
    expect([last.geometries, last.textures]).toEqual([first.geometries, first.textures]);
    // Once compiled they stay; one or two more where a model came before its light, or after it.
    expect(last.compiled - first.compiled).toBeLessThanOrEqual(2);
    expect(last.heapBytes).toBeLessThan(first.heapBytes + HEAP_NOISE_BYTES);
    expect(last.pageBytes).toBeLessThan(first.pageBytes + PROCESS_NOISE_BYTES);
    expect(last.drawingBytes).toBeLessThan(first.drawingBytes + PROCESS_NOISE_BYTES);
  });
}
