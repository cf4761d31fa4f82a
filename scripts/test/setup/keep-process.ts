// Run before every test file that shares a process: fails a file that leaves the process changed for the next one.

import { afterAll, expect, vi } from 'vitest';
import { changedNames, readProcessState } from './process-state.js';

const advice = 'or end its name in .alone.test.ts, which gives it its own process';
const before = readProcessState();
/** Tests may replace the global. */
const { setImmediate } = globalThis;

/** They replace modules that the next file imports, too. */
for (const name of ['mock', 'doMock', 'resetModules'] as const)
  vi[name] = () => {
    throw new Error(`vi.${name} changes a process that test files share: do without it, ${advice}`);
  };

// Hooks run in reverse order: this one after all of the file.
afterAll(async () => {
  // A server that was closed counts as open until the next turn.
  await new Promise((done) => setImmediate(done));
  const changed = changedNames(before, readProcessState());
  if (changed.length === 0) return;
  const { testPath = 'This file' } = expect.getState();
  throw new Error(`${testPath} leaves its process changed (${changed.join(', ')}): undo the change, ${advice}`);
});
