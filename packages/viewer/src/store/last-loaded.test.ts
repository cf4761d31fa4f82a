import { beforeEach, expect, it } from 'vitest';
import { LastLoaded, type Loaded } from './last-loaded.js';

let freed: string[];
let reported: Loaded<string>[];
let last: LastLoaded<string>;

beforeEach(() => {
  freed = [];
  reported = [];
  last = new LastLoaded<string>(
    (value) => freed.push(value),
    (loaded) => reported.push(loaded),
  );
});

/** Waits until callbacks of settled promises have run. */
const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Starts a load that finishes when the returned function is called. */
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

it('keeps the previous value until the next one is in use', async () => {
  await begin('first')();
  const arrive = begin('second');
  await settle();
  expect(reported).toEqual([{ value: 'first' }]);
  await arrive();
  expect([reported.at(-1), freed]).toEqual([{ value: 'second' }, []]);
  last.freeEarlier();
  expect(freed).toEqual(['first']);
  last.dispose();
  expect(freed).toEqual(['first', 'second']);
});

it('keeps the last of overlapping loads, in any order of completion', async () => {
  const arrive = begin('first');
  await begin('second')();
  await arrive();
  expect([reported, freed]).toEqual([[{ value: 'second' }], ['first']]);
});

it('reports an error with the previous value, and frees values that arrive after disposal', async () => {
  await begin('first')();
  const error = new Error('cut off');
  last.load(() => Promise.reject(error));
  await settle();
  expect(reported.at(-1)).toEqual({ value: 'first', error });
  const arrive = begin('late');
  last.dispose();
  await arrive();
  expect(freed).toEqual(['first', 'late']);
});
