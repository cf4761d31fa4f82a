// Raises V8's threshold for optimizing. In a cold build of small files, optimizing hot functions on V8's threads takes a fifth of the processor
// time, and most of it is done when the build is nearly over. Slow work runs in kernels, which this does not affect. Measured, relative to
// V8's default budget of 132 kB: 2,000 embedded files 0.84, 300 images 0.79, 300 models 0.81, the corpus 0.93. Twice or half of this budget makes little difference.

const BUDGET_BYTES = 600_000;

/** The V8 of Node 20, with which this was measured. Another version may not know the flag, and would print an error. */
const isMeasured = process.versions.v8.startsWith('11.');

let isAsked = false;

function optimizeLater(): void {
  if (isAsked || !isMeasured) return;
  isAsked = true;
  void import('node:v8').then(({ setFlagsFromString }) => setFlagsFromString(`--interrupt-budget=${BUDGET_BYTES}`));
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
