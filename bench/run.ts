// `npm run bench -- <name> [--json] […]`: runs one benchmark; without a name, all of the report.

import { benchmarks } from './benchmarks.js';

const [name = 'report', ...args] = process.argv.slice(2);
const bench = benchmarks[name];
if (bench === undefined) {
  console.error(`usage: npm run bench -- <${Object.keys(benchmarks).join(' | ')}> [--json]`);
  process.exit(2);
}
await bench(args);
