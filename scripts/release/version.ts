// The command behind `npm run release:version`; set-version.ts does the work.

import { resolve } from 'node:path';
import { setRelease } from './set-version.js';

const [version, date, ...rest] = process.argv.slice(2);
if (version === undefined || rest.length > 0) {
  console.error('usage: npm run release:version -- <version> [YYYY-MM-DD, the date for CHANGELOG.md]');
  process.exit(2);
}
try {
  setRelease(resolve(import.meta.dirname, '../..'), version, date);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
console.log(
  date === undefined
    ? `All packages are ${version}. CHANGELOG.md is unchanged: pass a date to name its "Unreleased" section.`
    : `All packages and CHANGELOG.md are ${version}.`,
);
