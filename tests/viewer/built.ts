// What the tests of the page use: the page, built from its sources, and the demo, compiled small. Both are built once per run; the demo is
// kept in node_modules/.cache and updated.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { buildViewer } from '../../scripts/build/build-viewer.mjs';
import { lampGltf, rockGltf } from './extra-models.js';

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/viewer-tests');

/** The demo, with quick textures and a small sky, next to models of the tests' own. */
const CONFIG = `input: input
output: desktop
embed: ["scene/*.json"]
exclude: ["shaders/common/*"]
pack: true
default:
  texture: { quality: fast, target: bc }
  mesh: { lods: [0.5, 0.25] }
  environment: { size: 64 }
  shader: { include: [shaders/common], reflection: true, timeLimit: 60 }
  rules:
    - match: "extra/rock*"
      mesh: { clusters: true, lods: [] }
    - match: "textures/grass.png"
      texture: { target: universal }
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

/** Written only where it is another: a file that stays is not compiled again. */
function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path) || readFileSync(path, 'utf8') !== content) writeFileSync(path, content);
}

/** Where the compiled demo is: `assetc.yml`, `desktop/`, and `desktop.hpack`. */
export function builtDemo(): string {
  const input = join(cache, 'input');
  cpSync(join(root, 'examples/demo/assets'), input, { recursive: true, preserveTimestamps: true });
  put(join(input, 'extra/rock.gltf'), rockGltf());
  put(join(input, 'extra/lamp.gltf'), lampGltf());
  put(join(cache, 'assetc.yml'), CONFIG);
  build();
  return cache;
}

const newest = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => statSync(join(folder, name)).mtimeMs),
  );

/** The page is where `npm run build` puts it. Where its sources were changed since, it is built again. */
export async function builtPage(): Promise<string> {
  const folder = join(root, 'packages/compiler/dist/viewer');
  const made = join(folder, 'index.html');
  const sources = ['viewer', 'three', 'formats'].map((name) => newest(join(root, `packages/${name}/src`)));
  if (!existsSync(made) || statSync(made).mtimeMs < Math.max(...sources)) await buildViewer(folder);
  return folder;
}
