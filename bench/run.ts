// `npm run bench -- <name> [--json] […]`: runs one benchmark of this folder; without a name the page of all that we quote.

import { benchmarks } from './benchmarks.js';

const [name = 'report', ...args] = process.argv.slice(2);
const bench = benchmarks[name];
if (bench === undefined) {
  console.error(`usage: npm run bench -- <${Object.keys(benchmarks).join(' | ')}> [--json]`);
  process.exit(2);
}
await bench(args);
