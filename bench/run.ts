// `npm run bench -- <name> [--json] […]`: runs one benchmark; without a name, all of the report.

import { benchmarks } from './benchmarks.js';

// Node reads these certificates at every start. They are no part of what is compared, and may take longer than Node.
delete process.env.NODE_EXTRA_CA_CERTS;

const [name = 'report', ...args] = process.argv.slice(2);
const bench = benchmarks[name];
if (bench === undefined) {
  console.error(`usage: npm run bench -- <${Object.keys(benchmarks).join(' | ')}> [--json]`);
  process.exit(2);
}
await bench(args);
