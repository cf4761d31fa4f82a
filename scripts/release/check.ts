// `npm run release:check [-- v0.2.0]`: prints what must change before a release, and fails if anything must.

import { resolve } from 'node:path';
import { releaseProblems } from './check-release.js';

const problems = releaseProblems(resolve(import.meta.dirname, '../..'), process.argv[2]);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
