// Converts UASTC LDR 4×4 blocks to GPU formats, in wasm. Blocks are independent, so any division of an image into strips gives the
// same bytes.

import { wasmBase64 } from '../generated/transcode-wasm.js';
import { type Kernel, type KernelExports, kernelFactory } from '../wasm/kernel.js';

export type UastcTarget = 'astc' | 'bc7';

type TranscodeStrip = (src: number, count: number, out: number) => void;

interface TranscodeExports extends KernelExports, Record<UastcTarget, TranscodeStrip> {}

const SOURCE_BYTES = 16;
/** Bytes of a block. */
const TARGET_BYTES: Readonly<Record<UastcTarget, number>> = { astc: 16, bc7: 16 };
const BLOCKS_PER_CALL = 1 << 14;

const createKernel = kernelFactory<TranscodeExports>(wasmBase64, Object.keys(TARGET_BYTES));

let shared: Kernel<TranscodeExports> | undefined;

function sharedKernel(): Kernel<TranscodeExports> {
  shared ??= createKernel();
  return shared;
}

/**
 * Transcodes all of `blocks`, 16 bytes each, into `out`. Invalid blocks become magenta. `astc` is lossless: its blocks
 * decode to the same texels.
 */
export function transcodeUastc(blocks: Uint8Array, to: UastcTarget, out: Uint8Array): void {
  if (blocks.length % SOURCE_BYTES !== 0) throw new RangeError(`${blocks.length} bytes are not whole blocks`);
  const count = blocks.length / SOURCE_BYTES;
  const bytes = TARGET_BYTES[to];
  if (out.length < count * bytes)
    throw new RangeError(`${count} blocks need ${count * bytes} bytes, got ${out.length}`);
  const kernel = sharedKernel();
  const mark = kernel.mark();
  const perCall = Math.min(BLOCKS_PER_CALL, count);
  const src = kernel.reserve(perCall * SOURCE_BYTES);
  const dst = kernel.reserve(perCall * bytes);
  for (let done = 0; done < count; done += perCall) {
    const now = Math.min(perCall, count - done);
    kernel.u8(src, now * SOURCE_BYTES).set(blocks.subarray(done * SOURCE_BYTES, (done + now) * SOURCE_BYTES));
    kernel.exports[to](src, now, dst);
    out.set(kernel.u8(dst, now * bytes), done * bytes);
  }
  kernel.release(mark);
}
