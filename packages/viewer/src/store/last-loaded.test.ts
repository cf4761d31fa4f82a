import { beforeEach, expect, it } from 'vitest';
import { LastLoaded, type Loaded } from './last-loaded.js';

let freed: string[];
let told: Loaded<string>[];
let last: LastLoaded<string>;

beforeEach(() => {
  freed = [];
  told = [];
  last = new LastLoaded<string>(
    (value) => freed.push(value),
    (loaded) => told.push(loaded),
  );
});

/** What hangs on promises that are settled has run. */
const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Loads something that comes when one says so. */
function begin(value: string): () => Promise<void> {
  let arrive = (): void => {};
  last.load(
    () =>
      new Promise((resolve) => {
        arrive = () => resolve(value);
      }),
  );
  return () => {
    arrive();
    return settle();
  };
}

it('holds what there was until the next is in its place', async () => {
  await begin('first')();
  const arrive = begin('second');
  await settle();
  expect(told).toEqual([{ value: 'first' }]);
  await arrive();
  expect([told.at(-1), freed]).toEqual([{ value: 'second' }, []]);
  last.freeEarlier();
  expect(freed).toEqual(['first']);
  last.dispose();
  expect(freed).toEqual(['first', 'second']);
});

it('keeps the last of loads that overlap, in whatever order they come', async () => {
  const arrive = begin('first');
  await begin('second')();
  await arrive();
  expect([told, freed]).toEqual([[{ value: 'second' }], ['first']]);
});

it('tells what is wrong beside what there was, and frees what comes after its end', async () => {
  await begin('first')();
  const error = new Error('cut off');
  last.load(() => Promise.reject(error));
  await settle();
  expect(told.at(-1)).toEqual({ value: 'first', error });
  const arrive = begin('late');
  last.dispose();
  await arrive();
  expect(freed).toEqual(['first', 'late']);
});
