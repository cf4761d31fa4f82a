// esbuild plugin: `import.meta.dirname` stays the folder of the source file that uses it, instead of the folder of the bundle.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export const keepDirnames = {
  name: 'keep-dirnames',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.dirname')) return undefined;
      return { contents: text.replaceAll('import.meta.dirname', JSON.stringify(dirname(path))), loader: 'ts' };
    });
  },
};
