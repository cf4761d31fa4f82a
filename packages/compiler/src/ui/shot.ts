// A picture of the inspector's page, drawn by a browser without a window: what a user sees of an asset, without the controls around it.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { Browser, BrowserError, findBrowser } from '../programs/browser.js';
import type { UiServer } from './ui-server.js';

/** Options of `shotUi`. */
export interface ShotUiOptions {
  /** Absolute: an output folder, or a pack. */
  readonly path: string;
  /** A path in the output; its extension may be omitted. Default: the overview. */
  readonly asset?: string | undefined;
  readonly width: number;
  readonly height: number;
}

/** A picture, or why there is none. */
export interface ShotUiResult {
  /** A PNG file. */
  readonly png?: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}

/** Of several files with the same name, the one that shows the most. */
const PREFERRED = ['hscene', 'hmesh', 'ktx2', 'hmat', 'hfont', 'hanim', 'hclip'];

/** Only ends a browser that hangs: drawing in software on the busiest machine takes far less. */
const LIMIT_MS = 900_000;

export async function takeShot(server: UiServer, options: ShotUiOptions): Promise<ShotUiResult> {
  const { asset = '', width, height } = options;
  const path = asset === '' ? '' : await findAsset(server.url, asset);
  if (path === undefined)
    return refused(
      'cli/unknown-asset',
      `the output has no asset ${asset}`,
      'Name a file of the output. Its extension may be omitted.',
    );
  const program = await findBrowser();
  if (program === undefined)
    return refused('cli/no-browser', 'drawing a picture needs Chromium or Chrome, and none was found');
  const url = `${server.url}#/${path.split('/').map(encodeURIComponent).join('/')}?shot=1`;
  try {
    return { png: await capture(program, url, width, height), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof BrowserError)) throw error;
    return refused('cli/browser-failed', `${program} could not draw the picture: ${error.message}`);
  }
}

const refused = (code: Diagnostic['code'], message: string, hint?: string): ShotUiResult => ({
  diagnostics: [{ code, severity: 'error', message, ...(hint === undefined ? {} : { hint }) }],
});

/** The entries of a pack are read by the page alone, so the page resolves the name. */
async function findAsset(url: string, asset: string): Promise<string | undefined> {
  const overview = (await (await fetch(`${url}api/overview.json`)).json()) as {
    readonly assets: readonly { readonly path: string }[];
  };
  const paths = overview.assets.map(({ path }) => path);
  if (paths.includes(asset)) return asset;
  const rank = (path: string): number => {
    const at = PREFERRED.indexOf(path.slice(asset.length + 1));
    return at < 0 ? PREFERRED.length : at;
  };
  return paths.filter((path) => path.startsWith(`${asset}.`)).sort((a, b) => rank(a) - rank(b))[0];
}

async function capture(program: string, url: string, width: number, height: number): Promise<Uint8Array> {
  const browser = await Browser.start(program);
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new BrowserError(`it was stopped after ${LIMIT_MS / 1000} s`)), LIMIT_MS);
  });
  try {
    return await Promise.race([late, drawPage(browser, url, width, height)]);
  } finally {
    clearTimeout(limit);
    await browser.close();
  }
}

async function drawPage(browser: Browser, url: string, width: number, height: number): Promise<Uint8Array> {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  const attached = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const session = String(attached.sessionId);
  const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
  await browser.send('Emulation.setDeviceMetricsOverride', metrics, session);
  await browser.send('Page.navigate', { url }, session);
  const drawn = await browser.send(
    'Runtime.evaluate',
    { expression: `(${whenDrawn})()`, awaitPromise: true, returnByValue: true },
    session,
  );
  const { value } = (drawn.result ?? {}) as { readonly value?: unknown };
  if (value !== '') throw new BrowserError(typeof value === 'string' ? value : 'the page ended early');
  const { data } = await browser.send('Page.captureScreenshot', { format: 'png' }, session);
  return Buffer.from(String(data), 'base64');
}

/** Runs in the page. Resolves to the error that it shows, or to an empty text when everything is drawn. */
const whenDrawn = `async () => {
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  const isDrawn = () =>
    document.querySelector('.is-shot .overview, .is-shot .asset-view > *') !== null &&
    document.querySelector('.busy, [aria-busy=true]') === null;
  for (let quiet = 0; quiet < 3; quiet = isDrawn() ? quiet + 1 : 0) await frame();
  return document.querySelector('.is-shot .error-box')?.textContent ?? '';
}`;
