// Builds on a simulated clock: the time of a job is its work times random noise. The shown estimate is compared with
// the true remaining time, both in whole seconds.

import { describe, expect, it } from 'vitest';
import { WorkWeights } from '../../../pipeline/execute/work-weights.js';
import { RemainingTime } from './remaining-time.js';

interface SimulatedJob {
  readonly work: number;
  /** Discovered when this job is done. */
  readonly inside?: readonly SimulatedJob[];
  /** Factor by which it takes longer than its work predicts. */
  readonly slowness?: number;
}

interface Reading {
  readonly shown: number | undefined;
  readonly naive: number;
  readonly truth: number;
}

/** Seeded, so that runs repeat. */
function random(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const normal = (next: () => number) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

/** Milliseconds per unit of work: that of a large image at normal quality. */
const COST = 0.0005;
const OVERHEAD_MS = 3;
const LOOK_EVERY_MS = 500;

/** Like the work queue, starts two more jobs than there are threads. */
function simulate(jobs: readonly SimulatedJob[], threads: number, seed: number): readonly Reading[] {
  const next = random(seed);
  let now = 0;
  const remaining = new RemainingTime(threads, () => now);
  const queue = jobs.map((job, i) => ({ id: `${i}`, ...job }));
  const begun: typeof queue = [];
  const running: { job: (typeof queue)[number]; endMs: number; ms: number }[] = [];
  const weights = new WorkWeights();
  const expectWork = ({ id, work, inside: parts }: (typeof queue)[number], isSource: boolean) =>
    weights.expect(id, parts === undefined ? 'image' : 'model', work, isSource);
  for (const job of queue) expectWork(job, true);
  let done = 0;
  let known = jobs.length;
  remaining.expect(weights.total);
  const readings: { atMs: number; shown: number | undefined; naive: number }[] = [];
  let lookMs = LOOK_EVERY_MS;
  for (;;) {
    while (begun.length + running.length < threads + 2) {
      const job = queue.shift();
      if (job === undefined) break;
      remaining.started(job.id, job.work);
      begun.push(job);
    }
    while (running.length < threads) {
      const job = begun.shift();
      if (job === undefined) break;
      const ms = OVERHEAD_MS + job.work * COST * (job.slowness ?? 1) * Math.exp(0.35 * normal(next));
      running.push({ job, endMs: now + ms, ms });
    }
    const first = running.reduce<(typeof running)[number] | undefined>(
      (best, one) => (best === undefined || one.endMs < best.endMs ? one : best),
      undefined,
    );
    if (first === undefined) break;
    while (lookMs < first.endMs) {
      now = lookMs;
      readings.push({ atMs: now, shown: remaining.ms, naive: done === 0 ? 0 : (now / done) * (known - done) });
      lookMs += LOOK_EVERY_MS;
    }
    now = first.endMs;
    running.splice(running.indexOf(first), 1);
    const inside = (first.job.inside ?? []).map((job, i) => ({ id: `${first.job.id}/${i}`, ...job }));
    for (const job of inside) {
      expectWork(job, false);
      weights.found('model', job.work);
    }
    weights.finish(first.job.id);
    known += inside.length;
    queue.unshift(...inside);
    done++;
    remaining.expect(weights.total);
    remaining.finished(first.job.id, first.ms);
  }
  return readings.map(({ atMs, shown, naive }) => ({ shown, naive, truth: now - atMs }));
}

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));
const isNear = (shown: number, truth: number) =>
  seconds(shown) <= 2 * seconds(truth) && seconds(truth) <= 2 * seconds(shown);

const image = (side: number): SimulatedJob => ({ work: 8000 + side * side });
const many = (count: number, make: (i: number) => SimulatedJob) => Array.from({ length: count }, (_, i) => make(i));
const small = (next: () => number) => image(64 * 2 ** Math.floor(next() * 4));
const huge = (next: () => number) => image(next() < 0.5 ? 4096 : 8192);
const byWork = (jobs: readonly SimulatedJob[]) => jobs.toSorted((a, b) => b.work - a.work);

