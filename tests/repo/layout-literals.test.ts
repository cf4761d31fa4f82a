// Strides, offsets, versions and marks of our formats come from their layouts: the compiler does not repeat any of them.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  HANIM_MAGIC,
  HFONT_MAGIC,
  HMAN_MAGIC,
  HMAT_MAGIC,
  HMESH_MAGIC,
  HPACK_MAGIC,
  Meshlet,
  MeshletBounds,
} from '@assetc/formats/layouts';
import { GALI_MAGIC } from '@assetc/other-runtimes/galileo';
import { describe, expect, it } from 'vitest';
import { BOUNDS_FLOATS, MESHLET_WORDS } from '../../packages/compiler/src/encoding/mesh/meshlet-table.js';

const compiler = resolve(import.meta.dirname, '../../packages/compiler/src');

/** Files that read and write other formats, byte by byte. */
const FOREIGN = [
  'importers/image/',
  'importers/font/',
  'importers/gltf/',
  'model/glb.ts',
  'encoding/spirv/',
  'encoding/texture/encode-png.ts',
  'encoding/zstd.ts',
  'compilers/shader/process/',
  'runtimes/gltf/glb-builder.ts',
];

const sources = readdirSync(compiler, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|\/)testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(compiler, path), 'utf8') }));
const ours = sources.filter(({ path }) => !FOREIGN.some((foreign) => path.startsWith(foreign)));

const textOf = (magic: number): string =>
  String.fromCharCode(...[0, 8, 16, 24].map((shift) => (magic >>> shift) & 0xff));
const MAGICS = [GALI_MAGIC, HANIM_MAGIC, HFONT_MAGIC, HMAN_MAGIC, HMAT_MAGIC, HMESH_MAGIC, HPACK_MAGIC];

const RULES: readonly {
  readonly name: string;
  readonly typed: RegExp;
  readonly caught: string;
  readonly in: typeof sources;
}[] = [
  {
    name: 'the stride of a table',
    typed: /\b(?:meshlets|meshletBounds|meshletTable|vertexBytes|skinBytes)(?:\.byteLength|\.length) [/%] \d/,
    caught: 'meshlets.length / 4',
    in: sources,
  },
  {
    name: 'the size of a row in bytes',
    typed: /\b(?:byteLength|sizeBytes)\)? [/%] (?!(?:1024|1e\d|100)\b)\d{1,3}\b/,
    caught: 'vertices.byteLength / 32',
    in: ours,
  },
  {
    name: 'the offset of a field',
    typed: /\.[gs]et(?:Ui|I|F|BigUi|BigI)(?:nt|loat)\d+\((?:\w+ \+ )?\d+[,)]/,
    caught: 'view.getUint32(20, true)',
    in: ours,
  },
  {
    name: 'a magic number',
    typed: new RegExp(MAGICS.flatMap((magic) => [`'${textOf(magic)}'`, `0x${magic.toString(16)}\\b`]).join('|')),
    caught: `bytes.startsWith('${textOf(HMESH_MAGIC)}')`,
    in: sources,
  },
  {
    name: 'the identifier of KTX2',
    typed: /KTX 20|0xab, ?0x4b, ?0x54, ?0x58/i,
    caught: "text.startsWith('\\xabKTX 20\\xbb')",
    in: sources,
  },
  {
    name: 'a code of KTX2',
    typed: /\b(?:transferFunction|colorModel|supercompressionScheme|vkFormat|colorPrimaries)(?: [!=]==|:) \d/,
    caught: 'basic.transferFunction === 2',
    in: sources,
  },
];

describe('layouts', () => {
  it('knows the words of a meshlet by its struct', () => {
    expect(MESHLET_WORDS).toBe(Object.keys(Meshlet.fields).length);
    expect(BOUNDS_FLOATS * 4).toBe(MeshletBounds.size);
  });

  it.each(RULES)('are where $name stands, and nowhere else', ({ typed, caught, in: searched }) => {
    expect(caught).toMatch(typed);
    expect(searched.length).toBeGreaterThan(200);
    expect(searched.filter(({ text }) => typed.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
