// Test files that share a process must leave it as they found it.

import { createServer } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { changedNames, readProcessState } from '../../scripts/test/setup/process-state.js';

/** What is reported while the change is in place. */
async function changedBy(change: () => unknown, undo: () => unknown): Promise<readonly string[]> {
  const before = readProcessState();
  await change();
  const changed = changedNames(before, readProcessState());
  await undo();
  await new Promise((done) => setImmediate(done));
  expect(changedNames(before, readProcessState())).toEqual([]);
  return changed;
}

describe('a change of the process', () => {
  it('is found in the environment', async () => {
    const set = () => {
      process.env.ASSETC_SET_BY_TEST = '1';
    };
    const unset = () => {
      delete process.env.ASSETC_SET_BY_TEST;
    };
    expect(await changedBy(set, unset)).toEqual(['process.env.ASSETC_SET_BY_TEST']);
  });

  it('is found in the current folder', async () => {
    const folder = process.cwd();
    const enter = () => process.chdir('/');
    expect(await changedBy(enter, () => process.chdir(folder))).toEqual(['the current folder']);
  });

  it('is found in listeners', async () => {
    const listener = () => {};
    expect(
      await changedBy(
        () => process.on('warning', listener),
        () => process.off('warning', listener),
      ),
    ).toEqual(["listeners of process 'warning'"]);
  });

  it('is found in globals and their methods', async () => {
    const stub = () => vi.stubGlobal('fetch', () => {});
    expect(await changedBy(stub, () => vi.unstubAllGlobals())).toEqual(['globalThis.fetch']);
    const spy = () => vi.spyOn(Math, 'random').mockReturnValue(0.5);
    expect(await changedBy(spy, () => vi.restoreAllMocks())).toEqual(['Math.random']);
  });

  it('is found in timers', async () => {
    expect(
      await changedBy(
        () => vi.useFakeTimers(),
        () => vi.useRealTimers(),
      ),
    ).toContain('globalThis.setTimeout');
  });

  it('is found in servers that are open', async () => {
    const server = createServer();
    expect(
      await changedBy(
        () => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)),
        () => new Promise((done) => server.close(done)),
      ),
    ).toEqual(['open servers']);
  });

  it('is not seen in a lazy global that was read', async () => {
    expect(
      await changedBy(
        () => [globalThis.crypto, globalThis.CompressionStream, globalThis.navigator],
        () => {},
      ),
    ).toEqual([]);
  });

  it('of modules is refused', () => {
    expect(() => vi.resetModules()).toThrow('.alone.test.ts');
  });
});
