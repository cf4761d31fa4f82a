import { describe, expect, it } from 'vitest';
import { lazily } from './lazily.js';

describe('lazily', () => {
  it('loads once, and not before it is needed', async () => {
    let loads = 0;
    const get = lazily(async () => ({ number: ++loads }));
    expect(loads).toBe(0);
    const [first, second] = await Promise.all([get(), get()]);
    expect(second).toBe(first);
    expect(await get()).toBe(first);
    expect(loads).toBe(1);
  });

  it('loads again if loading failed', async () => {
    let loads = 0;
    const get = lazily(async () => {
      if (++loads === 1) throw new Error('not yet');
      return loads;
    });
    await expect(get()).rejects.toThrow('not yet');
    expect(await get()).toBe(2);
  });
});
