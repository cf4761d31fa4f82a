// Which rooms may import which others. Imports only go downhill, and siblings never import each other.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const compiler = 'packages/compiler/src';

/** Room → rooms it may import. A room is a package, or a folder or file at the top of the compiler. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  formats: [],
  kernels: [],
  'other-runtimes': ['formats', 'runtime-contract'],
  'runtime-contract': ['runtimes', 'encoding', 'model', 'diagnostics'],
  encoder: ['formats', 'kernels'],
  'gltf-transform': ['encoder'],
  three: ['formats'],
  'vite-plugin': ['index'],
  farm: ['index'],
  diagnostics: [],
  bundled: ['kernels'],
  model: ['diagnostics'],
  programs: [],
  importers: ['programs', 'model', 'formats', 'kernels', 'diagnostics', 'bundled'],
  encoding: ['encoder', 'model', 'formats', 'kernels', 'diagnostics', 'bundled'],
  compilers: ['programs', 'encoding', 'model', 'formats', 'kernels', 'diagnostics', 'bundled'],
  runtimes: ['other-runtimes', 'encoding', 'model', 'formats', 'diagnostics'],
  inspect: ['runtimes', 'encoding', 'model', 'formats', 'diagnostics'],
  kinds: ['runtimes', 'importers', 'compilers', 'encoding', 'model', 'formats', 'diagnostics'],
  registry: ['kinds', 'model'],
  config: ['registry', 'model', 'diagnostics'],
  pipeline: ['codegen', 'plugins', 'config', 'registry', 'model', 'formats', 'diagnostics'],
  packs: ['pipeline', 'inspect', 'encoding', 'model', 'formats', 'diagnostics'],
  codegen: ['model', 'formats', 'diagnostics'],
  plugins: ['kinds', 'model', 'formats', 'diagnostics'],
  ui: [
    'viewer',
    'programs',
    'pipeline',
    'inspect',
    'config',
    'registry',
    'importers',
    'encoding',
    'model',
    'formats',
    'diagnostics',
  ],
  plugin: ['plugins', 'kinds', 'model', 'diagnostics'],
  index: [
    'ui',
    'packs',
    'plugin',
    'plugins',
    'pipeline',
    'inspect',
    'config',
    'registry',
    'model',
    'formats',
    'diagnostics',
  ],
  cli: ['index', 'noop', 'farm'],
  noop: ['pipeline'],
  viewer: ['formats', 'three'],
};

/** Apart from host.ts these use `fs`, and never for a user's file: our own bundled wasm, temporary folders of slangc, Blender, browsers and trials, finding these, standard error. */
const OWN_FILES: readonly string[] = [
  `${compiler}/bundled/load-bundled.ts`,
  `${compiler}/compilers/shader/slangc-process.ts`,
  `${compiler}/importers/blend/export-blend.ts`,
  `${compiler}/programs/browser.ts`,
  `${compiler}/programs/find-program.ts`,
  `${compiler}/ui/edit/trial-folder.ts`,
  `${compiler}/compilers/shader/process/watchdog.ts`,
];

/** What runtimes have in common: the contract and the tables. The other files and folders each belong to one of them. */
const RUNTIMES_COMMON: readonly string[] = [
  'contract',
  'all-runtimes',
  'all-files',
  'file-format',
  'format-settings',
  'other-runtimes',
];

const files = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : files(path);
    return /\.tsx?$/.test(path) && !path.endsWith('.d.ts') ? [path] : [];
  });

function roomOf(path: string): string | undefined {
  // The command line's second entry point, loaded before everything else.
  if (/\/pipeline\/noop\/noop\.[jt]s$/.test(path)) return 'noop';
  if (path.startsWith(`${compiler}/`))
    return path
      .slice(compiler.length + 1)
      .split('/')[0]
      ?.replace(/\.[jt]s$/, '');
  return /^packages\/([\w-]+)\/src\//.exec(path)?.[1];
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)[^'"`;]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g,
    ),
  ].map((m) => m[1] ?? m[2] ?? m[3] ?? '');
}

