import { afterEach, describe, expect, it } from 'vitest';
import { setClockAhead } from './set-clock-ahead.js';

const RealDate = globalThis.Date;
const YEAR_MS = 366 * 24 * 3600 * 1000;

afterEach(() => {
  globalThis.Date = RealDate;
});

describe('a clock set ahead', () => {
  it('tells another present in every way', () => {
    setClockAhead(YEAR_MS);
    const ahead = (ms: number) => Math.abs(ms - RealDate.now() - YEAR_MS) < 60_000;
    expect([ahead(Date.now()), ahead(RealDate.parse(new Date().toISOString())), ahead(RealDate.parse(Date()))]).toEqual(
      [true, true, true],
    );
  });

  it('leaves other times as they are', () => {
    setClockAhead(YEAR_MS);
    expect(new Date(2020, 1, 29).getTime()).toBe(new RealDate(2020, 1, 29).getTime());
    expect(new Date('2020-02-29T00:00:00Z').toISOString()).toBe('2020-02-29T00:00:00.000Z');
    expect([Date.UTC(2020, 1, 29), Date.parse('2020-02-29')]).toEqual([
      RealDate.UTC(2020, 1, 29),
      RealDate.parse('2020-02-29'),
    ]);
    expect(new Date(0)).toBeInstanceOf(Date);
    expect(new RealDate(0)).toBeInstanceOf(Date);
  });
});
