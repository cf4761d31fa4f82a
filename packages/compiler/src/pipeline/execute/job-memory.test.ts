import { describe, expect, it } from 'vitest';
import type { Kind } from '../../model/kind/kind.js';
import { machineMemory } from '../host/machine-memory.js';
import { MemoryProject } from '../testing/memory-project.js';
import { listKind, toyRegistry } from '../testing/toy-registry.js';

/** Says by its first line what it will take, and counts what all take at once. */
function hungryKind() {
  const at = { bytes: 0, most: 0, peeks: 0 };
  const kind: Kind = {
    ...listKind,
    paramsOf: (path) => path,
    contentOf: (params) => ({ identity: params, inputs: [{ file: String(params) }] }),
    memoryOf({ params, peek, sizeOf }) {
      at.peeks++;
      const ref = { file: String(params) };
      return sizeOf(ref) === 0 ? 0 : Number.parseInt(Buffer.from(peek(ref, 0, 4)).toString('latin1'), 10);
    },
    async compile(context) {
      const need = Number.parseInt(new TextDecoder().decode(await context.read(context.path)), 10);
      at.bytes += need;
      at.most = Math.max(at.most, at.bytes);
      // So that all that may run at the same time do.
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
      at.bytes -= need;
      await listKind.compile(context);
    },
  };
  return { at, kind };
}

async function build(memoryBytes: number) {
  const sources = Object.fromEntries([60, 50, 40, 30, 20, 10].map((need, i) => [`${i}.list`, `${need} bytes ${i}`]));
  const project = new MemoryProject(sources, { memoryBytes });
  const { at, kind } = hungryKind();
  project.registry = { ...toyRegistry, kinds: [kind] };
  const result = await project.build({ jobs: 6, noCache: true });
  expect(result).toMatchObject({ status: 'ok', built: 6 });
  return { ...at, outputs: project.outputs() };
}

describe('the memory of jobs', () => {
  it('stays within the budget with any number of threads', async () => {
    const { most, peeks } = await build(100);
    expect(most).toBeGreaterThan(60);
    expect(most).toBeLessThanOrEqual(100);
    expect(peeks).toBe(6);
  });

  it('lets a job that needs more than the budget run alone', async () => {
    expect((await build(25)).most).toBe(60);
  });

  it('changes no byte', async () => {
    const [tight, loose] = [await build(1), await build(1000)];
    expect(loose.most).toBeGreaterThan(100);
    expect(tight.outputs).toEqual(loose.outputs);
  });

  it("is at most the container's, where there is one", () => {
    expect(machineMemory(8e9, 2e9)).toBe(2e9);
    expect(machineMemory(8e9, 0)).toBe(8e9);
    expect(machineMemory(8e9, 2 ** 63)).toBe(8e9);
  });
});
