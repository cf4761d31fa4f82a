import { describe, expect, it } from 'vitest';
import { MemoryBudget, type Release } from './memory-budget.js';

/** What has begun so far, in order. */
function queue(totalBytes: number, wanted: readonly number[]) {
  const budget = new MemoryBudget(totalBytes);
  const begun: number[] = [];
  const releases: Release[] = [];
  for (const [i, bytes] of wanted.entries())
    void budget.take(bytes).then((release) => {
      begun.push(i);
      releases[i] = release;
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (i: number) => {
    releases[i]?.();
    await settle();
  };
  return { begun, end, settle };
}

describe('MemoryBudget', () => {
  it('lets jobs in while what they need is free, and the others when it is again', async () => {
    const { begun, end, settle } = queue(100, [60, 30, 20, 80]);
    await settle();
    expect(begun).toEqual([0, 1]);
    await end(1);
    expect(begun).toEqual([0, 1, 2]);
    await end(0);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('lets nobody pass a large one that waits', async () => {
    const { begun, end, settle } = queue(100, [60, 90, 10]);
    await settle();
    expect(begun).toEqual([0]);
    await end(0);
    expect(begun).toEqual([0, 1, 2]);
  });

  it('gives everything to one that needs more than there is, alone', async () => {
    const { begun, end, settle } = queue(100, [10, 5000, 1]);
    await settle();
    expect(begun).toEqual([0]);
    await end(0);
    expect(begun).toEqual([0, 1]);
    await end(1);
    expect(begun).toEqual([0, 1, 2]);
  });

  it('takes nothing back twice', async () => {
    const { begun, end, settle } = queue(100, [60, 60, 60]);
    await settle();
    await end(0);
    await end(0);
    expect(begun).toEqual([0, 1]);
  });
});