const SEQUENCES: Readonly<Record<string, (next: () => number) => readonly SimulatedJob[]>> = {
  'many small, then a few huge': (next) => [...many(800, () => small(next)), ...many(12, () => huge(next))],
  'a few huge, then many small': (next) => [...many(12, () => huge(next)), ...many(800, () => small(next))],
  'a project as it is, the largest first': (next) =>
    byWork(many(400, () => image(128 * 2 ** Math.floor(next() ** 2 * 6)))),
  'images of one size': (next) => many(200, () => image(1024 + Math.floor(next() * 8))),
  'models whose images come to light': (next) =>
    many(40, () => ({ work: 400_000, inside: many(5, () => image(next() < 0.3 ? 2048 : 1024)) })),
  'kinds whose weights are wrong by a factor': (next) =>
    many(500, (i) => ({ ...image(i % 5 === 0 ? 2048 : 512), slowness: next() < 0.5 ? 0.6 : 1.6 })),
};

function sharesOf(make: (next: () => number) => readonly SimulatedJob[]) {
  const readings = [2, 4, 8].flatMap((threads) =>
    many(6, () => ({ work: 0 })).flatMap((_, seed) => simulate(make(random(seed + 100)), threads, seed + 1)),
  );
  const shown = readings.flatMap(({ shown: ms, truth }) => (ms === undefined ? [] : [isNear(ms, truth)]));
  const late = readings.filter(({ naive }) => naive > 0);
  return {
    near: shown.filter(Boolean).length / shown.length,
    shown: shown.length / readings.length,
    naive: late.filter(({ naive, truth }) => isNear(naive, truth)).length / late.length,
  };
}

describe('the remaining time of a simulated build', () => {
  it.each(Object.entries(SEQUENCES))('is within a factor of two nine times in ten: %s', (_, make) => {
    const { near, shown } = sharesOf(make);
    expect(near).toBeGreaterThanOrEqual(0.9);
    // An estimate that is never shown would pass the other checks.
    expect(shown).toBeGreaterThan(0.3);
  });

  it('is far better than counting assets if they differ in size', () => {
    const { near, naive } = sharesOf(SEQUENCES['a few huge, then many small'] ?? (() => []));
    expect(naive).toBeLessThan(0.5);
    expect(near).toBeGreaterThan(naive);
  });
});

describe('the remaining time', () => {
  const clock = () => {
    const at = { now: 0 };
    return { at, remaining: new RemainingTime(1, () => at.now) };
  };

  it('is undefined at first, and until enough work is done', () => {
    const { at, remaining } = clock();
    remaining.expect(1000);
    for (let i = 0; i < 7; i++) {
      remaining.started(`${i}`, 10);
      at.now += 1000;
      remaining.finished(`${i}`, 1000);
      expect(remaining.ms).toBeUndefined();
    }
    remaining.started('x', 10);
    at.now += 1000;
    remaining.finished('x', 1000);
    expect(remaining.ms).toBe(92_000);
  });

  it('is undefined if equal work took unequal time', () => {
    const { at, remaining } = clock();
    remaining.expect(100);
    for (const [i, ms] of [100, 9000, 200, 7000].entries()) {
      remaining.started(`${i}`, 10);
      at.now += ms;
      remaining.finished(`${i}`, ms);
    }
    expect(remaining.ms).toBeUndefined();
  });

  it('counts down while a large job runs, and is undefined when that is overdue', () => {
    const { at, remaining } = clock();
    remaining.expect(200);
    for (let i = 0; i < 10; i++) {
      remaining.started(`${i}`, 10);
      at.now += 1000;
      remaining.finished(`${i}`, 1000);
    }
    remaining.started('large', 100);
    expect(remaining.ms).toBe(10_000);
    at.now += 4000;
    expect(remaining.ms).toBe(6000);
    at.now += 20_000;
    expect(remaining.ms).toBeUndefined();
  });
});
