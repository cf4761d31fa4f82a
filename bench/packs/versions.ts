// Versions of a project as updates make them: a texture repainted in a corner, a model moved, ten files renamed, every texture encoded anew.
// Each is one edit of the same old version.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadImage } from '../../packages/compiler/src/importers/image/testing/load-image.js';
import { makePng } from '../../tests/support/png.js';
import { LARGE, type ProjectSize, writeLargeProject } from './large-project.js';

const root = resolve(import.meta.dirname, '../..');

type Undo = () => void;

/** Changes sources; the function that it returns changes them back. */
type Edit = (project: string) => Promise<Undo> | Undo;

export const EDITS = ['texture', 'model', 'renamed', 'encoder'] as const;
type EditName = (typeof EDITS)[number];

/** Writes another content, and the old one again to undo it. */
function replaced(path: string, content: Uint8Array | string): Undo {
  const before = readFileSync(path);
  writeFileSync(path, content);
  return () => writeFileSync(path, before);
}

function renamed(project: string, names: readonly (readonly [from: string, to: string])[]): Undo {
  const all = names.map(([from, to]) => [join(project, 'assets', from), join(project, 'assets', to)] as const);
  for (const [from, to] of all) {
    mkdirSync(resolve(to, '..'), { recursive: true });
    renameSync(from, to);
  }
  return () => {
    for (const [from, to] of all) renameSync(to, from);
  };
}

const requality = (project: string, from: string, to: string): Undo => {
  const path = join(project, 'assetc.yml');
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${path} has no "${from}"`);
  return replaced(path, text.replace(from, to));
};

const demoEdits: Readonly<Record<EditName, Edit>> = {
  async texture(project) {
    const path = join(project, 'assets/textures/island.png');
    const { image } = await loadImage(readFileSync(path), 'island.png');
    if (image.pixels instanceof Uint16Array) throw new Error('the texture has 16 bits');
    const { width, height, pixels } = image;
    const at = (x: number, y: number, c: number): number => Number(pixels[(y * width + x) * 4 + c] ?? 0);
    // The corner shows what is in the middle, in other colors.
    return replaced(
      path,
      makePng(width, height, (x, y) => {
        if (x >= width / 8 || y >= height / 8) return [at(x, y, 0), at(x, y, 1), at(x, y, 2), at(x, y, 3)];
        const [u, v] = [x + (width >> 1), y + (height >> 1)];
        return [at(u, v, 2), at(u, v, 0), at(u, v, 1), at(u, v, 3)];
      }),
    );
  },
  model(project) {
    const path = join(project, 'assets/models/lighthouse.obj');
    const move = (line: string): string => {
      const [, x, rest] = /^v (\S+)( .*)$/.exec(line) ?? [];
      return x === undefined ? line : `v ${Number(x) + 0.5}${rest}`;
    };
    return replaced(path, readFileSync(path, 'utf8').split('\n').map(move).join('\n'));
  },
  renamed(project) {
    const names = [
      'brick.ao',
      'brick.n',
      'brick',
      'brick.r',
      'grass.n',
      'grass',
      'plaster',
      'leaf',
      'water.n',
      'island',
    ];
    const undo = [
      renamed(
        project,
        names.map((name) => [`textures/${name}.png`, `textures/2/${name}.png`]),
      ),
      ...['materials/props.mat', 'models/lighthouse.mtl', 'models/fern.gltf', 'models/island.gltf'].map((file) => {
        const path = join(project, 'assets', file);
        return replaced(path, readFileSync(path, 'utf8').replace(/textures\//g, 'textures/2/'));
      }),
    ];
    return () => {
      for (const step of undo) step();
    };
  },
  encoder: (project) => requality(project, 'texture: { quality: normal }', 'texture: { quality: fast }'),
};

const largeEdits: Readonly<Record<EditName, Edit>> = {
  texture(project) {
    const path = join(project, 'assets/textures/3.tga');
    const bytes = readFileSync(path);
    const side = bytes.readUInt16LE(12);
    for (let y = 0; y < side / 8; y++)
      for (let x = 0; x < (side / 8) * 3; x++) {
        const at = 18 + y * side * 3 + x;
        bytes[at] = 255 - ((bytes[at] ?? 0) >> 1);
      }
    return replaced(path, bytes);
  },
  model(project) {
    const path = join(project, 'assets/models/3.glb');
    const bytes = readFileSync(path);
    const body = 28 + bytes.readUInt32LE(12);
    const vertices = (bytes.readUInt32LE(body - 8) / 4 / 8) | 0;
    for (let i = 0; i < 176 * 176 && i < vertices; i++)
      bytes.writeFloatLE(Math.fround(bytes.readFloatLE(body + i * 32) + 0.5), body + i * 32);
    return replaced(path, bytes);
  },
  renamed: (project) =>
    renamed(
      project,
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => [`textures/${i}.tga`, `textures/new/${i}.tga`]),
    ),
  encoder: (project) => requality(project, 'quality: fast', 'quality: normal'),
};

function build(project: string, output: string): void {
  const args = [join(root, 'packages/compiler/bin/assetc.js'), '--pack', '-o', 'runtime/bench', '--no-color'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`);
  cpSync(join(project, 'runtime/bench.hpack'), output);
}

/** Writes `old.hpack` and one pack for each edit into a folder, and leaves nothing else there. */
export async function writeVersions(
  which: 'demo' | 'large',
  folder: string,
  { edits = EDITS, size = LARGE }: { readonly edits?: readonly EditName[]; readonly size?: ProjectSize } = {},
): Promise<void> {
  const project = join(folder, 'project');
  mkdirSync(project, { recursive: true });
  if (which === 'demo')
    for (const name of ['assets', 'tools', 'assetc.yml'])
      cpSync(join(root, 'examples/demo', name), join(project, name), { recursive: true });
  else writeLargeProject(project, size);
  try {
    build(project, join(folder, 'old.hpack'));
    for (const name of edits) {
      const undo = await (which === 'demo' ? demoEdits : largeEdits)[name](project);
      build(project, join(folder, `${name}.hpack`));
      undo();
    }
  } finally {
    rmSync(project, { recursive: true });
  }
}
