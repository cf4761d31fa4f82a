// What the public packages offer: the entry points of their package.json, and the source of each.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface EntryPoint {
  /** As it is imported: `@assetc/formats/transcode`. */
  readonly name: string;
  readonly source: string;
  /** Markdown: what it is for, by the comment that its source begins with. */
  readonly purpose: string;
}

export interface PublicPackage {
  readonly name: string;
  readonly description: string;
  readonly entries: readonly EntryPoint[];
}

/** In the order of the index. */
const FOLDERS = ['compiler', 'formats', 'encoder', 'three', 'gltf-transform', 'vite-plugin', 'farm', 'other-runtimes'];

interface PackageJson {
  readonly name: string;
  readonly description: string;
  readonly exports: Readonly<Record<string, string | { readonly 'assetc-source'?: string | object }>>;
}

/** Without the name of the entry point, which is the title of its page. */
function purposeIn(path: string): string {
  const lines = readFileSync(path, 'utf8').split('\n');
  const comment = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('//')),
  );
  const text = comment.map((line) => line.replace(/^\/\/ ?/, '')).join(' ');
  const bare = text.replace(/^`[^`]+`: /, '');
  if (bare === '') throw new Error(`${path} does not say what it is for`);
  return `${bare.slice(0, 1).toUpperCase()}${bare.slice(1)}`;
}

export const publicPackages = (root: string): readonly PublicPackage[] =>
  FOLDERS.map((folder) => {
    const text = readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8');
    const { name, description, exports }: PackageJson = JSON.parse(text);
    const entries = Object.entries(exports).flatMap(([subpath, target]): readonly EntryPoint[] => {
      const source = typeof target === 'string' ? undefined : target['assetc-source'];
      if (typeof source !== 'string') return [];
      const path = join(root, 'packages', folder, source);
      return [{ name: subpath.replace('.', name), source: path, purpose: purposeIn(path) }];
    });
    return { name, description, entries };
  });
