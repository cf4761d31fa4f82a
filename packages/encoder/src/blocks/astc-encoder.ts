// The encoder of large ASTC blocks, created on first use. Imported by its own path: bundlers would join it with what else the index lists.

import { AstcEncoder } from '@assetc/kernels/astc';
import type { Strip } from './block-encoders.js';
import type { BlockOptions } from './block-options.js';
import { type LargeAstc, sizeOfBlock } from './texture-blocks.js';

let astc: AstcEncoder | undefined;

export function encodeLargeAstc(blocks: LargeAstc, strip: Strip, out: Uint8Array, options: BlockOptions): void {
  astc ??= new AstcEncoder();
  const { texels, width, height, blockRows } = strip;
  astc.encode(sizeOfBlock(blocks), texels, width, height, 0, blockRows, out, options);
}
