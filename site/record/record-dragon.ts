// Records the moving picture of the first page from the product: a texture is painted and saved, the command line compiles it, and the
// running scene reloads it, while the dragon turns. Writes pictures/dragon.webm and its still. `npm run site:record`

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { NodeIO } from '@gltf-transform/core';
import { build } from 'esbuild';
import { PNG } from 'pngjs';
import { launchBrowser } from '../../tests/support/browser/launch.js';
import { encodeVideo } from './encode-video.js';

const root = process.cwd();
const cli = resolve('packages/compiler/dist/cli.js');
const pictures = resolve('site/src/landing/pictures');
const [WIDTH, HEIGHT] = [960, 540];
const FRAMES_PER_SECOND = 20;
const FRAMES = Number(process.env.FRAMES ?? 160);
/** The texture is saved and compiled this often, in frames. */
const SAVE_EVERY = 2;
const STILL_FRAME = Math.floor(FRAMES * 0.39);
const MAX_BYTES = 1_500_000;
const SKIN = 'dragon-skin.png';

const project = mkdtempSync(join(tmpdir(), 'assetc-record-'));

/** The demo's dragon, with its texture in a file of its own. */
async function makeProject(): Promise<PNG> {
  mkdirSync(join(project, 'assets/sky'), { recursive: true });
  cpSync(join(root, 'examples/demo/assets/sky/dusk.env.hdr'), join(project, 'assets/sky/dusk.env.hdr'));
  const io = new NodeIO();
  const document = await io.read(join(root, 'examples/demo/assets/models/dragon.glb'));
  for (const [index, texture] of document.getRoot().listTextures().entries())
    texture.setURI(index === 0 ? SKIN : `dragon-${index}.png`);
  await io.write(join(project, 'assets/dragon.gltf'), document);
  writeFileSync(join(project, 'assetc.yml'), 'input: assets\noutput: runtime\n');
  return PNG.sync.read(readFileSync(join(project, 'assets', SKIN)));
}

/** Returns the outputs that it wrote. */
function compile(): readonly string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'build', '--json'], {
    cwd: project,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return ['dragon/tex_0.ktx2'];
}

const ROWS = 11;

/** Rows of the brush from top to bottom: the first half of the loop paints, the second one restores. */
function brushAt(share: number): { readonly x: number; readonly y: number; readonly isPainting: boolean } {
  const half = (share * 2) % 1;
  const row = half * ROWS;
  const across = row % 1;
  return {
    x: Math.floor(row) % 2 === 0 ? across : 1 - across,
    y: Math.min(0.97, row / ROWS + 0.03),
    isPainting: share < 0.5,
  };
}

const BRUSH = 0.1;

/** Teal becomes red: red and blue change places, and green gives a part to red. */
function paint(skin: PNG, original: PNG, share: number): void {
  const { x, y, isPainting } = brushAt(share);
  const { width, height } = skin;
  const reach = BRUSH * width;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const far = Math.hypot(column - x * width, row - y * height) / reach;
      if (far >= 1) continue;
      const strength = Math.min(1, (1 - far) * 2.5);
      const at = (row * width + column) * 4;
      const [r = 0, g = 0, b = 0] = original.data.subarray(at, at + 3);
      const wanted = isPainting
        ? [Math.min(255, g * 1.15 + b * 0.35), r * 0.5 + b * 0.2, b * 0.4 + r * 0.35]
        : [r, g, b];
      for (let c = 0; c < 3; c++) {
        const now = skin.data[at + c] ?? 0;
        skin.data[at + c] = Math.round(now + ((wanted[c] ?? 0) - now) * strength);
      }
    }
}

async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['site/record/scene-page.ts'],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    conditions: ['assetc-source'],
    write: false,
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

const HOST = 'http://record.localhost/';
const HTML = `<!doctype html><style>body{margin:0;background:#0d0f13}canvas{position:absolute;left:0;top:0;width:${WIDTH}px;height:${HEIGHT}px}</style><body></body>`;

async function record(): Promise<void> {
  const original = await makeProject();
  const skin = PNG.sync.read(PNG.sync.write(original));
  compile();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
    page.on('pageerror', (error) => console.error(String(error)));
    await page.route(`${HOST}**`, async (route) => {
      const path = decodeURIComponent(new URL(route.request().url()).pathname.slice(1));
      if (path === '') return route.fulfill({ contentType: 'text/html', body: HTML });
      const file = join(project, path);
      return existsSync(file) ? route.fulfill({ body: readFileSync(file) }) : route.fulfill({ status: 404 });
    });
    await page.goto(HOST);
    await page.addScriptTag({ content: await pageScript() });
    await page.evaluate(
      async ([width, height]) => {
        Object.assign(globalThis, { drawFrame: await Reflect.get(globalThis, 'startScene')(width, height) });
      },
      [WIDTH, HEIGHT] as const,
    );
    const frames: Uint8Array[] = [];
    for (let frame = 0; frame < FRAMES; frame++) {
      for (let part = 0; part < 4; part++) paint(skin, original, (frame + part / 4) / FRAMES);
      let changed: readonly string[] = [];
      if (frame % SAVE_EVERY === 0) {
        writeFileSync(join(project, 'assets', SKIN), PNG.sync.write(skin));
        changed = compile();
      }
      const { x, y } = brushAt(frame / FRAMES);
      const texture = PNG.sync.write(skin).toString('base64');
      const order = { share: frame / FRAMES, changed, texture, brush: [x, y] };
      await page.evaluate((given) => Reflect.get(globalThis, 'drawFrame')(given) as Promise<void>, order);
      frames.push(await page.screenshot({ type: 'png' }));
      if (frame === STILL_FRAME)
        writeFileSync(join(pictures, 'dragon.jpg'), await page.screenshot({ type: 'jpeg', quality: 80 }));
    }
    const video = { width: WIDTH, height: HEIGHT, framesPerSecond: FRAMES_PER_SECOND, bitsPerSecond: 1_150_000 };
    writeFileSync(join(pictures, 'dragon.webm'), await encodeVideo(page, frames, video));
  } finally {
    await browser.close();
  }
}

mkdirSync(pictures, { recursive: true });
try {
  await record();
} finally {
  rmSync(project, { recursive: true, force: true });
}
const bytes = statSync(join(pictures, 'dragon.webm')).size;
console.log(`recorded ${FRAMES} frames: ${(bytes / 1e6).toFixed(2)} MB`);
if (bytes > MAX_BYTES) throw new Error(`the moving picture has more than ${MAX_BYTES} bytes`);
