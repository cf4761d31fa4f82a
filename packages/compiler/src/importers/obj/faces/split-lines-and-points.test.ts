// Lines and points of OBJ files, and point clouds, compared with three's reader.

import { LineSegments, Points } from 'three';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { describe, expect, it } from 'vitest';
import type { LinesModel } from '../../../model/scene/scene.js';
import { TestContext } from '../../../testing/test-context.js';
import { importObj } from '../import-obj.js';
import { run } from '../testing/run-import.js';

const VERTICES = 'v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 1 3\nvt 0.5 0.25\n';

const strokesOf = async (text: string): Promise<readonly LinesModel[]> => {
  const { scene, warnings } = await run({ 'm/a.obj': text, 'm/a.mtl': 'newmtl A\nnewmtl B\n' });
  expect(warnings).toEqual([]);
  return scene.meshes[0]?.lines ?? [];
};

/** The positions of line ends or points. */
const positionsOf = ({ positions, indices }: LinesModel): number[] =>
  Array.from(indices, (v) => Array.from(positions.subarray(v * 3, v * 3 + 3))).flat();

const readByThree = (
  text: string,
): { readonly lines: number[]; readonly points: number[]; readonly colors: number[] } => {
  const found = { lines: [] as number[], points: [] as number[], colors: [] as number[] };
  new OBJLoader().parse(text).traverse((object) => {
    if (!(object instanceof LineSegments || object instanceof Points)) return;
    const { position, color } = object.geometry.attributes;
    found[object instanceof Points ? 'points' : 'lines'].push(...Array.from<number>(position.array));
    found.colors.push(...Array.from<number>(color?.array ?? []));
  });
  return found;
};

describe('lines and points of an OBJ file', () => {
  it('have the same positions as in three', async () => {
    const lines = `${VERTICES}l 1 2 3\nl -1 2/1\n`;
    const [line, ...noOther] = await strokesOf(lines);
    expect(noOther).toEqual([]);
    expect(line?.mode).toBe('lines');
    expect(line && positionsOf(line)).toEqual(readByThree(lines).lines);
    const points = `${VERTICES}p 3 1\np -1\n`;
    const [point] = await strokesOf(points);
    expect(point?.mode).toBe('points');
    expect(point && positionsOf(point)).toEqual(readByThree(points).points);
  });

  it('share vertices, and are split by material, lines first', async () => {
    const strokes = await strokesOf(
      `mtllib a.mtl\n${VERTICES}f 1 2 3\nl 1 2\nusemtl B\np 1\nl 1 2 3 1\nusemtl A\nl 3 4\nusemtl B\nl 2 3`,
    );
    expect(strokes.map(({ mode, material, indices, name }) => [mode, material, Array.from(indices), name])).toEqual([
      ['lines', undefined, [0, 1], ''],
      ['lines', 0, [0, 1], 'A'],
      ['lines', 1, [0, 1, 1, 2, 2, 0, 1, 2], 'B'],
      ['points', 1, [0], 'B'],
    ]);
    expect(strokes[2]?.origin).toEqual({ line: 11 });
  });

  it('keep texture coordinates, from the top, and colors', async () => {
    const [line] = await strokesOf('v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nvt 0.5 0.25\nl 1/1 2/1\n');
    expect(Array.from(line?.uvs ?? [])).toEqual([0.5, 0.75, 0.5, 0.75]);
    expect(Array.from(line?.colors ?? [])).toEqual([1, 0, 0, 1, 0, 1, 0, 1]);
  });

  it('include every vertex if nothing refers to any, like three', async () => {
    const cloud = 'v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 5 6 7 0 0 1\n';
    const [points, ...noOther] = await strokesOf(cloud);
    expect(noOther).toEqual([]);
    expect(points?.mode).toBe('points');
    expect(points && positionsOf(points)).toEqual(readByThree(cloud).points);
    const rgb = Array.from(points?.colors ?? []).filter((_, i) => i % 4 < 3);
    expect(rgb).toEqual(readByThree(cloud).colors);
  });

  it('are not a point cloud if there are faces or curves', async () => {
    expect(await strokesOf(`${VERTICES}f 1 2 3\n`)).toEqual([]);
  });

  it('must refer to existing vertices', async () => {
    await expect(run(`${VERTICES}f 1 2 3\nl 1 9\n`)).rejects.toMatchObject({
      diagnostic: { code: 'obj/bad-index', where: { line: 7 } },
    });
  });

  it('are left out with a warning if the output cannot store them', async () => {
    const context = new TestContext({ path: 'a.obj', input: { 'a.obj': `${VERTICES}p 1\nl 1 2\nf 1 2 3\n` } });
    const { meshes } = await importObj(context, { lines: false });
    expect(meshes[0]?.lines).toBeUndefined();
    expect(context.warnings).toMatchObject([
      { code: 'obj/unsupported', where: { line: 6 }, message: expect.stringContaining('p (line 6), l (line 7)') },
    ]);
    const cloud = new TestContext({ path: 'a.obj', input: { 'a.obj': VERTICES } });
    await expect(importObj(cloud, { lines: false })).rejects.toMatchObject({
      diagnostic: { code: 'obj/no-triangles' },
    });
  });
});
