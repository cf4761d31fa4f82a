// UASTC LDR 4×4 to what GPUs sample: the entry points the host calls. Blocks are independent of each other.

import { toAstc } from './astc';

export function heapBase(): usize {
  return __heap_base;
}

/** Sixteen bytes a block in, sixteen out. */
export function astc(src: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i++) {
    toAstc(src, out);
    src += 16;
    out += 16;
  }
}
