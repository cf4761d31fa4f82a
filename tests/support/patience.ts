// How long tests wait for other programs. It only ends what hangs: a busy machine may be many times as slow as a quiet one. Benchmarks
// and hooks use it, too, where `expect.poll` does not work.

/** Less than the limit of a test, so that the message names what was waited for. */
export const PATIENCE_MS = 900_000;

/** Waits until `holds` does not throw. */
export async function eventually(holds: () => void): Promise<void> {
  for (const endMs = performance.now() + PATIENCE_MS; ; await new Promise((next) => setTimeout(next, 20))) {
    try {
      return holds();
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
  }
}

/** Waits until a condition holds. In a test, `expect.poll` has the better message. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + PATIENCE_MS; !(await holds()); ) {
    if (performance.now() > endMs) throw new Error(`waited ${PATIENCE_MS / 1000} s without success`);
    await new Promise((next) => setTimeout(next, 20));
  }
}
