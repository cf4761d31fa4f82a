// One shape for the folder of every format: layout · model · read · encode · validate. Readers do not need writers, and no
// two files import each other, not even types.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '../../packages');
const files = ['formats/src', 'other-runtimes/src'].flatMap((folder) =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/testing/')),
);

/** File → the files it imports, types too. */
const imports = new Map(
  files.map((path) => {
    const text = readFileSync(join(source, path), 'utf8');
    const targets = [...text.matchAll(/from '(\.[^']+)\.js'/g)].map(([, target]) =>
      relative(source, resolve(source, dirname(path), `${target}.ts`)).replaceAll('\\', '/'),
    );
    return [path, targets] as const;
  }),
);

function reachableFrom(start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    open.push(...(imports.get(path) ?? []));
  }
  return seen;
}

/** The files of a format's folder that have this part: `read.ts`, or `read-mesh.ts` and others where a folder has several. */
const partsOf = (folder: string, part: string): readonly string[] =>
  files.filter((path) => dirname(path) === folder && new RegExp(`/${part}(?:-[\\w-]+)?\\.ts$`).test(path));

const FORMATS = [
  ...[
    'hanim',
    'hclip',
    'hfont',
    'hman',
    'hmat',
    'hmatx',
    'hmesh',
    'hmesh1',
    'hpack',
    'hpackz',
    'hpatch',
    'hscene',
    'hvar',
    'ktx2',
  ].map((name) => `formats/src/${name}`),
  ...['galileo', 'vkguide'].map((name) => `other-runtimes/src/${name}`),
];
/** Folder → the folder of its writer, if that is another. */
const WRITER_FOLDERS: Readonly<Record<string, string>> = { 'formats/src/hmesh1': 'other-runtimes/src/hmesh1' };
const WRITERS = /\/(?:encode|pack|compress)(?:-[\w-]+)?\.ts$/;
/** One reads the table of a pack; with the other, readers make rows of the full form from compact vertices. */
const NO_WRITERS: readonly string[] = ['formats/src/hpack/pack-table.ts', 'formats/src/codec/pack-octahedral.ts'];

describe('the formats', () => {
  it('are all of the folders that declare a layout', () => {
    const folders = files.filter((path) => path.endsWith('/layout.ts')).map((path) => dirname(path));
    expect(folders.sort()).toEqual(FORMATS);
  });

  it.each(FORMATS)('%s has layout, model, read, encode and validate', (folder) => {
    for (const part of ['layout', 'model', 'validate'])
      expect(existsSync(join(source, folder, `${part}.ts`))).toBe(true);
    expect(partsOf(folder, 'read')).not.toEqual([]);
    expect(partsOf(WRITER_FOLDERS[folder] ?? folder, 'encode')).not.toEqual([]);
  });

  it.each(FORMATS)('%s is read, validated and modelled without any writer', (folder) => {
    for (const part of ['layout', 'model', 'read', 'unpack', 'validate'])
      for (const path of partsOf(folder, part)) {
        const writers = [...reachableFrom(path)].filter(
          (each) => WRITERS.test(`/${each}`) && !NO_WRITERS.includes(each),
        );
        expect({ path, writers }).toEqual({ path, writers: [] });
      }
  });

  it('have no files that need each other', () => {
    const cycles = files.filter((path) => (imports.get(path) ?? []).some((target) => reachableFrom(target).has(path)));
    expect(cycles).toEqual([]);
  });
});
