import { availableParallelism } from 'node:os';
import { relative, sep } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ownProcessBelow } from './scripts/test/order/own-process.js';
import { SlowestFirst } from './scripts/test/order/slowest-first.js';

const conditions = ['assetc-source', 'node', 'import', 'default'];
const all = ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts', 'bench/**/*.test.ts'];
const alone = ownProcessBelow(import.meta.dirname).map((path) =>
  relative(import.meta.dirname, path)
    .split(sep)
    .join('/'),
);

export default defineConfig({
  ssr: { resolve: { conditions } },
  resolve: { conditions },
  test: {
    // Vitest leaves one core to itself, which is half of a small machine.
    maxWorkers: availableParallelism(),
    // A busy machine may be ten times as slow as a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    sequence: { sequencer: SlowestFirst },
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: {
          name: 'together',
          include: all,
          exclude: alone,
          isolate: false,
          setupFiles: ['./scripts/test/order/seed-properties.ts'],
        },
      },
    ],
  },
});
