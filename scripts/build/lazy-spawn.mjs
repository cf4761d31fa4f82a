// esbuild plugin: commander asks for node:child_process when it is loaded, for commands that are programs of their own. We have none, and it
// brings all of Node's networking along: 3 ms of every start.
import { readFileSync } from 'node:fs';

const ASKED = "const childProcess = require('node:child_process');";
const WHEN_NEEDED = "const childProcess = { get spawn() { return require('node:child_process').spawn; } };";

export const lazySpawn = {
  name: 'lazy-spawn',
  setup(build) {
    build.onLoad({ filter: /[\\/]commander[\\/]lib[\\/]command\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes(ASKED) || text.replace(/childProcess\.spawn\(/g, '').split('childProcess').length !== 2)
        throw new Error('commander uses node:child_process in another way than scripts/build/lazy-spawn.mjs knows');
      return { contents: text.replace(ASKED, WHEN_NEEDED), loader: 'js' };
    });
  },
};
