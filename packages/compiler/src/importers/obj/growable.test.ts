import { expect, it } from 'vitest';
import { GrowableFloats, GrowableInts } from './growable.js';

it.each([0, 1, 1024, 1025, 300_000, 1_500_000])('holds %i numbers, pushed and appended, in order', (count) => {
  const [floats, ints] = [new GrowableFloats(), new GrowableInts()];
  const run = 1777;
  for (let at = 0; at < count; ) {
    const length = Math.min(run, count - at);
    floats.append(Float32Array.from({ length }, (_, i) => at + i + 0.5));
    ints.append(Int32Array.from({ length }, (_, i) => -at - i));
    at += length;
    for (let i = 0; i < 5 && at < count; i++, at++) {
      floats.push(at + 0.5);
      ints.push(-at);
    }
  }
  expect([floats.length, ints.length]).toEqual([count, count]);
  expect(floats.view().length).toBe(count);
  expect(floats.view().every((value, i) => value === i + 0.5)).toBe(true);
  expect(ints.view().every((value, i) => value === 0 - i)).toBe(true);
});
