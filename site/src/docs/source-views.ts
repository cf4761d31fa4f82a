// Pages that show sources of the repository that guides refer to: a file, or the files of a folder.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { highlight } from '../markdown/highlight.js';
import { slugOf } from '../markdown/slug.js';
import { escapeHtml } from '../shell/html.js';

const LANGUAGES: Readonly<Record<string, string>> = { yml: 'yaml', hpp: 'cpp', txt: 'cmake', mjs: 'ts', tsx: 'ts' };
const TEXT = /\.(?:c|h|cpp|hpp|ts|tsx|mjs|js|ya?ml|json|txt|slang|glsl|wgsl|md|rs|toml|html|css)$/;
/** Of a folder: what is shown of it is meant for readers. */
const MAX_FILES = 60;

function languageOf(path: string): string {
  const extension = posix.extname(path).slice(1);
  return LANGUAGES[extension] ?? extension;
}

function filesBelow(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (/^(?:node_modules|runtime.*|build.*|dist|\..*)$/.test(entry.name)) return [];
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, path) : [path];
    });
}

const block = (root: string, path: string): string =>
  `<div class="code" data-language="${languageOf(path)}"><pre tabindex="0"><code>${highlight(readFileSync(join(root, path), 'utf8'), languageOf(path))}</code></pre></div>`;

/** The content of the page of a file or folder of the repository. */
export function sourceView(root: string, path: string): string {
  const title = `<h1><code>${escapeHtml(path)}</code></h1>`;
  if (!statSync(join(root, path)).isDirectory()) return `${title}\n${block(root, path)}`;
  const files = filesBelow(root, path);
  if (files.length > MAX_FILES) throw new Error(`${path} has too many files for one page: link to one of them`);
  const inside = (file: string): string => escapeHtml(file.slice(path.length + 1));
  const anchor = (file: string): string => slugOf(file.slice(path.length + 1));
  const list = files.map((file) =>
    TEXT.test(file)
      ? `<li><a href="#${anchor(file)}"><code>${inside(file)}</code></a></li>`
      : `<li><code>${inside(file)}</code></li>`,
  );
  const shown = files
    .filter((file) => TEXT.test(file))
    .map((file) => `<h2 id="${anchor(file)}"><code>${inside(file)}</code></h2>\n${block(root, file)}`);
  return `${title}\n<ul>${list.join('')}</ul>\n${shown.join('\n')}`;
}
