// Reads what materials have beyond `.hmat`. Shared by the decoder, which stops at the first problem, and the validator.

import { ChunkReader } from '../chunked/chunk-reader.js';
import { type Chunk, type ChunkTable, readChunkTable, SIZE_FIELD } from '../chunked/chunk-table.js';
import { decoded, FirstProblem } from '../core/first-problem.js';
import { readNameTable } from '../core/name-table.js';
import type { Problems } from '../core/problem.js';
import type { Struct } from '../core/struct.js';
import { checkBelow, checkPairs } from './check-pairs.js';
import {
  HMATX_FORMAT,
  HMATX_VERSION,
  type HmatxChunkName,
  HmatxDesc,
  HmatxTextureRow,
  HmatxVariantRow,
  MAG_FILTERS,
  MATERIAL_TEXTURE_SLOTS,
  TEXTURE_FILTERS,
  TEXTURE_WRAPS,
} from './layout.js';
import {
  EXTENSION_CHUNKS,
  type Hmatx,
  type MaterialExtension,
  type MaterialExtensionLists,
  type MaterialExtensionRows,
  type MaterialTextureUse,
  type MaterialVariants,
} from './model.js';

type Reader = ChunkReader<HmatxChunkName>;

/**
 * Decodes extended materials. Lists are sorted by row. Throws only FormatError.
 *
 * @example
 * const extras = materialExtras(decodeHmatx(bytes), submesh.materialSlot);
 * if (extras.clearcoat) shader.setCoat(extras.clearcoat.factor, extras.textures.clearcoat);
 */
export const decodeHmatx = (bytes: Uint8Array): Hmatx => decoded(inspectHmatx(bytes, new FirstProblem())).hmatx;

/** Returns undefined if the file is unusable, which has been reported. */
export function inspectHmatx(
  bytes: Uint8Array,
  problems: Problems,
): { readonly hmatx: Hmatx; readonly table: ChunkTable<HmatxChunkName> } | undefined {
  const table = readChunkTable(HMATX_FORMAT, bytes, HMATX_VERSION, problems);
  if (table === undefined) return undefined;
  const reader = new ChunkReader(bytes, table, problems);
  const descChunk = reader.required('MDSC');
  const desc = descChunk && reader.head(descChunk, HmatxDesc);
  if (descChunk) reader.expectSize(descChunk, HmatxDesc.size);
  if (!desc) return undefined;
  const { rowCount, variantCount } = desc;
  const uses = readUses(reader, rowCount);
  const list = <K extends MaterialExtension>(name: K): readonly MaterialExtensionRows[K][] | undefined => {
    const { chunk, layout } = EXTENSION_CHUNKS[name];
    return sortedRows(reader, chunk, layout, rowCount);
  };
  const lists: MaterialExtensionLists = {
    anisotropy: list('anisotropy'),
    clearcoat: list('clearcoat'),
    diffuseTransmission: list('diffuseTransmission'),
    dispersion: list('dispersion'),
    ior: list('ior'),
    iridescence: list('iridescence'),
    sheen: list('sheen'),
    specular: list('specular'),
    transmission: list('transmission'),
    unlit: list('unlit'),
    volume: list('volume'),
  };
  const variants = readVariants(reader, variantCount, rowCount);
  return { hmatx: { version: 1, rowCount, uses, ...lists, variants }, table };
}

/** The rows of an optional chunk; a size that is not a whole number of them is reported. */
function wholeRows<V>(reader: Reader, chunk: Chunk, layout: Struct<V>): V[] {
  if (chunk.size % layout.size !== 0)
    reader.problems.add(
      'bad-range',
      chunk.entryOffset + SIZE_FIELD,
      `${chunk.name}.size`,
      `must be a multiple of ${layout.size}`,
    );
  return reader.rows(chunk, layout);
}

function sortedRows<V extends { readonly row: number }>(
  reader: Reader,
  name: HmatxChunkName,
  layout: Struct<V>,
  rowCount: number,
): V[] | undefined {
  const chunk = reader.get(name);
  if (chunk === undefined) return undefined;
  const rows = wholeRows(reader, chunk, layout);
  checkPairs(rows, (each) => each.row, undefined, { chunk, layout, field: 'row' }, reader.problems);
  checkBelow(rows, (each) => each.row, rowCount, { chunk, layout, field: 'row' }, reader.problems);
  return rows.length === 0 ? undefined : rows;
}

function readUses(reader: Reader, rowCount: number): MaterialTextureUse[] {
  const chunk = reader.get('TEXS');
  if (chunk === undefined) return [];
  const rows = wholeRows(reader, chunk, HmatxTextureRow);
  const place = { chunk, layout: HmatxTextureRow, field: 'row' } as const;
  checkPairs(
    rows,
    (use) => use.row,
    (use) => use.slot,
    place,
    reader.problems,
  );
  checkBelow(rows, (use) => use.row, rowCount, place, reader.problems);
  return rows.map(({ pad, slot, wrapS, wrapT, minFilter, magFilter, ...use }) => ({
    ...use,
    slot: MATERIAL_TEXTURE_SLOTS[slot] ?? 'baseColor',
    wrapS: TEXTURE_WRAPS[wrapS] ?? 'repeat',
    wrapT: TEXTURE_WRAPS[wrapT] ?? 'repeat',
    minFilter: TEXTURE_FILTERS[minFilter] ?? 'unset',
    magFilter: MAG_FILTERS[magFilter] ?? 'unset',
  }));
}

function readVariants(reader: Reader, variantCount: number, rowCount: number): MaterialVariants | undefined {
  const { problems } = reader;
  const nameChunk = variantCount > 0 ? reader.required('VNAM') : reader.get('VNAM');
  const names =
    nameChunk && readNameTable(reader.bytes, nameChunk.offset, nameChunk.size, variantCount, 'VNAM', problems);
  const chunk = reader.get('VMAP');
  const maps = chunk ? wholeRows(reader, chunk, HmatxVariantRow) : [];
  if (chunk) {
    const place = { chunk, layout: HmatxVariantRow } as const;
    checkPairs(
      maps,
      (map) => map.variant,
      (map) => map.submesh,
      { ...place, field: 'variant' },
      problems,
    );
    checkBelow(maps, (map) => map.variant, variantCount, { ...place, field: 'variant' }, problems);
    checkBelow(maps, (map) => map.row, rowCount, { ...place, field: 'row' }, problems);
  }
  return variantCount === 0 ? undefined : { names: names ?? [], maps };
}
