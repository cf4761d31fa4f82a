// Raises V8's threshold for optimizing. In a cold build of small files, optimizing hot functions on V8's threads takes a fifth of the processor
// time, and most of it is done when the build is nearly over. Slow work runs in kernels, which this does not affect. Measured, relative to
// V8's default budget of 132 kB: 2,000 embedded files 0.84, 300 images 0.79, 300 models 0.81, the corpus 0.93. Twice or half of this budget makes little difference.

import { setFlagsFromString } from 'node:v8';

const BUDGET_BYTES = 600_000;

/** The V8 of Node 20, with which this was measured. Another version may not know the flag, and would print an error. */
const isMeasured = process.versions.v8.startsWith('11.');

/** Of functions of wasm; V8's default, which is set again. With 18 MB, one small texture takes 0.88 of the time. */
const KERNEL_BUDGET_BYTES = 18_000_000;
const DEFAULT_KERNEL_BUDGET_BYTES = 1_800_000;

let isAsked = false;
let isWrapped = false;

function optimizeLater(): void {
  if (isAsked || !isMeasured) return;
  isAsked = true;
  setFlagsFromString(`--interrupt-budget=${BUDGET_BYTES}`);
}

/**
 * Returns a function to call for every compiled asset. The flag affects all threads, including running ones. But Node's cached code of its
 * modules is only valid for default flags: a thread that starts with others compiles them again, 68 ms of processor time instead of 34. So it is
 * set after the threads have started, and never in a small build.
 */
export function optimizeLaterWith(threads: number): () => void {
  let compiled = 0;
  return () => {
    if (++compiled > threads) optimizeLater();
  };
}

/**
 * For kernels that this thread compiles, which are those of small sources: V8 would optimize most of them when the build is over. A module keeps
 * the budget that it was compiled with, so the flag is only set meanwhile. Kernels are compiled where they are first needed, in packages that
 * know nothing of V8's flags; so the constructor is wrapped, in the main thread of our own program.
 */
export function optimizeKernelsLater(): void {
  if (isWrapped || !isMeasured) return;
  isWrapped = true;
  WebAssembly.Module = class extends WebAssembly.Module {
    constructor(bytes: BufferSource) {
      setFlagsFromString(`--wasm-tiering-budget=${KERNEL_BUDGET_BYTES}`);
      try {
        super(bytes);
      } finally {
        setFlagsFromString(`--wasm-tiering-budget=${DEFAULT_KERNEL_BUDGET_BYTES}`);
      }
    }
  };
}
