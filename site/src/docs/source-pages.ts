// Which Markdown of the repository becomes which page of the site. Nothing is copied: pages are rendered from these files.

import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Area } from '../shell/areas.js';

export interface SourcePage {
  /** In the repository: `docs/guide/textures.md`. */
  readonly source: string;
  /** In the site: `guide/textures.html`. */
  readonly path: string;
  readonly area?: Area;
}

/** Pages at the top of the repository that guides refer to. */
const TOP = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'RELEASING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'];

const FOLDERS: readonly { folder: string; to: string; area?: Area }[] = [
  { folder: 'docs/guide', to: 'guide', area: 'docs' },
  { folder: 'docs/formats', to: 'formats', area: 'formats' },
  { folder: 'docs/errors', to: 'errors' },
  { folder: 'docs/compare', to: 'compare', area: 'compare' },
  { folder: 'docs/maintainers', to: 'maintainers' },
];

/** The README of each folder below one: `examples/vulkan/README.md` → `examples/vulkan.html`. */
function readmesBelow(root: string, folder: string): readonly SourcePage[] {
  return readdirSync(join(root, folder))
    .sort()
    .map((name) => ({ source: `${folder}/${name}/README.md`, path: `${folder}/${name}.html` }))
    .filter(({ source }) => existsSync(join(root, source)));
}

export function sourcePages(root: string): readonly SourcePage[] {
  const inFolders = FOLDERS.filter(({ folder }) => existsSync(join(root, folder))).flatMap(({ folder, to, area }) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name): SourcePage => {
        const page = name === 'README.md' ? 'index.html' : name.replace(/md$/, 'html');
        return { source: `${folder}/${name}`, path: `${to}/${page}`, ...(area === undefined ? {} : { area }) };
      }),
  );
  return [
    ...TOP.map((source) => ({
      source,
      path: `${posix.basename(source, '.md').toLowerCase().replaceAll('_', '-')}.html`,
    })),
    { source: 'bench/REPORT.md', path: 'report.html' },
    ...inFolders,
    ...readmesBelow(root, 'examples'),
    ...readmesBelow(root, 'packages'),
  ];
}
