// The block encoders of one thread, each created on first use. They encode whole block rows, of all blocks but large ASTC ones: those have
// a module of their own, so that programs without them need not load it.

import {
  applyBc7Rdo,
  applyUastcRdo,
  Bc7Encoder,
  BcEncoder,
  Etc2Encoder,
  transcodeUastc,
  UastcEncoder,
} from '@assetc/kernels';
import type { BlockOptions } from './block-options.js';
import type { SmallBlocks } from './texture-blocks.js';

/** Some rows of a level, stored as an image. */
export interface Strip {
  readonly texels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly blockRows: number;
}

let uastc: UastcEncoder | undefined;
let bc7: Bc7Encoder | undefined;
let bc: BcEncoder | undefined;
let etc2: Etc2Encoder | undefined;

export function encodeSmallBlocks(blocks: SmallBlocks, strip: Strip, out: Uint8Array, options: BlockOptions): void {
  const { texels, width, height, blockRows } = strip;
  switch (blocks) {
    case 'uastc':
      encodeUastc(strip, out, options, true);
      return;
    case 'astc-4x4':
      // ASTC has no hints, but they affect which blocks rate-distortion finds alike.
      encodeUastc(strip, out, options, options.rdo > 0);
      transcodeUastc(out, 'astc', out);
      return;
    case 'bc7':
      bc7 ??= new Bc7Encoder();
      bc7.encode(texels, width, height, 0, blockRows, out, options);
      if (options.rdo > 0) applyBc7Rdo(out, texels, width, height, options.rdo, options);
      return;
    case 'bc1':
    case 'bc3':
    case 'bc4':
    case 'bc5':
      bc ??= new BcEncoder();
      bc.encode(blocks, texels, width, height, 0, blockRows, out, options);
      return;
    case 'etc2-rgb':
    case 'etc2-rgba':
    case 'eac-r11':
    case 'eac-rg11':
      etc2 ??= new Etc2Encoder();
      etc2.encode(blocks, texels, width, height, 0, blockRows, out, options);
      return;
  }
}

function encodeUastc(
  { texels, width, height, blockRows }: Strip,
  out: Uint8Array,
  options: BlockOptions,
  hints: boolean,
): void {
  uastc ??= new UastcEncoder();
  const { level, metric, channels, rdo } = options;
  const fed = channels === 'r' ? redEverywhere(texels) : texels;
  const how = { level, metric, channels: channels === 'rg' ? 'rg' : 'rgba', hints } as const;
  uastc.encode(fed, width, height, 0, blockRows, out, how);
  if (rdo > 0) applyUastcRdo(out, fed, width, height, rdo, how);
}

function redEverywhere(texels: Uint8Array): Uint8Array {
  const out = new Uint8Array(texels.length);
  for (let i = 0; i < texels.length; i += 4) {
    const red = texels[i] ?? 0;
    out[i] = red;
    out[i + 1] = red;
    out[i + 2] = red;
    out[i + 3] = 255;
  }
  return out;
}
