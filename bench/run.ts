// `npm run bench -- <name> [--json] […]`: runs one benchmark of this folder.

import { benchmarks } from './benchmarks.js';

const [name, ...args] = process.argv.slice(2);
const bench = name === undefined ? undefined : benchmarks[name];
if (bench === undefined) {
  console.error(`usage: npm run bench -- <${Object.keys(benchmarks).join(' | ')}> [--json]`);
  process.exit(2);
}
await bench(args);
