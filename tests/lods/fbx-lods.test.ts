// `mesh.lods: source` with FBX: the models below a LOD group are levels.

import { describe, expect, it } from 'vitest';
import {
  geometry,
  model,
  scene,
  type WrittenProperties,
} from '../../packages/compiler/src/importers/fbx/testing/sample-scene.js';
import { node, type WrittenNode, writeBinary } from '../../packages/compiler/src/importers/fbx/testing/write-fbx.js';
import { grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../support/compile-model.js';
import { drawnAt } from './level-triangles.js';
import { gridTriangles } from './lod-source.js';

const METERS = { UnitScaleFactor: [100] };

class Scene {
  readonly #objects: WrittenNode[] = [];
  readonly #connections: (readonly [number, number])[] = [];
  #next = 1;

  add(parent: number, name: string, subtype: string, values: WrittenProperties = {}): number {
    const id = this.#next++;
    this.#objects.push(model(id, name, subtype, { InheritType: [1], ...values }));
    this.#connections.push([id, parent]);
    return id;
  }

  /** With its attribute, as Maya and 3ds Max write it. */
  group(parent: number, values: WrittenProperties = {}): number {
    const id = this.add(parent, 'lods', 'LodGroup', values);
    const attribute = this.#next++;
    const thresholds = node('Properties70', [], [node('P', ['Thresholds|Level0', 'Distance', '', '', 10, 'cm'])]);
    this.#objects.push(node('NodeAttribute', [attribute, 'lods\0\x01NodeAttribute', 'LodGroup'], [thresholds]));
    this.#connections.push([attribute, id]);
    return id;
  }

  grid(parent: number, name: string, cells: number, values: WrittenProperties = {}): number {
    const id = this.add(parent, name, 'Mesh', values);
    const shape = this.#next++;
    const { positions, indices } = grid(cells);
    const polygons = Array.from({ length: indices.length / 3 }, (_, i) => [...indices.subarray(i * 3, i * 3 + 3)]);
    this.#objects.push(geometry(shape, { points: [...positions], polygons }));
    this.#connections.push([shape, id]);
    return id;
  }

  compile(mesh: object = { lods: 'source' }, isReversed = false) {
    const objects = isReversed ? this.#objects.toReversed() : this.#objects;
    const bytes = writeBinary(scene({ settings: METERS, objects, connections: this.#connections }));
    return compileModel({ path: 'm.fbx', input: { 'm.fbx': bytes }, settings: { mesh: { ...mesh } } });
  }
}

function threeLevels(): Scene {
  const written = new Scene();
  const group = written.group(0, { 'Lcl Translation': [2, 0, 0] });
  for (const [i, cells] of [8, 4, 2].entries()) written.grid(group, `part${i}`, cells);
  return written;
}

describe('LOD groups', () => {
  it.each([
    [true, false],
    [false, false],
    [true, true],
  ])('become the levels of the mesh, merge: %s, objects in reversed order: %s', async (merge, isReversed) => {
    const compiled = await threeLevels().compile({ lods: 'source', merge }, isReversed);
    expect(compiled.warnings).toEqual([]);
    const at = merge ? [2, 0, 0] : [];
    for (const [level, cells] of [8, 4, 2].entries())
      expect(drawnAt(compiled, level)).toEqual(gridTriangles(cells, at));
    const [first = 0, second = 0] = compiled.mesh.lods?.errors ?? [];
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThanOrEqual(first);
  });

  it('draw only their finest level without the setting, and name it', async () => {
    const compiled = await threeLevels().compile({});
    expect(drawnAt(compiled, 0)).toEqual(gridTriangles(8, [2, 0, 0]));
    expect(compiled.context.warnings.map(({ code, hint }) => [code, hint])).toEqual([['mesh/unused-lods', undefined]]);
    // Somebody who has chosen shares has decided.
    expect((await threeLevels().compile({ lods: [0.5] })).warnings).toEqual([]);
    expect((await threeLevels().compile({ lods: [] })).warnings).toEqual([]);
  });

  it('may have several meshes below a level', async () => {
    const written = new Scene();
    const group = written.group(0);
    const [fine, coarse] = [0, 1].map((i) => written.add(group, `level ${i}`, 'Null'));
    written.grid(fine ?? 0, 'body', 4);
    written.grid(fine ?? 0, 'hat', 3, { 'Lcl Translation': [0, 5, 0] });
    written.grid(coarse ?? 0, 'body', 2);
    written.grid(coarse ?? 0, 'hat', 1, { 'Lcl Translation': [0, 5, 0] });
    for (const merge of [true, false]) {
      const compiled = await written.compile({ lods: 'source', merge });
      expect(compiled.mesh.submeshes).toHaveLength(2);
      const hat = merge ? [0, 5, 0] : [];
      expect(drawnAt(compiled, 0)).toEqual([...gridTriangles(4), ...gridTriangles(3, hat)].sort());
      expect(drawnAt(compiled, 1)).toEqual([...gridTriangles(2), ...gridTriangles(1, hat)].sort());
    }
  });

  it('inside a level have only their finest level', async () => {
    const written = new Scene();
    const outer = written.group(0);
    const inner = written.group(outer);
    written.grid(inner, 'a', 8);
    written.grid(inner, 'b', 6);
    written.grid(outer, 'c', 2);
    const compiled = await written.compile();
    expect(drawnAt(compiled, 0)).toEqual(gridTriangles(8));
    expect(drawnAt(compiled, 1)).toEqual(gridTriangles(2));
    expect(drawnAt(await written.compile({}), 0)).toEqual(gridTriangles(8));
  });

  it('without a finest mesh start with the first that has one', async () => {
    const written = new Scene();
    const group = written.group(0);
    written.add(group, 'empty', 'Null');
    written.grid(group, 'a', 4);
    written.grid(group, 'b', 2);
    const compiled = await written.compile();
    expect(drawnAt(compiled, 0)).toEqual(gridTriangles(4));
    expect(drawnAt(compiled, 1)).toEqual(gridTriangles(2));
    expect(drawnAt(await written.compile({}), 0)).toEqual(gridTriangles(4));
  });

  it('use levels that the program hid', async () => {
    const written = new Scene();
    const group = written.group(0);
    written.grid(group, 'a', 4);
    written.grid(group, 'b', 2, { Visibility: [0] });
    expect(drawnAt(await written.compile(), 1)).toEqual(gridTriangles(2));
  });
});
