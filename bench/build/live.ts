// From saving a file to its pixels in the page, with `assetc watch --ui` and headless Chromium drawing in software. The clock runs until a draw has put the new
// content on the canvas, by a row of pixels that is read back from it (a whole canvas takes as long to read as to draw); the build is in it. After each round a picture
// of the page shows that it is the content of that round. A busy machine makes it slower: the least of the rounds says most.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { followBuilds } from '@assetc/formats/live';
import { PNG } from 'pngjs';
import { launchBrowser } from '../../tests/support/browser/launch.js';
import { makePng } from '../../tests/support/png.js';

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>;

interface Row {
  readonly saved: string;
  readonly minMs: number;
  readonly medianMs: number;
  /** Of that, until the build reported what changed, and until the page had the file. */
  readonly builtMs: number;
  readonly fetchedMs: number;
  readonly goalMs: number;
  readonly rounds: number;
}

const ROUNDS = 7;
const TEXTURE_SIZE = 1024;

const redOf = (round: number): number => (round * 83) & 255;

/** Every round another color, over the same grain. */
const texture = (round: number): Uint8Array =>
  makePng(TEXTURE_SIZE, TEXTURE_SIZE, (x, y) => [redOf(round), ((x ^ y) >> 2) & 255, (round * 47 + x) & 255, 255]);

/** A square with its right edge drawn in, every round farther. */
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

/** Runs in the page before its own scripts: notes when the row of pixels in the middle of a canvas has become another. Reading it waits for the draw. */
function noteDraws(): void {
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

/** When the first frame was drawn that is another than those before `since`; how often it was drawn anew after it does not count. */
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

/** When the page had the newest version of a file, of which it asks for each by an address of its own. */
const fetchedAt = (page: Page, name: string): Promise<number> =>
  page.evaluate((end) => {
    const found = performance.getEntriesByType('resource').filter((each) => each.name.includes(end));
    const last = found.at(-1);
    return last instanceof PerformanceResourceTiming ? performance.timeOrigin + last.responseEnd : 0;
  }, `/${name}?v=`);

/** The pixels in the middle of the canvas, as the page shows them. */
async function shownRow(page: Page): Promise<Uint8Array> {
  const box = await page.locator('.stage canvas').boundingBox();
  if (box === null) throw new Error('there is no canvas');
  const clip = { x: Math.ceil(box.x), y: Math.round(box.y + box.height / 2), width: Math.floor(box.width), height: 1 };
  return PNG.sync.read(await page.screenshot({ clip })).data;
}

interface Subject {
  readonly source: string;
  readonly output: string;
  readonly contentOf: (round: number) => string | Uint8Array;
  /** Throws where the page shows something else. */
  readonly check: (row: Uint8Array, round: number) => void;
}

interface Times {
  readonly pixel: readonly number[];
  readonly built: readonly number[];
  readonly fetched: readonly number[];
}

const ascending = (list: readonly number[]): readonly number[] => list.toSorted((a, b) => a - b);

/** `builds`: when each build reported what changed. */
async function measure(page: Page, builds: readonly number[], subject: Subject): Promise<Times> {
  const pixel: number[] = [];
  const built: number[] = [];
  const fetched: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    // Whatever the round before still drew is over by then.
    await sleep(1200);
    const content = subject.contentOf(round);
    writeFileSync(subject.source, content);
    const saved = Date.now();
    pixel.push((await drawnAfter(page, saved)) - saved);
    built.push((builds.find((at) => at > saved) ?? saved) - saved);
    fetched.push(Math.round(await fetchedAt(page, subject.output)) - saved);
    subject.check(await shownRow(page), round);
  }
  return { pixel: ascending(pixel), built: ascending(built), fetched: ascending(fetched) };
}

const TOLERANCE = 8;

/** Red is the same all over the texture. */
function checkTexture(row: Uint8Array, round: number): void {
  const red = row[(row.length >> 3) * 4] ?? 0;
  if (Math.abs(red - redOf(round)) > TOLERANCE)
    throw new Error(`round ${round} shows a red of ${red}, not ${redOf(round)}`);
}

/** Every round the square is narrower, and so is what is not background. */
function narrowing(): Subject['check'] {
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
  const cli = resolve('packages/compiler/dist/cli.js');
  if (!existsSync(cli)) throw new Error('build the command line first: npm run build');
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
    await page.addInitScript(noteDraws);
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
        await measure(page, builds, { source: obj, output: 'm.hmesh', contentOf: mesh, check: narrowing() }),
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
