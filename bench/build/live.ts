// Time from saving a file until its pixels are in the page, with `assetc watch --ui` and headless Chromium with software rendering. The time
// includes the build. It ends when a row of pixels read back from the canvas changes (a whole canvas takes as long to read as to draw). After
// each round a screenshot is checked for the content of that round. Other load makes it slower: the minimum of the rounds is the most reliable.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { followBuilds } from '@assetc/formats/live';
import { PNG } from 'pngjs';
import { launchBrowser } from '../../tests/support/browser/launch.js';
import { makePng } from '../../tests/support/png.js';
import { builtCli } from '../built-cli.js';

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>;

interface Row {
  readonly saved: string;
  readonly minMs: number;
  readonly medianMs: number;
  /** Parts of it: until the build reported the change, and until the page had the file. */
  readonly builtMs: number;
  readonly fetchedMs: number;
  readonly goalMs: number;
  readonly rounds: number;
}

const ROUNDS = 7;
const TEXTURE_SIZE = 1024;

const redOf = (round: number): number => (round * 83) & 255;

/** A different color in every round, over the same grain. */
const texture = (round: number): Uint8Array =>
  makePng(TEXTURE_SIZE, TEXTURE_SIZE, (x, y) => [redOf(round), ((x ^ y) >> 2) & 255, (round * 47 + x) & 255, 255]);

/** A square whose right edge moves inward every round. */
const mesh = (round: number): string => `v -1 -1 0
v ${1 - round * 0.08} -1 0
v ${1 - round * 0.08} 1 0
v -1 1 0
vn 0 0 1
f 1//1 2//1 3//1
f 1//1 3//1 4//1
`;

interface Noted {
  readonly at: number;
  readonly row: readonly number[];
}

