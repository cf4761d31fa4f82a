// The inspector of the demo project on a page of its own: what `assetc ui --export` writes, loaded when a visitor asks for it.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from '../offline/file-list.js';
import { relativeLink } from '../shell/relative-link.js';
import type { Page } from '../shell/shell.js';

const PATH = 'demo/index.html';
const PICTURE = 'docs/images/inspector.jpg';
/** What the picture shows, and the inspector first. */
const ASSET = 'models/dragon.hmesh';

/** Compiles the demo and exports its inspector into `demo/inspector`. Returns its bytes. */
export function exportDemo(root: string, out: string): number {
  const project = join(root, 'examples/demo');
  const cli = join(root, 'packages/compiler/dist/cli.js');
  const folder = join(out, 'demo/inspector');
  const env = { ...process.env, XDG_CACHE_HOME: join(root, 'node_modules/.cache/assetc-demo') };
  for (const args of [['build'], ['ui', '--export', folder]]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
      cwd: project,
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`assetc ${args.join(' ')} failed:\n${stdout}${stderr}`);
  }
  return filesBelow(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
}

/** `bytes`: of the inspector, which is said before it is loaded. */
export function demoPage(root: string, out: string, bytes: number, style: string, script: string): Page {
  const picture = 'files/inspector.jpg';
  mkdirSync(dirname(join(out, picture)), { recursive: true });
  copyFileSync(join(root, PICTURE), join(out, picture));
  const guide = relativeLink(PATH, 'guide/ui.html');
  const main = `<div class="demo-head"><h1>The demo, in the inspector</h1>
<p>A lighthouse on an island, compiled: every texture, model, material, shader, font and the sky, as the <a href="${guide}">inspector</a> shows your own project. It is what <code>assetc ui --export</code> writes: a folder of static files, which also has <a href="inspector/">a window of its own</a>.</p></div>
<div class="demo-box"><div class="demo-cover"><img src="${relativeLink(PATH, picture)}" alt="" width="1280" height="800" loading="lazy"><button class="button demo-start" type="button" data-asset="${ASSET}">Load the demo</button><p>Up to ${(bytes / 1e6).toFixed(0)} MB, as you open assets</p></div>
<iframe class="demo-frame" title="The inspector with the demo project" hidden></iframe></div>`;
  return {
    path: PATH,
    title: 'Live demo',
    description:
      'The demo project in the inspector: every texture, model, material, shader and font as assetc compiled it.',
    area: 'demo',
    main,
    styles: [style],
    scripts: [script],
    policy: { 'frame-src': "'self'" },
  };
}
