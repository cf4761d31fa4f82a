import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['assetc-source', 'node', 'import', 'default'] } },
  resolve: { conditions: ['assetc-source', 'node', 'import', 'default'] },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts', 'bench/**/*.test.ts'],
    // Vitest leaves one core to itself, which is half of a small machine.
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
