// Writes `sw.js` with the list of files that it keeps.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { keptFiles } from './file-list.js';

export async function writeServiceWorker(root: string, out: string): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['site/src/offline/service-worker.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { KEPT_FILES: JSON.stringify(keptFiles(out)) },
    write: false,
    logLevel: 'warning',
  });
  const [script] = outputFiles;
  if (script === undefined) throw new Error('the service worker could not be bundled');
  writeFileSync(join(out, 'sw.js'), script.contents);
}
