// Compressed textures: UASTC blocks, as they lie or each level one Zstandard frame.

import { encodeBlocks } from './encode-blocks.js';
import type { Parallel } from './parallel.js';
import { baseLevel, type Surfaces } from './surfaces.js';
import { blockOptions, UastcFile, type UastcTextureOptions } from './uastc-file.js';

export async function encodeUastcTexture(
  surfaces: Surfaces,
  options: UastcTextureOptions & { readonly hasAlpha: boolean },
  parallel: Parallel,
): Promise<Uint8Array> {
  const { width, height } = baseLevel(surfaces);
  const { chains, faceCount, layerCount } = surfaces;
  const levelCount = chains[0]?.length ?? 0;
  const file = new UastcFile({ width, height, levelCount, faceCount, layerCount }, options);
  const blocks = chains.flatMap((chain, part) => chain.map((_, n) => file.blocksOf(part, n)));
  await encodeBlocks(chains.flat(), blocks, blockOptions(options), parallel);
  return file.finish(options.hasAlpha);
}
