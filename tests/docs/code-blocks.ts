// The fenced blocks of the guides and the READMEs, each with its page and line.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '../..');

export interface CodeBlock {
  /** `docs/guide/runtime.md:42`, of its first line. */
  readonly at: string;
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

export function codeBlocks(): readonly CodeBlock[] {
  const guides = readdirSync(join(repository, 'docs/guide')).filter((name) => name.endsWith('.md'));
  return guides
    .sort()
    .map((name) => `docs/guide/${name}`)
    .flatMap(blocksOf);
}

/** Of the repository and of every package. */
export function readmeBlocks(): readonly CodeBlock[] {
  const packages = readdirSync(join(repository, 'packages')).sort();
  const pages = ['README.md', ...packages.map((name) => `packages/${name}/README.md`)];
  return pages.filter((page) => existsSync(join(repository, page))).flatMap(blocksOf);
}

function blocksOf(page: string): readonly CodeBlock[] {
  const lines = readFileSync(join(repository, page), 'utf8').split('\n');
  const blocks: CodeBlock[] = [];
  for (let start = 0; start < lines.length; start++) {
    const language = /^```(\w*)$/.exec(lines[start] ?? '')?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf('```', start + 1);
    if (end < 0) throw new Error(`${page}:${start + 1}: a block has no end`);
    const text = `${lines.slice(start + 1, end).join('\n')}\n`;
    blocks.push({ at: `${page}:${start + 2}`, page, language, text });
    start = end;
  }
  return blocks;
}
