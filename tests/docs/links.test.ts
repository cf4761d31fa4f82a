// Links between pages: each leads to a file, and to a heading if it names one; every guide can be reached from README.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './code-blocks.js';

const below = (folder: string): string[] =>
  readdirSync(join(repository, folder)).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : []));
const pages = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...[
    'docs/guide',
    'docs/formats',
    'docs/errors',
    'docs/compare',
    'docs/maintainers',
    'examples/demo',
    'examples/three-viewer',
    'examples/vite-game',
    'examples/webgpu',
  ].flatMap(below),
];
const textOf = (page: string): string => readFileSync(join(repository, page), 'utf8');
const linksOf = (page: string): string[] =>
  [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((to) => !/^\w+:/.test(to));

/** As GitHub makes it: lowercase, marks dropped, spaces to hyphens. */
const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('links', () => {
  it.each(pages)('of %s lead somewhere', (page) => {
    for (const link of linksOf(page)) {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? page : relative(repository, resolve(repository, dirname(page), file));
      expect(existsSync(join(repository, target)), link).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(target), link).toContain(anchor);
    }
  });

  it('of README lead to every guide', () => {
    expect(linksOf('README.md')).toEqual(expect.arrayContaining(below('docs/guide')));
  });

  it('of the format index lead to every format', () => {
    const names = below('docs/formats').map((path) => path.slice('docs/formats/'.length));
    expect([...linksOf('docs/formats/README.md'), 'README.md']).toEqual(expect.arrayContaining(names));
  });
});
