// From saving a file to its pixels in the page, with `assetc watch --ui` and headless Chromium drawing in software. The clock runs until the frame with new
// content has been drawn; the build is in it. A busy machine makes it slower: the least of the rounds says most.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { followBuilds } from '@assetc/formats/live';
import { launchBrowser } from '../tests/browser/launch.js';
import { makePng } from '../tests/png.js';

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>;

interface Row {
  readonly saved: string;
  readonly leastMs: number;
  readonly medianMs: number;
  /** Of that, until the build told what changed. */
  readonly builtMs: number;
  readonly goalMs: number;
  readonly rounds: number;
}

const ROUNDS = 7;
const TEXTURE_SIZE = 1024;

/** Every round another colour, over the same grain. */
const texture = (round: number): Uint8Array =>
  makePng(TEXTURE_SIZE, TEXTURE_SIZE, (x, y) => [
    (round * 83) & 255,
    ((x ^ y) >> 2) & 255,
    (round * 47 + x) & 255,
    255,
  ]);

/** A square with one corner drawn in, every round farther. */
const mesh = (round: number): string => `v -1 -1 0
v 1 -1 0
v ${1 - round * 0.08} ${1 - round * 0.08} 0
v -1 1 0
vn 0 0 1
f 1//1 2//1 3//1
f 1//1 3//1 4//1
`;

/** Runs in the page before its own scripts: notes when the middle of a canvas has become another. */
function noteDraws(): void {
  const noted: { at: number; sum: number }[] = [];
  Object.assign(globalThis, { noted });
  const proto = WebGL2RenderingContext.prototype;
  const note = (gl: WebGL2RenderingContext): void => {
    if (gl.getParameter(gl.FRAMEBUFFER_BINDING) !== null) return;
    const { width, height } = gl.canvas;
    const pixels = new Uint8Array(width * height * 4);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    let sum = 0;
    for (let i = 0; i < pixels.length; i += 28) sum = (Math.imul(sum, 31) + (pixels[i] ?? 0)) | 0;
    if (noted.at(-1)?.sum !== sum) noted.push({ at: Date.now(), sum });
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

interface Times {
  readonly pixel: readonly number[];
  readonly built: readonly number[];
}

/** `builds`: when each build told what changed. */
async function measure(
  page: Page,
  builds: readonly number[],
  file: string,
  contentOf: (round: number) => string | Uint8Array,
): Promise<Times> {
  const pixel: number[] = [];
  const built: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    // Whatever the round before still drew is over by then.
    await sleep(1200);
    const content = contentOf(round);
    writeFileSync(file, content);
    const saved = Date.now();
    pixel.push((await drawnAfter(page, saved)) - saved);
    built.push((builds.find((at) => at > saved) ?? saved) - saved);
  }
  return { pixel: pixel.sort((a, b) => a - b), built: built.sort((a, b) => a - b) };
}

const rowOf = (saved: string, goalMs: number, { pixel, built }: Times): Row => ({
  saved,
  leastMs: pixel[0] ?? 0,
  medianMs: pixel[pixel.length >> 1] ?? 0,
  builtMs: built[built.length >> 1] ?? 0,
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
    const rows = [rowOf('a texture of 1024²', 500, await measure(page, builds, png, texture))];
    if ((await page.locator('canvas').getAttribute('data-scale')) !== scale) throw new Error('the zoom was lost');
    await page.goto(`${address}#/m.hmesh`);
    await page.waitForSelector('.stage canvas', { timeout: 60_000 });
    await drawnAfter(page, 0);
    rows.push(rowOf('a mesh of 2 triangles', 300, await measure(page, builds, obj, mesh)));
    if (args.includes('--json')) console.log(JSON.stringify({ rows }));
    else console.table(rows);
  } finally {
    life.abort();
    await browser.close();
    child.kill('SIGINT');
    rmSync(root, { recursive: true, force: true });
  }
}
