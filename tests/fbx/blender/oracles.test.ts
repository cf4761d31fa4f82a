// Transform chains at random, as Blender and three.js understand them: where every point of every mesh is.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mesh, Vector3 } from 'three';
import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js';
import { expect, it } from 'vitest';
import { importBytes } from '../../../packages/compiler/src/importers/fbx/testing/run-import.js';
import { Random, rounds } from '../../long/random.js';
import { PosedScene } from '../corpus/posed-scene.js';
import { hasBlender, runBlender } from './run-blender.js';
import { binaryOf, chainOf, settingsOf } from './transform-chains.js';

type Points = Readonly<Record<string, readonly (readonly number[])[]>>;

async function pointsOf(bytes: Uint8Array): Promise<Points> {
  const { model } = await importBytes(bytes);
  const found: Record<string, number[][]> = {};
  for (const { node, positions } of new PosedScene(model).primitives(false))
    found[model.nodes[node]?.name ?? ''] = [0, 3, 6].map((at) => [...positions.subarray(at, at + 3)]);
  return found;
}

function worstOf(ours: Points, theirs: Points): number {
  expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort());
  return Math.max(
    ...Object.entries(ours).flatMap(([name, points]) =>
      points.flatMap((point, i) => point.map((n, k) => Math.abs(n - (theirs[name]?.[i]?.[k] ?? Number.NaN)))),
    ),
  );
}

it.skipIf(!hasBlender)(
  'agrees with Blender about axes, units, pivots, rotation orders and geometric transforms',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assetc-chains-'));
    const random = new Random(7);
    const files = new Map<string, Uint8Array>();
    for (let i = 0; i < rounds(12, 300); i++)
      files.set(`c${i}.fbx`, binaryOf(chainOf(random, settingsOf(random), 'blender'), random));
    mkdirSync(join(folder, 'in'));
    for (const [name, bytes] of files) writeFileSync(join(folder, 'in', name), bytes);
    runBlender(join(import.meta.dirname, 'read-points.py'), [join(folder, 'in'), join(folder, 'out.json')]);
    const theirs = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) as Readonly<Record<string, Points>>;
    rmSync(folder, { recursive: true });
    for (const [name, bytes] of files) {
      const ours = await pointsOf(bytes);
      const size = Math.max(...Object.values(ours).flat(2).map(Math.abs));
      expect(worstOf(ours, theirs[name] ?? {}) / size, name).toBeLessThan(1e-4);
    }
  },
);

it('agrees with three.js about pivots, rotations before and after, orders and geometric transforms', async () => {
  const random = new Random(8);
  for (let i = 0; i < rounds(12, 300); i++) {
    const written = chainOf(random, {}, 'three');
    const bytes = binaryOf(written, random);
    const scene = new FBXLoader().parse(Uint8Array.from(bytes).buffer, '');
    scene.updateMatrixWorld(true);
    const theirs: Record<string, number[][]> = {};
    scene.traverse((object) => {
      const { geometry } = object as Partial<Mesh>;
      if (geometry === undefined) return;
      const position = geometry.getAttribute('position');
      theirs[object.name] = [0, 1, 2].map((k) =>
        new Vector3().fromBufferAttribute(position, k).applyMatrix4(object.matrixWorld).multiplyScalar(0.01).toArray(),
      );
    });
    const ours = await pointsOf(bytes);
    const size = Math.max(...Object.values(ours).flat(2).map(Math.abs));
    expect(worstOf(ours, theirs) / size, `file ${i}`).toBeLessThan(1e-4);
  }
});
