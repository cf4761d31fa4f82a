import { describe, expect, it } from 'vitest';
import { SharedPlaces } from './shared-places.js';

describe('places that two queues share', () => {
  it('are taken from the other queue, except for one that each keeps', async () => {
    const [plain, withPlugins] = [{ concurrency: 4 }, { concurrency: 4 }];
    const places = new SharedPlaces(4);
    places.add(plain);
    places.add(withPlugins);
    const seen = () => [plain.concurrency, withPlugins.concurrency];
    const ends: (() => void)[] = [];
    const use = (who: typeof plain) => {
      return places.use(who, () => new Promise<void>((done) => void ends.push(done)));
    };
    const first = use(plain);
    expect(seen()).toEqual([4, 3]);
    const all = [use(withPlugins), use(withPlugins)];
    expect(seen()).toEqual([2, 3]);
    all.push(use(withPlugins), use(withPlugins));
    expect(seen()).toEqual([1, 3]);
    for (const end of ends) end();
    await Promise.all([first, ...all]);
    expect(seen()).toEqual([4, 4]);
  });

  it('are free again after a job failed', async () => {
    const [plain, withPlugins] = [{ concurrency: 2 }, { concurrency: 2 }];
    const places = new SharedPlaces(2);
    places.add(plain);
    places.add(withPlugins);
    await expect(places.use(plain, () => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed');
    expect([plain.concurrency, withPlugins.concurrency]).toEqual([2, 2]);
  });
});
