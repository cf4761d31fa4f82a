// Assets are made once, freed with the last user, and aborted with the last waiter.

import { expect, it } from 'vitest';
import { SharedAssets } from './shared-assets.js';

const later = async <T>(value: T): Promise<T> => value;

it('makes an asset once and frees it at once with the last user', async () => {
  const freed: string[] = [];
  let made = 0;
  const shared = new SharedAssets<string>((value) => freed.push(value));
  const make = () => later(`value ${++made}`);
  const [first, second] = await Promise.all([
    shared.lease('key', make, undefined),
    shared.lease('key', make, undefined),
  ]);
  expect([first.value, second.value]).toEqual(['value 1', 'value 1']);
  first.release();
  first.release();
  expect(freed).toEqual([]);
  second.release();
  expect(freed).toEqual(['value 1']);
  expect((await shared.lease('key', make, undefined)).value).toBe('value 2');
});

it('reports a failure to all waiters, and tries again for the next', async () => {
  const shared = new SharedAssets<number>(() => {});
  let tries = 0;
  const make = async () => {
    if (++tries === 1) throw new Error('not there');
    return tries;
  };
  const both = [shared.lease('a', make, undefined), shared.lease('a', make, undefined)];
  for (const lease of both) await expect(lease).rejects.toThrow('not there');
  expect((await shared.lease('a', make, undefined)).value).toBe(2);
});

it('aborts a job when nobody waits any more, and frees its result', async () => {
  const freed: number[] = [];
  const shared = new SharedAssets<number>((value) => freed.push(value));
  let signal: AbortSignal | undefined;
  let finish = (_: number): void => {};
  const make = (own: AbortSignal) => {
    signal = own;
    return new Promise<number>((resolve) => {
      finish = resolve;
    });
  };
  const leaving = [new AbortController(), new AbortController()];
  const leases = leaving.map((each) => shared.lease('a', make, each.signal));
  leaving[0]?.abort();
  await expect(leases[0]).rejects.toThrow();
  expect(signal?.aborted).toBe(false);
  leaving[1]?.abort();
  await expect(leases[1]).rejects.toThrow();
  expect(signal?.aborted).toBe(true);
  finish(7);
  await later(0);
  expect(freed).toEqual([7]);
});
