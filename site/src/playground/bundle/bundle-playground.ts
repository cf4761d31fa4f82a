// Bundles the playground: the page's script and style, the worker with the compiler's own decoders and encoders, and the encoder's worker.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const ZSTD = 'node_modules/@bokuweb/zstd-wasm/dist/web';
const BROWSER = 'site/src/playground/browser';

/** What the compiler takes from Node, replaced by what browsers have. */
export function browserModules(root: string): Plugin {
  const own = (name: string): { path: string } => ({ path: join(root, BROWSER, name) });
  return {
    name: 'browser-modules',
    setup(build) {
      build.onResolve({ filter: /^node:zlib$/ }, () => own('zlib.ts'));
      build.onResolve({ filter: /^node:stream$/ }, () => own('stream.ts'));
      build.onResolve({ filter: /\/load-bundled\.js$/ }, () => own('load-bundled.ts'));
      build.onResolve({ filter: /^@bokuweb\/zstd-wasm$/ }, ({ importer }) =>
        importer.endsWith('zstd-wasm.ts') ? { path: join(root, ZSTD, 'index.web.js') } : own('zstd-wasm.ts'),
      );
      build.onResolve({ filter: /^\.\/zstd\.wasm$/ }, () => ({ path: join(root, ZSTD, 'zstd.wasm') }));
      build.onResolve({ filter: /^#encoder-worker$/ }, () => ({
        path: join(root, 'packages/encoder/src/pool/spawn-web.ts'),
      }));
      build.onResolve({ filter: /^(?:node:.*|draco3dgltf)$/ }, ({ path }) => ({ path, namespace: 'not-here' }));
      build.onLoad({ filter: /.*/, namespace: 'not-here' }, ({ path }) => ({
        contents: `const missing = () => { throw new Error(${JSON.stringify(`${path} is not available in browsers`)}); };
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? false : missing) });`,
      }));
      // Static servers give pages no shared memory.
      build.onLoad({ filter: /model\/image\/(?:hdr-)?image\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!text.includes('new SharedArrayBuffer('))
          throw new Error(`${path} does not allocate shared memory any more`);
        return { contents: text.replaceAll('new SharedArrayBuffer(', 'new ArrayBuffer('), loader: 'ts' };
      });
    },
  };
}

export const BUFFER = join(BROWSER, 'buffer.ts');
