// A worker for real threads that runs the slow toy kinds, bundled by esbuild for the occasion.

import { build } from 'esbuild';

export async function bundleSlowWorker(outfile: string): Promise<void> {
  await build({
    stdin: {
      contents: `import { serveJobs } from '../workers/serve-jobs.js';
        import { slowRegistry } from './slow-registry.js';
        serveJobs(slowRegistry);`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['assetc-source'],
    logLevel: 'error',
  });
}
