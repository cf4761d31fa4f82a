// Compressed textures: plain blocks, or one Zstandard frame per level. Encodes several files from the same levels at once.

import { encodeSeveral } from '../blocks/encode-several.js';
import type { Parallel } from '../parallel.js';
import { BlockFile, type BlockTextureOptions, blockOptions } from './block-file.js';
import { baseLevel, type Surfaces } from './surfaces.js';

/** Returns one file per entry of `wanted`. `hasAlpha`: any alpha is below full. */
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
  await encodeSeveral(chains.flat(), outputs, parallel);
  return Promise.all(outputs.map(({ file }) => file.finish(hasAlpha)));
}
