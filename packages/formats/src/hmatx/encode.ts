// Writes what materials have beyond `.hmat`. Lists are sorted here, so that equal contents are equal files.

import { type ChunkToWrite, encodeChunks, rows } from '../chunked/encode-chunks.js';
import { encodeNameTable } from '../core/name-table.js';
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
  type HmatxModel,
  MATERIAL_EXTENSIONS,
  type MaterialExtension,
  type MaterialExtensionLists,
  type MaterialExtensionRows,
} from './model.js';
import { validateHmatx } from './validate.js';

type Written = ChunkToWrite<HmatxChunkName>;

/** Encodes extended materials. Equal models give equal bytes. Throws a plain Error for a model that cannot be stored. */
export function encodeHmatx(model: HmatxModel): Uint8Array {
  const { rowCount, variants } = model;
  const desc = { rowCount, variantCount: variants?.names.length ?? 0, pad: [0, 0] };
  const bytes = encodeChunks(HMATX_FORMAT, HMATX_VERSION, [
    { name: 'MDSC', bytes: rows(HmatxDesc, [desc]) },
    ...textureChunk(model),
    ...MATERIAL_EXTENSIONS.flatMap((name) => extensionChunk(model, name)),
    ...variantChunks(model),
  ]);
  const [problem] = validateHmatx(bytes);
  if (problem) throw new Error(`the materials cannot be written: ${problem.field} ${problem.message}`);
  return bytes;
}

function textureChunk({ uses }: HmatxModel): Written[] {
  if (uses.length === 0) return [];
  const table = uses
    .map((use) => ({
      ...use,
      slot: numberOf(MATERIAL_TEXTURE_SLOTS, use.slot),
      wrapS: numberOf(TEXTURE_WRAPS, use.wrapS),
      wrapT: numberOf(TEXTURE_WRAPS, use.wrapT),
      minFilter: numberOf(TEXTURE_FILTERS, use.minFilter),
      magFilter: numberOf(MAG_FILTERS, use.magFilter),
      pad: 0,
    }))
    .sort((a, b) => a.row - b.row || a.slot - b.slot);
  return [{ name: 'TEXS', bytes: rows(HmatxTextureRow, table) }];
}

function numberOf<T>(names: readonly T[], name: T): number {
  const found = names.indexOf(name);
  if (found < 0) throw new Error(`${String(name)} is none of ${names.join(', ')}`);
  return found;
}

function extensionChunk<K extends MaterialExtension>(lists: MaterialExtensionLists, name: K): Written[] {
  const { chunk, layout } = EXTENSION_CHUNKS[name];
  const list: readonly MaterialExtensionRows[K][] | undefined = lists[name];
  if (list === undefined || list.length === 0) return [];
  return [
    {
      name: chunk,
      bytes: rows(
        layout,
        [...list].sort((a, b) => a.row - b.row),
      ),
    },
  ];
}

function variantChunks({ variants }: HmatxModel): Written[] {
  if (variants === undefined) return [];
  const maps = [...variants.maps].sort((a, b) => a.variant - b.variant || a.submesh - b.submesh);
  return [
    ...(variants.names.length === 0 ? [] : [{ name: 'VNAM' as const, bytes: encodeNameTable(variants.names) }]),
    ...(maps.length === 0 ? [] : [{ name: 'VMAP' as const, bytes: rows(HmatxVariantRow, maps) }]),
  ];
}
