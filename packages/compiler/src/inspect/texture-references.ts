// Finds textures of an output that nothing refers to, and references to missing textures.

import type { AssetTree } from './asset-tree.js';
import { describeUse, findAtlasUses, findPathUses, findTextureUses, textureHashes } from './texture-users.js';

interface TextureReferences {
  /** Textures that no file names, sorted by path; empty if no file names any. */
  readonly unused: readonly string[];
  /** References to textures that do not exist. */
  readonly broken: readonly { readonly path: string; readonly wants: string }[];
}

export async function textureReferences(tree: AssetTree): Promise<TextureReferences> {
  const uses = [...(await findTextureUses(tree)), ...(await findPathUses(tree)), ...(await findAtlasUses(tree))];
  const used = new Set(uses.map(({ hash }) => hash));
  const textures = tree.files.map(({ path }) => ({ path, hashes: textureHashes(path) })).filter(isTexture);
  const there = new Set(textures.flatMap(({ hashes }) => hashes));
  return {
    unused:
      uses.length === 0
        ? []
        : textures.filter(({ hashes }) => !hashes.some((hash) => used.has(hash))).map(({ path }) => path),
    // A hash of 0 means no texture.
    broken: uses
      .filter(({ hash }) => hash !== 0n && !there.has(hash))
      .map((use) => ({ path: use.file, wants: `${describeUse(use).slice(use.file.length)} = ${hex(use.hash)}` })),
  };
}

const isTexture = ({ hashes }: { readonly hashes: readonly bigint[] }): boolean => hashes.length > 0;

const hex = (hash: bigint): string => hash.toString(16).padStart(16, '0');
