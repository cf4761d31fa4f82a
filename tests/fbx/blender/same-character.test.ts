// The same character from Blender as FBX and as glTF: the same poses and the same picture. Blender makes both if it is installed; otherwise
// the stored files of make-character.py are used.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importBytes } from '../../../packages/compiler/src/importers/fbx/testing/run-import.js';
import { importGltf } from '../../../packages/compiler/src/importers/gltf/import-gltf.js';
import type { SceneModel } from '../../../packages/compiler/src/model/scene/scene.js';
import { TestContext } from '../../../packages/compiler/src/testing/test-context.js';
import { backToGlb } from '../../glb/back-to-glb.js';
import { cameraFor, draw, drawnBy, HEIGHT, WIDTH } from '../../glb/draw-gltf.js';
import { readOracle } from '../../support/gltf-oracle.js';
import { PosedScene } from '../corpus/posed-scene.js';
import { hasBlender, numpyFolder, runBlender } from './run-blender.js';

let folder = import.meta.dirname;

beforeAll(() => {
  if (!hasBlender) return;
  folder = mkdtempSync(join(tmpdir(), 'assetc-character-'));
  const made = ['fbx', 'glb'].map((extension) => join(folder, `character.${extension}`));
  runBlender(join(import.meta.dirname, 'make-character.py'), [...made, ...numpyFolder()]);
});

afterAll(() => {
  if (folder !== import.meta.dirname) rmSync(folder, { recursive: true });
});

async function scenes(): Promise<{ readonly fbx: SceneModel; readonly gltf: SceneModel }> {
  const { model: fbx } = await importBytes(readFileSync(join(folder, 'character.fbx')), { morphs: true });
  const context = new TestContext({ path: 'character.glb', input: folder });
  return { fbx, gltf: await importGltf(context, { scene: 'auto', morphs: true }) };
}

/** Every corner of the posed triangles, sorted by place: both exporters split vertices differently. */
function pointsAt(scene: SceneModel, time: number): number[][] {
  const posed = new PosedScene(scene, scene.animations[0], time);
  const points = posed
    .primitives(true)
    .flatMap(({ primitive, positions }) =>
      [...primitive.indices].map((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)]),
    );
  return [...new Map(points.map((point) => [point.map((n) => n.toFixed(4)).join(), point])).values()];
}

it('has the same poses', async () => {
  const { fbx, gltf } = await scenes();
  expect([fbx.animations.length, gltf.animations.length]).toEqual([1, 1]);
  for (let i = 0; i <= 8; i++) {
    const time = i / 8;
    const ours = pointsAt(fbx, time);
    const theirs = pointsAt(gltf, time);
    const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((n, k) => n - (b[k] ?? 0)));
    const worst = (from: number[][], to: number[][]) =>
      Math.max(...from.map((point) => Math.min(...to.map((other) => distance(point, other)))));
    expect(worst(ours, theirs), `at ${time} s`).toBeLessThan(1e-3);
    expect(worst(theirs, ours), `at ${time} s`).toBeLessThan(1e-3);
  }
});

it('has the same materials', async () => {
  const { fbx, gltf } = await scenes();
  const facts = ({ materials }: SceneModel) =>
    materials.map(({ name, baseColorFactor, metallicFactor, roughnessFactor, alphaMode }) => ({
      name,
      numbers: [...baseColorFactor, metallicFactor, roughnessFactor].map((n) => Math.round(n * 1000) / 1000),
      alphaMode,
    }));
  expect(facts(fbx)).toEqual(facts(gltf));
});

it('has the same picture', async () => {
  const pictures = [];
  let camera: ReturnType<typeof cameraFor> | undefined;
  for (const path of ['character.fbx', 'character.glb']) {
    const { glb } = await backToGlb({ path, input: folder });
    const drawn = await drawnBy(await readOracle(glb));
    camera ??= cameraFor(drawn);
    pictures.push(draw(drawn, camera));
  }
  const [ours, theirs] = pictures;
  let sum = 0;
  for (const [i, value] of (ours ?? []).entries()) sum += Math.abs(value - (theirs?.[i] ?? 0));
  expect(sum / (WIDTH * HEIGHT * 3)).toBeLessThan(2);
  expect(new Set(ours).size).toBeGreaterThan(30);
});
