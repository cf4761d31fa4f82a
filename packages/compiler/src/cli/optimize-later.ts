// V8 makes machine code of whatever runs often, on threads of its own, and for a cold build of small files that is a fifth of the processor
// time: most of it is done when the build is nearly over. What takes long runs in kernels, which V8 treats apart. Measured, of the time with
// V8's own budget of 132 kB: 2,000 embedded files 0.84, 300 images 0.79, 300 models 0.81, the corpus 0.93; twice and half of this do about the same.

const BUDGET_BYTES = 600_000;

/** The V8 of Node 20, with which this was measured: others may not know the flag, and would complain to the user. */
const isMeasured = process.versions.v8.startsWith('11.');

let isAsked = false;

function optimizeLater(): void {
  if (isAsked || !isMeasured) return;
  isAsked = true;
  void import('node:v8').then(({ setFlagsFromString }) => setFlagsFromString(`--interrupt-budget=${BUDGET_BYTES}`));
}

/**
 * To be called for every asset that was compiled. The flag holds for all threads, those that run included, but Node has the code of its own
 * modules ready for V8's own flags alone: a thread that starts with another compiles them anew, 68 ms of processor time instead of 34. So it is
 * set when the threads have started, and in a build that makes little not at all.
 */
export function optimizeLaterWith(threads: number): () => void {
  let compiled = 0;
  return () => {
    if (++compiled > threads) optimizeLater();
  };
}
