// UASTC LDR 4×4 blocks to blocks that GPUs sample, in wasm. Blocks are independent of each other, so any division of an image
// into strips gives the same bytes.

import { wasmBase64 } from '../generated/transcode-wasm.js';
import { compileKernel, hasFunctions, Kernel, type KernelExports } from '../wasm/kernel.js';

/** What blocks can become. */
export type UastcTarget = 'astc' | 'bc7';

type TranscodeStrip = (src: number, count: number, out: number) => void;

interface TranscodeExports extends KernelExports, Record<UastcTarget, TranscodeStrip> {}

const SOURCE_BYTES = 16;
/** Bytes of a block of each target. */
const TARGET_BYTES: Readonly<Record<UastcTarget, number>> = { astc: 16, bc7: 16 };
const BLOCKS_AT_ONCE = 1 << 14;

function isTranscodeExports(exports: WebAssembly.Exports): exports is WebAssembly.Exports & TranscodeExports {
  return hasFunctions(exports, ['heapBase', ...Object.keys(TARGET_BYTES)]);
}

let shared: Kernel<TranscodeExports> | undefined;

function kernelOf(): Kernel<TranscodeExports> {
  shared ??= new Kernel(compileKernel(wasmBase64), isTranscodeExports);
  return shared;
}

/**
 * Transcodes all of `blocks`, 16 bytes each, into `out`. A block that is not valid becomes magenta. `astc` is lossless: 4×4
 * blocks that decode to the same texels.
 */
export function transcodeUastc(blocks: Uint8Array, to: UastcTarget, out: Uint8Array): void {
  if (blocks.length % SOURCE_BYTES !== 0) throw new RangeError(`${blocks.length} bytes are not whole blocks`);
  const count = blocks.length / SOURCE_BYTES;
  const bytes = TARGET_BYTES[to];
  if (out.length < count * bytes)
    throw new RangeError(`${count} blocks need ${count * bytes} bytes, got ${out.length}`);
  const kernel = kernelOf();
  const mark = kernel.mark();
  const atOnce = Math.min(BLOCKS_AT_ONCE, count);
  const src = kernel.reserve(atOnce * SOURCE_BYTES);
  const dst = kernel.reserve(atOnce * bytes);
  for (let done = 0; done < count; done += atOnce) {
    const now = Math.min(atOnce, count - done);
    kernel.u8(src, now * SOURCE_BYTES).set(blocks.subarray(done * SOURCE_BYTES, (done + now) * SOURCE_BYTES));
    kernel.exports[to](src, now, dst);
    out.set(kernel.u8(dst, now * bytes), done * bytes);
  }
  kernel.release(mark);
}
