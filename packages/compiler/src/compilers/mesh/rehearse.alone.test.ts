import { afterEach, expect, it, vi } from 'vitest';
import { wavy } from './testing/models.js';

const { Instance } = WebAssembly;
afterEach(() => Reflect.set(WebAssembly, 'Instance', Instance));

it('runs the modules that a large mesh will need, once, and none for a small one', async () => {
  // As in a thread that has seen no mesh.
  vi.resetModules();
  const { rehearse } = await import('./rehearse.js');
  let instances = 0;
  const counted = new Proxy(Instance, {
    construct(target, args) {
      instances++;
      return Reflect.construct(target, args);
    },
  });
  Reflect.set(WebAssembly, 'Instance', counted);
  const small = wavy(2);
  await rehearse([small, small], true);
  expect(instances).toBe(0);
  const large = { ...small, indices: new Uint32Array(150_000) };
  await rehearse([large, large], true);
  // Welding, tangents, ordering, meshlets, levels.
  expect(instances).toBe(5);
  await rehearse([large, large], true);
  expect(instances).toBe(5);
});
