// Which material slots refer to which texture, over a whole tree.

import {
  decodeHfont,
  decodeHmat,
  decodeHmatx,
  hashRef,
  pathRef,
  sharedTextureHash,
  TEXTURE_SLOTS,
} from '@assetc/formats';
import {
  HfontHeader,
  HmatHeader,
  HmatRow,
  HmatxFileHeader,
  HmatxTextureRow,
  HmeshChunkEntry,
} from '@assetc/formats/layouts';
import { HEAD_BYTES } from '../runtimes/file-format.js';
import { textureFormats } from '../runtimes/format-settings.js';
import type { AssetTree } from './asset-tree.js';
import { decodeOrSkip } from './checks/decode-or-skip.js';
import { readerByName } from './file-formats.js';
import { slotName } from './formats/hmat.js';

export interface TextureUse {
  /** The table, relative to the root. */
  readonly file: string;
  /** A row of materials, or undefined for the atlas of a font. */
  readonly row: number | undefined;
  readonly slot: string;
  readonly hash: bigint;
  /** Offset of the field in the table. */
  readonly byteOffset: number;
}

/** Every non-zero texture field of every table that decodes. The others are reported elsewhere. */
export async function findTextureUses(tree: AssetTree): Promise<readonly TextureUse[]> {
  const uses: TextureUse[] = [];
  for (const { path } of tree.files.filter((file) => file.path.endsWith('.hmat'))) {
    const rows = decodeOrSkip(decodeHmat, await tree.read(path)) ?? [];
    for (const [row, material] of rows.entries())
      for (const slot of TEXTURE_SLOTS) {
        const hash = material[slot];
        const byteOffset = HmatHeader.size + row * HmatRow.size + HmatRow.offsetOf(slot);
        if (hash !== 0n) uses.push({ file: path, row, slot: slotName(slot), hash, byteOffset });
      }
  }
  for (const { path } of tree.files.filter((file) => file.path.endsWith('.hmatx')))
    uses.push(...extraUses(path, await tree.read(path)));
  return uses;
}

/** Uses in a `.hmatx`, without those that the `.hmat` already contains. */
function extraUses(file: string, bytes: Uint8Array): readonly TextureUse[] {
  const uses = decodeOrSkip(decodeHmatx, bytes)?.uses ?? [];
  if (uses.length === 0) return [];
  const start = textureTableOffset(bytes);
  return uses.flatMap(({ row, slot, texture }, i) => {
    if (TEXTURE_SLOTS.some((field) => slotName(field) === slot)) return [];
    const byteOffset = start + i * HmatxTextureRow.size + HmatxTextureRow.offsetOf('texture');
    return [{ file, row, slot, hash: texture, byteOffset }];
  });
}

/** The offset of TEXS in a valid file that has it. */
function textureTableOffset(bytes: Uint8Array): number {
  const { chunkCount } = HmatxFileHeader.read(bytes);
  for (let i = 0; i < chunkCount; i++) {
    const at = HmatxFileHeader.size + i * HmeshChunkEntry.size;
    if (String.fromCharCode(...bytes.subarray(at, at + 4)) === 'TEXS')
      return Number(HmeshChunkEntry.read(bytes, at).offset);
  }
  throw new Error('a file with textures has a table of them');
}

/** The atlas that every font names. */
export async function findAtlasUses(tree: AssetTree): Promise<readonly TextureUse[]> {
  const uses: TextureUse[] = [];
  for (const { path } of tree.files.filter((file) => file.path.endsWith('.hfont'))) {
    const font = decodeOrSkip(decodeHfont, await tree.read(path));
    if (font !== undefined)
      uses.push({
        file: path,
        row: undefined,
        slot: 'atlas',
        hash: font.atlasTex,
        byteOffset: HfontHeader.offsetOf('atlasTex'),
      });
  }
  return uses;
}

/** Every texture that files of other runtimes name, by their paths. */
export async function findPathUses(tree: AssetTree): Promise<readonly TextureUse[]> {
  const uses: TextureUse[] = [];
  for (const { path } of tree.files) {
    const format = await readerByName(path);
    if (format?.references === undefined) continue;
    // Other programs use these names too, for files of any size.
    if (!format.recognizes(await tree.readRange(path, 0, HEAD_BYTES))) continue;
    const references = decodeOrSkip(format.references, await tree.read(path));
    for (const { is, slot = '', path: texture } of references ?? [])
      for (const hash of is === 'texture' ? textureHashes(texture).slice(0, 1) : [])
        uses.push({ file: path, row: undefined, slot, hash, byteOffset: 0 });
  }
  return uses;
}

/** `models/chair.hmat[0].baseColor`, `ui/sans.hfont.atlas`. */
export const describeUse = ({ file, row, slot }: TextureUse): string =>
  `${file}${row === undefined ? '' : `[${row}]`}.${slot}`;

/**
 * The hashes by which materials may name this file: its ref (some formats keep their extension), and for a shared texture the
 * hash in its name.
 */
export function textureHashes(path: string): readonly bigint[] {
  const format = textureFormats.find((choice) => path.endsWith(choice.format.suffix))?.format;
  if (format === undefined) return [];
  if (format.isNamedByPath) return [pathRef(path)];
  const shared = sharedTextureHash(path);
  const own = hashRef(path.slice(0, -format.suffix.length).normalize('NFC'));
  return shared === undefined ? [own] : [own, shared];
}
