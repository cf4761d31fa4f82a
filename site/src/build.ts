// Builds the site into site/dist: `npm run site`. All links are relative, so that it works below any path of any server, and nothing is
// requested from elsewhere.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = process.cwd();
const dist = join(root, 'site/dist');
/** Writes `dist/playground`: a page of its own, with its own scripts. */
const playgroundScript = join(root, 'site/playground/build.mjs');

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
if (existsSync(playgroundScript)) {
  const { status } = spawnSync(process.execPath, [playgroundScript], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the playground could not be built');
}
