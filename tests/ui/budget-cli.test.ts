// Budgets as the command line reports them: by a build, by one with nothing to do, by the stored summary, and with --strict.

import { afterAll, expect, it } from 'vitest';
import { DiskProject, hasCli } from '../support/disk-project.js';

const project = new DiskProject({
  'assetc.yml': 'embed: ["*.txt"]\nbudget: { "texts/*": 10 B }\n',
  'assets/texts/a.txt': 'longer than ten',
});
afterAll(() => project.remove());

it.skipIf(!hasCli)('tells an exceeded budget every time, and compiles nothing for another', () => {
  const reported = 'build/over-budget: files matching texts/* take 15 B, 5 B more than their budget of 10 B';
  // The third prints the summary that the second stored.
  for (const built of [1, 0, 0]) {
    const { status, stdout, stderr } = project.run();
    expect([status, stdout.includes(`${built} built`), stderr.includes(reported)]).toEqual([0, true, true]);
  }
  expect(project.run(['--strict']).status).toBe(1);
  project.write('assetc.yml', 'embed: ["*.txt"]\nbudget: { "texts/*": 15 }\n');
  const { status, stdout, stderr } = project.run(['--strict']);
  expect([status, stdout.includes('0 built'), stderr]).toEqual([0, true, '']);
});
