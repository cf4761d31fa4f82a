// `npm run demo`: compiles examples/demo for two presets, cold and then from the cache, and for a third with clusters. Then packs, checks,
// prints the result, and draws a preview from the pack alone. Runs the built command line.

import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderPreview } from './render/render-preview.js';

const project = resolve('examples/demo');
const cli = resolve('packages/compiler/dist/cli.js');
const store = resolve('node_modules/.cache/assetc-demo');

function assetc(what: string, ...args: string[]): void {
  console.log(`\n# ${what}\n$ assetc ${args.join(' ')}`);
  const env = { ...process.env, XDG_CACHE_HOME: store };
  const { status } = spawnSync(process.execPath, [cli, ...args], { cwd: project, stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

for (const folder of [`${project}/runtime`, store]) rmSync(folder, { recursive: true, force: true });
const presets = ['--preset', 'desktop', '--preset', 'mobile'];
assetc('A cold build for two presets, each packed into one file', 'build', ...presets, '--pack');
assetc('The same build again: nothing has changed', 'build', ...presets, '--pack');
assetc('The result', 'info');
assetc('Models as hierarchies of clusters', 'build', '--preset', 'clusters');
assetc('The contents of one of them', 'info', 'runtime/clusters/models/dragon.hmesh');
assetc('Every file, and every reference between files', 'check', 'runtime/desktop.hpack');

const started = performance.now();
writeFileSync(`${project}/runtime/preview.png`, await renderPreview(`${project}/runtime/desktop.hpack`));
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`
Drew examples/demo/runtime/preview.png from desktop.hpack alone, in ${seconds} s.

Next:
  cd examples/demo
  npx --no-install assetc why models/lighthouse.obj     its settings, dependencies and cache state
  npx --no-install assetc watch                         then save a file under assets/
  npx --no-install assetc pack info                     the contents and layout of the pack
`);
