// A page in Chromium with a bundle of the tests, for either version of three, and files from memory at a host that does not exist.

import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Browser, Page, Route } from 'playwright-core';
import { PATIENCE_MS } from '../support/patience.js';

const root = resolve(import.meta.dirname, '../..');
export const HOST = 'https://assets.test';

const BUILDS: ReadonlyMap<string, string> = new Map([
  ['', 'build/three.module.js'],
  ['/webgpu', 'build/three.webgpu.js'],
  ['/tsl', 'build/three.tsl.js'],
]);

/** The alias package stands for three everywhere, in three's own addons too. */
const asThree = (name: string): Plugin => ({
  name: 'version of three',
  setup({ onResolve }) {
    onResolve({ filter: /^three(\/|$)/ }, ({ path }) => {
      const rest = path.slice('three'.length);
      const file = BUILDS.get(rest) ?? rest.slice(1).replace(/^addons\//, 'examples/jsm/');
      return { path: join(root, 'node_modules', name, file) };
    });
  },
});

export type ThreeVersion = 'three' | 'three-0170';

const bundles = new Map<string, Promise<string>>();

export function bundlePage(entry: string, version: ThreeVersion): Promise<string> {
  const key = `${entry} ${version}`;
  const known = bundles.get(key);
  if (known !== undefined) return known;
  const made = build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    format: 'iife',
    globalName: 'assetcPage',
    target: 'es2022',
    conditions: ['assetc-source'],
    plugins: [asThree(version)],
    write: false,
    logLevel: 'silent',
    absWorkingDir: root,
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  bundles.set(key, made);
  return made;
}

export interface ServedFiles {
  get(path: string): Uint8Array | undefined;
}

/** Answers whole files and ranges, and records requests. */
export async function serve(route: Route, files: ServedFiles): Promise<void> {
  const path = decodeURIComponent(new URL(route.request().url()).pathname.slice(1));
  const bytes = files.get(path);
  // Scripts need a content type.
  const type = { 'content-type': path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream' };
  const cors = { ...type, 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };
  if (bytes === undefined) {
    await route.fulfill({ status: 404, headers: cors });
    return;
  }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(route.request().headers().range ?? '') ?? [];
  if (from === undefined) {
    await route.fulfill({ status: 200, headers: cors, body: Buffer.from(bytes) });
    return;
  }
  const end = to === undefined || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
  const headers = { ...cors, 'content-range': `bytes ${from}-${end}/${bytes.length}`, 'accept-ranges': 'bytes' };
  await route.fulfill({ status: 206, headers, body: Buffer.from(bytes.subarray(Number(from), end + 1)) });
}

export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings of the page. */
  readonly complaints: readonly string[];
}

/** `policy`: the page's content security policy; without it everything is allowed. */
export async function openPage(
  browser: Browser,
  script: string,
  files: ServedFiles,
  policy?: string,
): Promise<OpenPage> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.route(`${HOST}/**`, (route) =>
    new URL(route.request().url()).pathname === '/'
      ? route.fulfill({
          contentType: 'text/html',
          headers: policy === undefined ? {} : { 'content-security-policy': policy },
          body: '<!doctype html><title>assetc</title>',
        })
      : serve(route, files),
  );
  await page.goto(`${HOST}/`);
  await page.addScriptTag({ content: script });
  return { page, complaints };
}
