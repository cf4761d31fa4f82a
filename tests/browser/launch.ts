// Starts a headless Chromium with WebGL2 in software: the one that ASSETC_CHROMIUM names, one on PATH, or the one that the dev dependency
// @sparticuz/chromium unpacks. The caller closes it.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import bundled from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/** No sandbox: it wants rights that a container seldom has. Nothing is fetched but what a test serves. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** Why there is no browser here; undefined where there is one. The bundled one is built for Linux on x64. */
export const browserMissing: string | undefined =
  process.env.ASSETC_CHROMIUM !== undefined ||
  onPath() !== undefined ||
  (process.platform === 'linux' && process.arch === 'x64')
    ? undefined
    : 'no Chromium: set ASSETC_CHROMIUM to one';

export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.ASSETC_CHROMIUM ?? onPath() ?? (await bundled.executablePath());
  return chromium.launch({ executablePath, headless: true, args: ARGUMENTS });
}
