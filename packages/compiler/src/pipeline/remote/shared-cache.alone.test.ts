// A build that has nothing to make loads nothing of the shared cache, although one is named.

import { describe, expect, it, vi } from 'vitest';
import { MemoryProject } from '../testing/memory-project.js';

const loads = vi.hoisted(() => ({ count: 0 }));
vi.mock('./open-session.js', () => {
  loads.count++;
  throw new Error('the shared cache was loaded');
});

const remote = {
  env: { ASSETC_CACHE_URL: 'https://cache.example/a', CI: 'true' },
  openNetwork: () => Promise.reject(new Error('the network was opened')),
};

describe('a shared cache that is named', () => {
  it('is loaded with the first asset that is made, and not before', async () => {
    const project = new MemoryProject({ 'a.list': 'a' });
    await project.build();
    project.remote = remote;
    expect(await project.build()).toMatchObject({ status: 'ok', built: 0, cached: 1 });
    expect(loads.count).toBe(0);
    project.write('a.list', 'other');
    await expect(project.build()).rejects.toThrow();
    expect(loads.count).toBeGreaterThan(0);
  });
});
