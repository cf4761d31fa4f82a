// How long tests wait for other programs. It only ends what hangs: a busy machine may be many times as slow as a quiet one.

import { vi } from 'vitest';

/** Less than the limit of a test, so that the message names what was waited for. */
export const PATIENCE_MS = 900_000;

/** Waits until `holds` does not throw. If one value is expected, `expect.poll` is shorter. */
export const eventually = (holds: () => void): Promise<void> =>
  vi.waitFor(holds, { timeout: PATIENCE_MS, interval: 20 });
