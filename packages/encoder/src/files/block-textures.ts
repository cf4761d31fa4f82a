// Compressed textures: blocks as they lie, or each level one Zstandard frame. Several files of the same levels are made at once.

import { encodeForAll } from '../blocks/encode-for-all.js';
import type { Parallel } from '../parallel.js';
import { BlockFile, type BlockTextureOptions, blockOptions } from './block-file.js';
import { baseLevel, type Surfaces } from './surfaces.js';

/** A file for each that is wanted. `hasAlpha`: any alpha is below full. */
export async function encodeBlockTextures(
  surfaces: Surfaces,
  hasAlpha: boolean,
  wanted: readonly BlockTextureOptions[],
  parallel: Parallel,
): Promise<readonly Uint8Array[]> {
  const { width, height } = baseLevel(surfaces);
  const { chains, faceCount, layerCount } = surfaces;
  const shape = { width, height, levelCount: chains[0]?.length ?? 0, faceCount, layerCount };
  const outputs = wanted.map((each) => {
    const file = new BlockFile(shape, each, hasAlpha);
    const blocks = chains.flatMap((chain, part) => chain.map((_, n) => file.blocksOf(part, n)));
    return { file, options: blockOptions(each, hasAlpha), blocks };
  });
  await encodeForAll(chains.flat(), outputs, parallel);
  return Promise.all(outputs.map(({ file }) => file.finish(hasAlpha)));
}
