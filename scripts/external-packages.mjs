// esbuild plugin: workspace packages are bundled from source, everything else from npm stays an import.
export const externalPackages = {
  name: 'external-packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('@assetc/') || path === 'assetc') return undefined;
      return { path, external: true };
    });
  },
};
