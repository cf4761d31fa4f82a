import { expect, it } from 'vitest';
import { bundlePlugin } from './bundle-plugin.js';

it('reports an esbuild that does not run, with its reason', async () => {
  const entry = { specifier: './a.ts', file: 'assetc.yml', where: { line: 1, column: 11 } };
  const esbuild = {
    build: () => Promise.reject(new Error('\nYou installed esbuild for another platform.\nSome more text.')),
  };
  const { bundle, diagnostics } = await bundlePlugin(
    entry,
    '/p',
    () => new Uint8Array(),
    async () => esbuild,
  );
  expect(bundle).toBeUndefined();
  expect(diagnostics).toEqual([
    {
      code: 'plugin/no-esbuild',
      severity: 'error',
      file: 'assetc.yml',
      where: { line: 1, column: 11 },
      message:
        'the plug-in "./a.ts" cannot be loaded: esbuild does not run: You installed esbuild for another platform.',
      hint: 'Run npm install on this system, so that esbuild is installed for it.',
    },
  ]);
});
