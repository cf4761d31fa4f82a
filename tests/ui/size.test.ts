// What the inspector adds to the package.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const page = resolve(import.meta.dirname, '../../packages/compiler/dist/viewer');

it.skipIf(!existsSync(page))('is at most 2 MB, and no map of its sources', () => {
  const files = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(page, path)).isFile(),
  );
  const sizeBytes = files.reduce((sum, path) => sum + statSync(join(page, path)).size, 0);
  console.log(`the page takes ${(sizeBytes / 1e6).toFixed(2)} MB in ${files.length} files`);
  expect(sizeBytes).toBeLessThanOrEqual(2e6);
  expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
});
