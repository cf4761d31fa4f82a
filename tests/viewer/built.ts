// What the tests of the page look at: the page, built from its sources, and the demo, compiled small. Both are made once a run; the demo is
// kept in node_modules/.cache, and built again it is as good as new.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildViewer } from '../../scripts/build-viewer.mjs';

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/viewer-tests');

/** The demo as it is, with quick textures; clusters beside levels of detail. */
const CONFIG = (input: string) => `input: ${JSON.stringify(input)}
embed: ["scene/*.json"]
exclude: ["shaders/common/*"]
default:
  texture: { quality: fast }
  mesh: { lods: [0.5, 0.25] }
  shader: { include: [shaders/common], reflection: true }
presets:
  desktop: { output: desktop, texture: { target: bc } }
  clusters: { output: clusters, texture: { target: bc, maxSize: 64 }, mesh: { clusters: true, lods: [] } }
`;

function build(...args: string[]): void {
  const cli = join(root, 'packages/compiler/bin/assetc.js');
  const env = { ...process.env, XDG_CACHE_HOME: join(cache, 'store') };
  const { status, stderr, stdout } = spawnSync(process.execPath, [cli, 'build', ...args], {
    cwd: cache,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the demo cannot be built:\n${stdout}${stderr}`);
}

/** The folder of the compiled demo. */
export function builtDemo(): string {
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, 'assetc.yml'), CONFIG(join(root, 'examples/demo/assets')));
  build('--preset', 'desktop', '--pack');
  return join(cache, 'desktop');
}

/** The page's folder. */
export async function builtPage(): Promise<string> {
  const folder = join(cache, 'page');
  await buildViewer(folder);
  return folder;
}
