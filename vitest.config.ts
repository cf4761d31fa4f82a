import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './scripts/test/order/slowest-first.js';

const conditions = ['assetc-source', 'node', 'import', 'default'];
const testFiles = (name: string) =>
  ['packages/*/src', 'tests', 'bench'].map((folder) => `${folder}/**/${name}.test.ts`);

export default defineConfig({
  ssr: { resolve: { conditions } },
  resolve: { conditions },
  test: {
    // Vitest leaves one core to itself, which is half of a small machine.
    maxWorkers: availableParallelism(),
    // Only ends what hangs: a busy machine may be many times as slow as a quiet one. Tests have no limits of their own.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 900_000, interval: 20 } },
    sequence: { sequencer: SlowestFirst },
    projects: [
      // A process costs a third of a second and every import again, more than most files take.
      { extends: true, test: { name: 'alone', include: testFiles('*.alone') } },
      {
        extends: true,
        test: {
          name: 'shared',
          // Not by `exclude`, which would hide that of the command line.
          include: testFiles('!(*.alone)'),
          isolate: false,
          setupFiles: ['./scripts/test/setup/seed-properties.ts', './scripts/test/setup/check-process-unchanged.ts'],
        },
      },
    ],
  },
});
