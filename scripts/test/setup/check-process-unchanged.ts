// Runs before every test file that shares a process, and fails the file if it leaves the process changed.

import { afterAll, expect, vi } from 'vitest';
import { changedNames, readProcessState } from './process-state.js';

const advice = 'or end its name in .alone.test.ts, which gives it its own process';
const before = readProcessState();
/** Saved, because tests may replace it. */
const { setImmediate } = globalThis;

/** These replace modules that later files import too. */
for (const name of ['mock', 'doMock', 'resetModules'] as const)
  vi[name] = () => {
    throw new Error(`vi.${name} changes a process that test files share: do without it, ${advice}`);
  };

// Hooks run in reverse order, so that this one comes after all hooks of the file.
afterAll(async () => {
  // A closed server counts as open until the next turn of the event loop.
  await new Promise((done) => setImmediate(done));
  const changed = changedNames(before, readProcessState());
  if (changed.length === 0) return;
  const { testPath = 'This file' } = expect.getState();
  throw new Error(`${testPath} leaves its process changed (${changed.join(', ')}): undo the change, ${advice}`);
});
