// `npm run test:floods [filter]`: runs the tests in tests/floods (inputs made to exhaust time or memory) at full size, and prints a table
// of what each cost. A test fails if its limit is exceeded.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const folder = mkdtempSync(join(tmpdir(), 'assetc-floods-'));
const rows = join(folder, 'rows');
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--no-file-parallelism',
    `tests/floods/${process.argv[2] ?? ''}`,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ASSETC_LONG: '1', ASSETC_FLOOD_ROWS: rows } },
);
const lines = existsSync(rows) ? readFileSync(rows, 'utf8').trim().split('\n') : [];
console.log(
  '| flood | CPU s | wall s | peak MB | exit | diagnostic | other asset built |\n| --- | --- | --- | --- | --- | --- | --- |',
);
for (const line of lines) {
  const { flood, seconds, wallSeconds, megabytes, status: exit, code, otherBuilt } = JSON.parse(line);
  const numbers = [seconds?.toFixed(1) ?? 'killed', wallSeconds.toFixed(1), megabytes?.toFixed(0) ?? '?'];
  console.log(`| ${[flood, ...numbers, exit ?? 'killed', code, otherBuilt ? 'yes' : 'NO'].join(' | ')} |`);
}
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
