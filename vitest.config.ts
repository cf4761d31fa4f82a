import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['assetc-source', 'node', 'import', 'default'] } },
  resolve: { conditions: ['assetc-source', 'node', 'import', 'default'] },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts', 'bench/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
