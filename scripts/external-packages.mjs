// esbuild plugins: workspace packages are bundled from source, npm packages stay imports unless listed.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
/** yaml's module build: smaller and quicker to load than the CommonJS one that Node's condition picks. */
const moduleBuild = { yaml: () => join(dirname(require.resolve('yaml/package.json')), 'browser/index.js') };

/** Packages in `bundled` are carried along. */
export const externalPackagesExcept = (bundled) => ({
  name: 'external-packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('@assetc/') || path === 'assetc') return undefined;
      if (!bundled.includes(path)) return { path, external: true };
      return moduleBuild[path] === undefined ? undefined : { path: moduleBuild[path]() };
    });
  },
});

export const externalPackages = externalPackagesExcept([]);
