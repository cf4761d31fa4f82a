import { afterEach, expect, it, vi } from 'vitest';
import { wavy } from './testing/models.js';

const { Instance } = WebAssembly;
afterEach(() => Reflect.set(WebAssembly, 'Instance', Instance));

it('runs the modules that a large mesh will need, once, and none for a small one', async () => {
  // As in a thread that has not compiled a mesh yet.
  vi.resetModules();
  const { warmUpKernels } = await import('./warm-up-kernels.js');
  let instances = 0;
  const counted = new Proxy(Instance, {
    construct(target, args) {
      instances++;
      return Reflect.construct(target, args);
    },
  });
  Reflect.set(WebAssembly, 'Instance', counted);
  const small = wavy(2);
  await warmUpKernels([small, small], true);
  expect(instances).toBe(0);
  const large = { ...small, indices: new Uint32Array(150_000) };
  await warmUpKernels([large, large], true);
  // Welding, tangents, ordering, meshlets, levels.
  expect(instances).toBe(5);
  await warmUpKernels([large, large], true);
  expect(instances).toBe(5);
});
