// esbuild plugin: commander loads node:child_process at once, for commands that are separate programs. We have none, and the module
// loads all of Node's networking: 3 ms of every start.
import { readFileSync } from 'node:fs';

const EAGER = "const childProcess = require('node:child_process');";
const LAZY = "const childProcess = { get spawn() { return require('node:child_process').spawn; } };";

export const lazyChildProcess = {
  name: 'lazy-child-process',
  setup(build) {
    build.onLoad({ filter: /[\\/]commander[\\/]lib[\\/]command\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes(EAGER) || text.replace(/childProcess\.spawn\(/g, '').split('childProcess').length !== 2)
        throw new Error(
          'commander uses node:child_process in a way that scripts/build/lazy-child-process.mjs does not support',
        );
      return { contents: text.replace(EAGER, LAZY), loader: 'js' };
    });
  },
};