/** Runs in the page before its scripts: records when the center row of a canvas changes. Reading it waits for the draw. */
function recordDraws(): void {
  const noted: Noted[] = [];
  Object.assign(globalThis, { noted });
  const proto = WebGL2RenderingContext.prototype;
  const note = (gl: WebGL2RenderingContext): void => {
    if (gl.getParameter(gl.FRAMEBUFFER_BINDING) !== null) return;
    const { width, height } = gl.canvas;
    const row = new Uint8Array(width * 4);
    gl.readPixels(0, height >> 1, width, 1, gl.RGBA, gl.UNSIGNED_BYTE, row);
    const before = noted.at(-1)?.row;
    if (before?.length !== row.length || row.some((value, i) => value !== before[i]))
      noted.push({ at: Date.now(), row: [...row] });
  };
  const { drawArrays, drawElements } = proto;
  proto.drawArrays = function (...args) {
    drawArrays.apply(this, args);
    note(this);
  };
  proto.drawElements = function (...args) {
    drawElements.apply(this, args);
    note(this);
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((found, failed) => {
    const listen = (text: Buffer): void => {
      printed += text;
      const [address] = /http:\/\/127\.0\.0\.1:\d+\//.exec(printed) ?? [];
      if (address !== undefined) found(address);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', () => failed(new Error(`assetc watch ended:\n${printed}`)));
  });
}

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** When the first frame was drawn that differs from those before `since`. Later draws of the same content do not count. */
async function drawnAfter(page: Page, since: number): Promise<number> {
  const handle = await page.waitForFunction(
    (start) => {
      const { noted }: { noted: { at: number }[] } = Object(globalThis);
      return noted.find(({ at }) => at > start)?.at;
    },
    since,
    { timeout: 60_000, polling: 20 },
  );
  return Number(await handle.jsonValue());
}

/** When the page had the newest version of a file. Each version has its own URL. */
const fetchedAt = (page: Page, name: string): Promise<number> =>
  page.evaluate((end) => {
    const found = performance.getEntriesByType('resource').filter((each) => each.name.includes(end));
    const last = found.at(-1);
    return last instanceof PerformanceResourceTiming ? performance.timeOrigin + last.responseEnd : 0;
  }, `/${name}?v=`);

/** The pixels at the center of the canvas, from a screenshot. */
async function screenshotRow(page: Page): Promise<Uint8Array> {
  const box = await page.locator('.stage canvas').boundingBox();
  if (box === null) throw new Error('there is no canvas');
  const clip = { x: Math.ceil(box.x), y: Math.round(box.y + box.height / 2), width: Math.floor(box.width), height: 1 };
  return PNG.sync.read(await page.screenshot({ clip })).data;
}

interface Subject {
  readonly source: string;
  readonly output: string;
  readonly contentOf: (round: number) => string | Uint8Array;
  /** Throws if the page shows something else. */
  readonly check: (row: Uint8Array, round: number) => void;
}

interface Times {
  readonly pixel: readonly number[];
  readonly built: readonly number[];
  readonly fetched: readonly number[];
}

const ascending = (list: readonly number[]): readonly number[] => list.toSorted((a, b) => a - b);

/** `builds` are the times at which builds reported a change. */
async function measure(page: Page, builds: readonly number[], subject: Subject): Promise<Times> {
  const pixel: number[] = [];
  const built: number[] = [];
  const fetched: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    // Wait until the draws of the round before are over.
    await sleep(1200);
    const content = subject.contentOf(round);
    writeFileSync(subject.source, content);
    const saved = Date.now();
    pixel.push((await drawnAfter(page, saved)) - saved);
    built.push((builds.find((at) => at > saved) ?? saved) - saved);
    fetched.push(Math.round(await fetchedAt(page, subject.output)) - saved);
    subject.check(await screenshotRow(page), round);
  }
  return { pixel: ascending(pixel), built: ascending(built), fetched: ascending(fetched) };
}

const TOLERANCE = 8;

/** Red is constant over the texture. */
function checkTexture(row: Uint8Array, round: number): void {
  const red = row[(row.length >> 3) * 4] ?? 0;
  if (Math.abs(red - redOf(round)) > TOLERANCE)
    throw new Error(`round ${round} shows a red of ${red}, not ${redOf(round)}`);
}

/** The square, and so the part that is not background, is narrower every round. */
function checkMeshNarrows(): Subject['check'] {
  let before = Number.POSITIVE_INFINITY;
  return (row, round) => {
    const [ground] = row;
    const width = Array.from({ length: row.length / 4 }, (_, x) => row[x * 4]).filter((red) => red !== ground).length;
    if (width === 0 || width >= before) throw new Error(`round ${round}: ${width} pixels are as wide as ${before}`);
    before = width;
  };
}

const rowOf = (saved: string, goalMs: number, { pixel, built, fetched }: Times): Row => ({
  saved,
  minMs: pixel[0] ?? 0,
  medianMs: pixel[pixel.length >> 1] ?? 0,
  builtMs: built[built.length >> 1] ?? 0,
  fetchedMs: fetched[fetched.length >> 1] ?? 0,
  goalMs,
  rounds: pixel.length,
});

export async function run(args: readonly string[]): Promise<void> {
  const cli = builtCli();
  const root = mkdtempSync(join(tmpdir(), 'assetc-live-'));
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'assetc.yml'), 'input: assets\noutput: runtime\n');
  const [png, obj] = [join(root, 'assets/t.png'), join(root, 'assets/m.obj')];
  writeFileSync(png, texture(0));
  writeFileSync(obj, mesh(0));
  const env = { ...process.env, XDG_CACHE_HOME: join(root, 'cache') };
  const child = spawn(process.execPath, [cli, 'watch', '--ui'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const browser = await launchBrowser();
  const life = new AbortController();
  try {
    const address = await addressOf(child);
    const builds: number[] = [];
    followBuilds({
      url: address,
      signal: life.signal,
      onEvent: ({ type }) => void (type === 'built' && builds.push(Date.now())),
    }).catch(() => {});
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.addInitScript(recordDraws);
    await page.goto(`${address}#/t.ktx2`);
    await page.waitForSelector('canvas[data-ready="true"]', { timeout: 60_000 });
    await page.locator('canvas').focus();
    await page.keyboard.press('+');
    const scale = await page.locator('canvas').getAttribute('data-scale');
    const rows = [
      rowOf(
        'a texture of 1024²',
        500,
        await measure(page, builds, { source: png, output: 't.ktx2', contentOf: texture, check: checkTexture }),
      ),
    ];
    if ((await page.locator('canvas').getAttribute('data-scale')) !== scale) throw new Error('the zoom was lost');
    await page.goto(`${address}#/m.hmesh`);
    await page.waitForSelector('.stage canvas', { timeout: 60_000 });
    await drawnAfter(page, 0);
    rows.push(
      rowOf(
        'a mesh of 2 triangles',
        300,
        await measure(page, builds, { source: obj, output: 'm.hmesh', contentOf: mesh, check: checkMeshNarrows() }),
      ),
    );
    if (args.includes('--json')) console.log(JSON.stringify({ rows }));
    else console.table(rows);
  } finally {
    life.abort();
    await browser.close();
    child.kill('SIGINT');
    rmSync(root, { recursive: true, force: true });
  }
}
