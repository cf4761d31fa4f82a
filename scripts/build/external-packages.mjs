// esbuild plugins: npm packages, including ours, stay imports unless listed. Listed packages of ours are bundled from source.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
/** yaml's ES module build: smaller and faster to load than the CommonJS build that Node's export condition selects. */
const moduleBuild = { yaml: () => join(dirname(require.resolve('yaml/package.json')), 'browser/index.js') };

/** `bundled`: packages and scopes to bundle. */
export const externalPackagesExcept = (bundled) => ({
  name: 'external-packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      // The `imports` of a package's manifest are resolved here only if the package is bundled.
      if (path.startsWith('#') && bundled.length > 0) return undefined;
      // An optional package with its own dependencies.
      if (path === '@assetc/farm') return { path, external: true };
      if (!bundled.includes(path) && !bundled.includes(path.split('/')[0])) return { path, external: true };
      return moduleBuild[path] === undefined ? undefined : { path: moduleBuild[path]() };
    });
  },
});

/** For our threads and scripts: bundles our packages from source, and keeps all others as imports. */
export const externalPackages = externalPackagesExcept(['@assetc', 'assetc']);
