// esbuild plugins: npm packages, ours included, stay imports unless listed; listed ones of ours are bundled from source.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
/** yaml's module build: smaller and quicker to load than the CommonJS one that Node's condition picks. */
const moduleBuild = { yaml: () => join(dirname(require.resolve('yaml/package.json')), 'browser/index.js') };

/** Packages and scopes in `bundled` are carried along. */
export const externalPackagesExcept = (bundled) => ({
  name: 'external-packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      // A package's own imports, which its conditions choose between: chosen here where it is carried along.
      if (path.startsWith('#') && bundled.length > 0) return undefined;
      // Loaded only by who asks for it, and with dependencies of its own.
      if (path === '@assetc/farm') return { path, external: true };
      if (!bundled.includes(path) && !bundled.includes(path.split('/')[0])) return { path, external: true };
      return moduleBuild[path] === undefined ? undefined : { path: moduleBuild[path]() };
    });
  },
});

/** For our own threads and scripts: our packages from source, all others as imports. */
export const externalPackages = externalPackagesExcept(['@assetc', 'assetc']);
