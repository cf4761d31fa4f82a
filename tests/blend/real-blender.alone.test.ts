// `.blend` through the Blender of this machine, if there is one that can export glTF.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { decodeHmesh, unpackVertices } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ids, type MemoryProject, remadeIds } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { realProject } from '../diagnostics/raise.js';
import { makePng } from '../support/png.js';
import { withBlender } from './with-blender.js';

const blender = process.env.ASSETC_BLENDER || 'blender';
const run = (...args: readonly string[]) => spawnSync(blender, args, { encoding: 'utf8' });

/** Some distributions have no numpy for Blender, which its exporter needs; then that of the system must fit. */
const hasNumpy = (): boolean =>
  /numpy yes/.test(
    run('--background', '--factory-startup', '--python-expr', "import numpy; print('numpy yes')").stdout,
  ) || spawnSync('python3', ['-c', 'import numpy']).status === 0;
const canExport = run('--version').status === 0 && hasNumpy();

let folder = '';
let vertices: readonly (readonly number[])[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-real-blender-'));
  for (const name of ['lib', 'textures']) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, 'textures/wood.png'),
    makePng(8, 8, (x, y) => [x * 30, y * 30, 90, 255]),
  );
  if (!canExport) return;
  const script = resolve(import.meta.dirname, 'make-chair.py');
  const { stdout } = run('--background', '--factory-startup', '--python', script, '--', folder);
  vertices = JSON.parse(/VERTICES (.*)/.exec(stdout)?.[1] ?? '[]');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string) => new Uint8Array(readFileSync(join(folder, path)));

/** Blender's Z is up, and Y is away from the viewer. */
const toYUp = ([x = 0, y = 0, z = 0]: readonly number[]): string => pointText([x, z, -y]);
const pointText = (point: readonly number[]): string =>
  point.map((n) => (Math.round(n * 1e4) / 1e4 + 0).toFixed(4)).join(' ');

function meshOf(project: MemoryProject) {
  const mesh = decodeHmesh(project.host.files.get('/project/runtime/chair.hmesh')?.bytes ?? new Uint8Array(0));
  const { positions } = unpackVertices(mesh.vertices);
  const points = Array.from({ length: positions.length / 3 }, (_, i) =>
    pointText([...positions.subarray(i * 3, i * 3 + 3)]),
  );
  return { triangles: mesh.indices.length / 3, points: [...new Set(points)].sort() };
}

describe.skipIf(!canExport)('with the Blender of this machine', () => {
  it('compiles what the file shows, records what it refers to, and runs none of its scripts', async () => {
    const paths = ['chair.blend', 'lib/wheel.blend', 'textures/wood.png'];
    const project = realProject(Object.fromEntries(paths.map((path) => [path, read(path)])), {
      mesh: { blend: true, lods: [] },
    });
    const only = { origin: 'default.rules[0]', match: 'lib/**', values: { mesh: { blend: false } } };
    project.config = { ...project.config, layers: [...project.config.layers, only] };
    const { result, left } = await withBlender({ ASSETC_BLENDER: blender }, async () => {
      const first = await project.build();
      const again = await project.build();
      project.delete('lib/wheel.blend');
      return { first, again, without: await project.build() };
    });
    const { first, again, without } = result;
    expect(first.diagnostics).toEqual([]);
    // Blender copies the file, so its texture is derived from it.
    expect(ids(first, 'built')).toEqual(['chair.blend', 'chair.blend#tex_0']);
    expect(remadeIds(again)).toEqual([]);
    expect(without.diagnostics.map(({ code }) => code)).toContain('blend/missing-library');
    expect(left).toEqual([]);
    const { triangles, points } = meshOf(project);
    // A cube of 24 quads after its modifier, and one quad of the library. What is hidden in renders is left out.
    expect(triangles).toBe(48 + 2);
    expect(points).toEqual([...new Set(vertices.map(toYUp))].sort());
    expect(existsSync(join(folder, 'script-ran'))).toBe(false);
  });

  it('has a script that would run if it were allowed to', () => {
    run('--background', '--factory-startup', '--enable-autoexec', join(folder, 'chair.blend'));
    expect(existsSync(join(folder, 'script-ran'))).toBe(true);
  });
});
