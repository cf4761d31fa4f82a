// The page in a single file, which opens without a server. Its scripts and data are compressed text in elements of the page; `single/boot.ts`
// of the viewer unpacks them. Browsers load no module of a page that is opened from a file, but they load modules from memory.

import { deflateSync } from 'node:zlib';
import type { Page } from '../page.js';
import type { ExportSink } from './export-writer.js';

/** Of the output: the page keeps all of it in memory, as text. */
export const MAX_SINGLE_BYTES = 64e6;

/** Only scripts of this page run, and nothing is requested from anywhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
  "style-src 'unsafe-inline'",
  'img-src blob: data:',
  'worker-src blob:',
  'connect-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Unpacks the page. */
const BOOT = 'single/boot.js';
/** Pages in several files do without it. */
export const isForSingle = (path: string): boolean => path === BOOT;
const isForSites = (path: string): boolean => path === 'file-note.js';
/** Every name of a script that another imports: `"./chunks/chunk-3KSD3C2F.js"`. */
const IMPORTED = /"\.{1,2}\/(?:chunks\/)?([\w.-]+\.js)"/g;

export class SinglePage implements ExportSink {
  readonly #parts: string[] = [];

  async write(path: string, chunks: Iterable<Uint8Array>): Promise<void> {
    this.#parts.push(element('data-file', path, Buffer.concat([...chunks])));
  }

  /** The whole file. */
  *html(page: Page): Generator<Uint8Array> {
    const text = (path: string): string => new TextDecoder().decode(page.read(path));
    yield Buffer.from(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark light" />
    <title>assetc</title>
    <link rel="icon" href="data:image/svg+xml;base64,${Buffer.from(page.read('icon.svg')).toString('base64')}" />
    <style>${text('page.css')}</style>
  </head>
  <body>
    <div id="root"></div>
    <noscript>This page needs JavaScript.</noscript>
`);
    const scripts = page.paths.filter((path) => path.endsWith('.js') && !isForSites(path) && !isForSingle(path));
    const names = new Set(scripts.map((path) => path.slice(path.lastIndexOf('/') + 1)));
    for (const path of scripts) {
      const source = text(path).replace(IMPORTED, (found, name: string) =>
        names.has(name) ? `"assetc/${name}"` : found,
      );
      yield Buffer.from(element('data-script', path, Buffer.from(source)));
    }
    for (const part of this.#parts) yield Buffer.from(part);
    yield Buffer.from(`<script>${text(BOOT)}</script>\n  </body>\n</html>\n`);
  }
}

/** Its text has no character that ends an element. */
const element = (attribute: string, path: string, bytes: Uint8Array): string =>
  `<script type="application/octet-stream" ${attribute}="${encodeURIComponent(path)}">${deflateSync(bytes).toString('base64')}</script>\n`;
