import { describe, expect, it } from 'vitest';
import { JobCosts } from './job-costs.js';

describe('what jobs cost', () => {
  it('is guessed until it was measured, and then follows what was', () => {
    const costs = new JobCosts();
    expect(costs.expectedMs('texture', 400_000)).toBe(100);
    costs.learn('texture', 400_000, 400);
    expect(costs.expectedMs('texture', 400_000)).toBe(400);
    expect(costs.expectedMs('mesh', 400_000)).toBe(100);
    // A fifth of the way to the new rate: 1,000 a millisecond, then 1,200.
    costs.learn('texture', 400_000, 200);
    expect(costs.expectedMs('texture', 1_200_000)).toBeCloseTo(1000, 9);
    for (let i = 0; i < 100; i++) costs.learn('texture', 400_000, 200);
    expect(costs.expectedMs('texture', 400_000)).toBeCloseTo(200, 6);
  });

  it('is never zero, even after a job that took no time', () => {
    const costs = new JobCosts();
    costs.learn('texture', 1000, 0);
    expect(costs.expectedMs('texture', 1000)).toBeCloseTo(0.1, 9);
  });

  it('keeps small jobs at home, from the limit that was given or the usual one', () => {
    expect(new JobCosts().isSmall(39)).toBe(true);
    expect(new JobCosts().isSmall(40)).toBe(false);
    expect(new JobCosts(200).isSmall(199)).toBe(true);
    expect(new JobCosts(200).isSmall(200)).toBe(false);
    expect(new JobCosts(200).isWorthSending(199, 0)).toBe(false);
  });

  it('weighs the way against the work', () => {
    const costs = new JobCosts();
    expect(costs.isWorthSending(100, 0)).toBe(true);
    // 100 ms of work: twice 15 ms and the transfer must be less.
    expect(costs.isWorthSending(100, 1_700_000)).toBe(true);
    expect(costs.isWorthSending(100, 1_800_000)).toBe(false);
    // The line turns out to be slow: a hundred bytes a millisecond.
    for (let i = 0; i < 100; i++) costs.learnTransfer(1_000_000, 10_000);
    expect(costs.isWorthSending(100, 1_700_000)).toBe(false);
    expect(costs.isWorthSending(100, 3000)).toBe(true);
    expect(costs.isWorthSending(100_000, 1_700_000)).toBe(true);
  });

  it('takes small transfers for no measure of the line', () => {
    const costs = new JobCosts();
    for (let i = 0; i < 100; i++) costs.learnTransfer((1 << 16) - 1, 10_000);
    expect(costs.isWorthSending(100, 1_700_000)).toBe(true);
  });

  it('sends everything where that is asked for', () => {
    const costs = new JobCosts(0);
    expect(costs.isSmall(0)).toBe(false);
    expect(costs.isWorthSending(0, 1e12)).toBe(true);
  });
});
