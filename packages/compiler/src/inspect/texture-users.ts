// Which material slots refer to which texture, over a whole tree.

import { decodeHfont, decodeHmat, hashRef, pathRef, sharedTextureHash, TEXTURE_SLOTS } from '@assetc/formats';
import { HfontHeader, HmatHeader, HmatRow } from '@assetc/formats/layouts';
import { decodeVkguideMaterial } from '@assetc/formats/vkguide';
import type { AssetTree } from './asset-tree.js';
import { decodeOrSkip } from './checks/decode-or-skip.js';
import { slotName } from './formats/hmat.js';
import { vkguideMaterialFormat } from './formats/vkguide.js';

export interface TextureUse {
  /** The table, relative to the root. */
  readonly file: string;
  /** A row of materials, or undefined for the atlas of a font. */
  readonly row: number | undefined;
  readonly slot: string;
  readonly hash: bigint;
  /** Of the field in the table. */
  readonly byteOffset: number;
}

/** Every non-zero texture field of every table that decodes; the others are somebody else's complaint. */
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
  return uses;
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

/** Every texture that vkguide materials name, by their paths. */
export async function findMatxUses(tree: AssetTree): Promise<readonly TextureUse[]> {
  const uses: TextureUse[] = [];
  for (const { path } of tree.files.filter((file) => file.path.endsWith('.mat'))) {
    const bytes = await tree.read(path);
    const material = vkguideMaterialFormat.recognises(bytes) ? decodeOrSkip(decodeVkguideMaterial, bytes) : undefined;
    for (const [slot, texture] of material?.textures ?? [])
      for (const hash of textureHashes(texture).slice(0, 1))
        uses.push({ file: path, row: undefined, slot, hash, byteOffset: 0 });
  }
  return uses;
}

/** `models/chair.hmat[0].baseColor`, `ui/sans.hfont.atlas`. */
export const describeUse = ({ file, row, slot }: TextureUse): string =>
  `${file}${row === undefined ? '' : `[${row}]`}.${slot}`;

/** The hashes by which materials may name this file: its ref (a `.tx` keeps its extension), and for a shared texture the hash that it is called by. */
export function textureHashes(path: string): readonly bigint[] {
  if (path.endsWith('.tx')) return [pathRef(path)];
  if (!path.endsWith('.ktx2')) return [];
  const shared = sharedTextureHash(path);
  const own = hashRef(path.slice(0, -'.ktx2'.length).normalize('NFC'));
  return shared === undefined ? [own] : [own, shared];
}
