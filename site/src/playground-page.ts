// The playground in the frame of the site. Its content is site/playground/page.html; site/playground/build.mjs writes its scripts and styles
// into `playground/` of the site. A build without these has no playground.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from './shell/shell.js';

const HOME = 'site/playground';

/** Everything runs on the page itself: it may run wasm and start workers, and talk to nobody. */
const POLICY = { 'script-src': "'wasm-unsafe-eval'", 'img-src': 'blob:', 'worker-src': 'blob:' };

export function playgroundPage(root: string, out: string): Page | undefined {
  const content = join(root, HOME, 'page.html');
  const script = join(root, HOME, 'build.mjs');
  if (!existsSync(content) || !existsSync(script)) return undefined;
  mkdirSync(join(out, 'playground'), { recursive: true });
  const { status } = spawnSync(process.execPath, [script, join(out, 'playground')], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the playground could not be built');
  return {
    path: 'playground/index.html',
    title: 'Texture playground',
    description:
      'Drop a picture and see it as BC7, ASTC, ETC2 and UASTC: sizes, differences, a .ktx2 to download. Nothing is uploaded.',
    area: 'playground',
    main: readFileSync(content, 'utf8'),
    styles: ['playground/playground.css'],
    scripts: ['playground/playground.js'],
    policy: POLICY,
  };
}
