// The search compared with measuring everything, on invented families: in order, and with neighbors out of order.

import { describe, expect, it } from 'vitest';
import { bestWithin, type Found, smallestReaching, type Trials } from './find-choice.js';

interface Family {
  readonly quality: readonly number[];
  readonly bytes: readonly number[];
}

class InventedTrials implements Trials {
  readonly margin = 0.5;
  readonly isCheap = false;
  readonly counts: readonly number[];
  readonly #families: readonly Family[];
  readonly #wrong: number;
  readonly measured = new Set<string>();

  /** `wrong`: by how much samples are off. */
  constructor(families: readonly Family[], wrong = 0) {
    this.#families = families;
    this.#wrong = wrong;
    this.counts = families.map(({ quality }) => quality.length);
  }

  async estimate(f: number, i: number): Promise<number> {
    return (this.#families[f]?.quality[i] ?? Number.NaN) + this.#wrong;
  }

  async quality(f: number, i: number): Promise<number> {
    this.measured.add(`${f} ${i}`);
    return this.#families[f]?.quality[i] ?? Number.NaN;
  }

  async bytes(f: number, i: number): Promise<number> {
    return this.#families[f]?.bytes[i] ?? Number.NaN;
  }
}

const bytesOf = (families: readonly Family[], { family, index }: Found): number =>
  families[family]?.bytes[index] ?? Number.NaN;
const qualityOf = (families: readonly Family[], { family, index }: Found): number =>
  families[family]?.quality[index] ?? Number.NaN;
const all = (families: readonly Family[]) =>
  families.flatMap(({ quality, bytes }) => quality.map((q, i) => ({ quality: q, bytes: bytes[i] ?? 0 })));

function randomFamilies(seed: number): readonly Family[] {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: 1 + Math.floor(next() * 3) }, () => {
    const count = 1 + Math.floor(next() * 14);
    let best = 25 + next() * 10;
    let bytes = 100 + Math.floor(next() * 100);
    const family = { quality: [] as number[], bytes: [] as number[] };
    for (let i = 0; i < count; i++) {
      // Out of order by at most half of the margin.
      const quality = i > 0 && next() < 0.3 ? best - next() * 0.25 : best + next() * 3;
      best = Math.max(best, quality);
      family.quality.push(quality);
      family.bytes.push(bytes);
      bytes += 1 + Math.floor(next() * 100);
    }
    return family;
  });
}

describe('smallestReaching', () => {
  it('finds what measuring everything finds', async () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const families = randomFamilies(seed);
      const trials = new InventedTrials(families, seed % 3 === 0 ? 0.4 : seed % 3 === 1 ? -0.4 : 0);
      for (const wanted of [28, 34, 40]) {
        const found = await smallestReaching(trials, wanted);
        const reaching = all(families).filter(({ quality }) => quality >= wanted);
        expect(found.isReached).toBe(reaching.length > 0);
        if (reaching.length > 0) expect(bytesOf(families, found)).toBe(Math.min(...reaching.map(({ bytes }) => bytes)));
        else expect(qualityOf(families, found)).toBe(Math.max(...all(families).map(({ quality }) => quality)));
      }
    }
  });

  it('measures few of many choices', async () => {
    const quality = Array.from({ length: 14 }, (_, i) => 24 + i * 2);
    const trials = new InventedTrials([{ quality, bytes: quality.map((q) => q * 100) }]);
    expect(await smallestReaching(trials, 40)).toEqual({ family: 0, index: 8, isReached: true });
    expect(trials.measured.size).toBeLessThanOrEqual(3);
  });
});

describe('bestWithin', () => {
  it('finds what measuring everything finds', async () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const families = randomFamilies(seed);
      const trials = new InventedTrials(families);
      for (const limit of [150, 400, 900]) {
        const found = await bestWithin(trials, limit);
        const fitting = all(families).filter(({ bytes }) => bytes <= limit);
        expect(found.isReached).toBe(fitting.length > 0);
        if (fitting.length > 0)
          expect(qualityOf(families, found)).toBe(Math.max(...fitting.map(({ quality }) => quality)));
        else expect(bytesOf(families, found)).toBe(Math.min(...all(families).map(({ bytes }) => bytes)));
      }
    }
  });
});
