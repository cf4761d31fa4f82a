// What a page must load to transcode: the promise of docs/guide/runtime.md.

import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { root } from '../c-library/c-compiler.js';

it('the transcoder stays within 20 KB, gzipped', async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@assetc/formats/transcode';", resolveDir: root },
    conditions: ['assetc-source'],
    ...({ bundle: true, minify: true, write: false, format: 'esm' } as const),
  });
  const bytes = outputFiles[0]?.contents;
  expect(bytes?.length).toBeGreaterThan(20_000);
  expect(gzipSync(bytes ?? '', { level: 9 }).length).toBeLessThan(20_480);
});
