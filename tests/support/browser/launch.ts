// Starts a headless Chromium with WebGL2 in software: the one in ASSETC_CHROMIUM, one on PATH, or the one of a dev dependency.
// Runs each with --version first; if none works, tests are skipped with the reason. The caller closes it.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { PATIENCE_MS } from '../patience.js';
import { unpackChromium } from './unpack.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/** No sandbox, because it needs privileges that containers rarely have. Pages load only what tests serve. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // Otherwise the page itself is drawn by the software GPU, too, which took half of its time.
  '--disable-gpu-rasterization',
  // On a busy machine drawing in software takes long, which is not a hang.
  '--disable-gpu-watchdog',
  '--disable-hang-monitor',
];

interface Runnable {
  readonly executablePath: string;
  /** The folder of shared libraries that this machine lacks. */
  readonly libraries?: string;
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** The environment without undefined values, as playwright requires. */
function environmentOf({ libraries }: Runnable): Record<string, string> {
  const set = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(set), ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) };
}

const runs = (browser: Runnable): boolean =>
  spawnSync(browser.executablePath, ['--version', '--no-sandbox'], {
    env: environmentOf(browser),
    timeout: PATIENCE_MS,
  }).status === 0;

/** The bundled browser is for Linux on x64. */
function candidates(): readonly Runnable[] {
  const named = process.env.ASSETC_CHROMIUM ?? onPath();
  if (named !== undefined) return [{ executablePath: named }];
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  const { executable, libraries } = unpackChromium();
  return [{ executablePath: executable }, { executablePath: executable, libraries }];
}

const found = candidates().find(runs);

/** Why no browser can be started. Undefined if one can. */
export const browserMissing: string | undefined =
  found === undefined ? 'no Chromium runs here: set ASSETC_CHROMIUM to one' : undefined;

/** For programs that start it themselves. */
export const browserProgram: { readonly path: string; readonly environment: Record<string, string> } | undefined =
  found === undefined ? undefined : { path: found.executablePath, environment: environmentOf(found) };

/** For pages with WebGPU, if the browser has it, also in software. Vulkan then draws the pages. */
export const WEBGPU_ARGUMENTS: readonly string[] = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  '--use-vulkan=swiftshader',
  '--disable-vulkan-surface',
];

/** `without` and `more` remove and add arguments. */
export async function launchBrowser(more: readonly string[] = [], without: readonly string[] = []): Promise<Browser> {
  if (found === undefined) throw new Error(browserMissing);
  const { executablePath } = found;
  return chromium.launch({
    executablePath,
    headless: true,
    args: [...ARGUMENTS.filter((each) => !without.includes(each)), ...more],
    env: environmentOf(found),
  });
}
