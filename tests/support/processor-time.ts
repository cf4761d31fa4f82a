// Compares how much processor time two steps take. A ratio hardly depends on the machine or its load: what slows one step slows the other.

import { expect } from 'vitest';

type Step = () => unknown;

/** Shorter steps are repeated: clocks are coarse, on Windows most of all. */
const MIN_MS = 50;

/** Returns a function that returns the milliseconds of processor time of all threads since this call. */
export function startProcessorClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}

async function processorMs(step: Step): Promise<number> {
  const takenMs = startProcessorClock();
  let calls = 0;
  for (; takenMs() < MIN_MS; calls++) await step();
  return takenMs() / calls;
}

/** How many times as much processor time `large` takes as `small`. Both may be called repeatedly. */
export async function costRatio(small: Step, large: Step): Promise<number> {
  // The first call compiles the code.
  await small();
  const smallMs = await processorMs(small);
  return (await processorMs(large)) / smallMs;
}

const GROWTH = 16;

/**
 * Expects that the processor time of `step` grows with `size`, not with its square: for 16 times the size, linear work takes 16 times as
 * long and quadratic work 256 times.
 */
export async function expectLinear(step: (size: number) => unknown, size: number): Promise<void> {
  const ratio = await costRatio(
    () => step(Math.ceil(size / GROWTH)),
    () => step(size),
  );
  expect(ratio).toBeLessThan(GROWTH * 4);
}