function targetRoom(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('@assetc/')) return specifier.split('/')[1];
  if (specifier === 'assetc') return 'index';
  if (specifier === 'assetc/runtime-contract') return 'runtime-contract';
  if (!specifier.startsWith('.')) return undefined;
  return roomOf(relative(root, resolve(root, dirname(from), specifier)).replaceAll('\\', '/'));
}

const sources = files('packages').filter((path) => /^packages\/[\w-]+\/src\//.test(path));
const production = sources.filter((path) => !path.endsWith('.test.ts') && !path.includes('/testing/'));

describe('the import table', () => {
  it('finds the sources', () => {
    expect(production.length).toBeGreaterThan(5);
  });

  it('has a row for every room', () => {
    const rooms = new Set(production.map(roomOf));
    expect([...rooms].filter((room) => room === undefined || !(room in ALLOWED))).toEqual([]);
  });

  it('holds for every import', () => {
    const wrong = production.flatMap((path) => {
      const room = roomOf(path) ?? '';
      return importsOf(path).flatMap((specifier) => {
        const target = targetRoom(path, specifier);
        if (target === undefined || target === room || ALLOWED[room]?.includes(target)) return [];
        return [`${path} (${room}) imports ${specifier} (${target})`];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('keeps siblings under importers/, compilers/, kinds/ and runtimes/ apart', () => {
    /** `kinds/mesh`, for a file in the folder of a sibling or the one with its name. Other files belong to the room. */
    const siblings = new Set(
      production.flatMap((path) => /src\/((?:importers|compilers|kinds)\/[^/]+)\//.exec(path)?.[1] ?? []),
    );
    const siblingOf = (path: string): string | undefined => {
      const [, room = '', name = ''] = /src\/([^/]+)\/([^/]+?)(?:\.[jt]s)?(?:\/|$)/.exec(path) ?? [];
      const isSibling = room === 'runtimes' ? !RUNTIMES_COMMON.includes(name) : siblings.has(`${room}/${name}`);
      return isSibling ? `${room}/${name}` : undefined;
    };
    const wrong = production.flatMap((path) => {
      const own = siblingOf(path);
      if (own === undefined) return [];
      return importsOf(path).flatMap((specifier) => {
        if (!specifier.startsWith('.')) return [];
        const other = siblingOf(relative(root, resolve(root, dirname(path), specifier)).replaceAll('\\', '/'));
        const isOther = other !== undefined && other !== own && other.split('/')[0] === own.split('/')[0];
        return isOther ? [`${path} imports ${specifier}`] : [];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('names a runtime only where it is at home', () => {
    const names = ['hmesh1', 'vkguide', 'galileo', 'Galileo'];
    const wrong = production.flatMap((path) => {
      if (!path.startsWith(`${compiler}/`) || path === `${compiler}/runtimes/all-runtimes.ts`) return [];
      const text = readFileSync(join(root, path), 'utf8').replaceAll(
        /'(?:@assetc\/(?:formats|other-runtimes)|\.[^'\n]*)\/[^'\n]*'/g,
        '',
      );
      const atHome = (name: string) => path.startsWith(`${compiler}/runtimes/${name.toLowerCase()}`);
      return names.filter((name) => text.includes(name) && !atHome(name)).map((name) => `${path} names ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('loads other runtimes only on first use', () => {
    const importers = production.filter((path) =>
      /(?:^|\n)(?:import|export) (?!type )[^;]*from '@assetc\/other-runtimes/.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    );
    expect(importers).toEqual([]);
  });

  it('leaves the disk to host.ts and the command line', () => {
    const wrong = production.filter(
      (path) =>
        path.startsWith(`${compiler}/`) &&
        !path.startsWith(`${compiler}/pipeline/host`) &&
        !path.startsWith(`${compiler}/cli/`) &&
        !OWN_FILES.includes(path) &&
        importsOf(path).some((specifier) => /^(node:)?fs(\/promises)?$/.test(specifier)),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps Node out of the formats SDK except under node/', () => {
    const wrong = production.filter(
      (path) =>
        path.startsWith('packages/formats/src/') &&
        !path.startsWith('packages/formats/src/node/') &&
        importsOf(path).some((specifier) => specifier.startsWith('node:')),
    );
    expect(wrong).toEqual([]);
  });
});
