// `npm run pin:times`: runs all tests and writes the seconds of each file that takes a second or more into times.json. Use a quiet machine.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const report = join(root, 'build/test-times.json');
spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ],
  { cwd: root, stdio: 'inherit' },
);
const rows = JSON.parse(readFileSync(report, 'utf8'))
  .testResults.map(({ name, startTime, endTime }) => [
    relative(root, name).split(sep).join('/'),
    Math.round((endTime - startTime) / 1000),
  ])
  .filter(([, seconds]) => seconds >= 1)
  .sort(([a, seconds], [b, otherSeconds]) => otherSeconds - seconds || (a < b ? -1 : 1));
writeFileSync(join(here, 'times.json'), `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
console.log(`${rows.length} files take a second or more`);
