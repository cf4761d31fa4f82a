// Runs before every test file that shares a process, and fails the file if it leaves the process changed.

import { afterAll, expect, vi } from 'vitest';
import { changedNames, readProcessState } from './process-state.js';

const advice = 'or end its name in .alone.test.ts, which gives it its own process';
const before = readProcessState();
/** Saved, because tests may replace it. */
const { setTimeout } = globalThis;
/** A closed server counts as open for some turns of the event loop. Ten seconds, for a busy machine. */
const MAX_TRIES = 2000;

/** These replace modules that later files import too. */
for (const name of ['mock', 'doMock', 'resetModules'] as const)
  vi[name] = () => {
    throw new Error(`vi.${name} changes a process that test files share: do without it, ${advice}`);
  };

// Hooks run in reverse order, so that this one comes after all hooks of the file.
afterAll(async () => {
  let changed = changedNames(before, readProcessState());
  for (let tries = 0; changed.length > 0 && tries < MAX_TRIES; tries++) {
    await new Promise((done) => setTimeout(done, 5));
    changed = changedNames(before, readProcessState());
  }
  if (changed.length === 0) return;
  const { testPath = 'This file' } = expect.getState();
  throw new Error(`${testPath} leaves its process changed (${changed.join(', ')}): undo the change, ${advice}`);
});
