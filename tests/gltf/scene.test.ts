// The scene next to the mesh: every glTF of the corpus, with and without merging, against glTF-Transform, and the places of its nodes
// against three.js at twenty times of each clip.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sceneExtras } from '@assetc/formats';
import type { Matrix4, Object3D } from 'three';
import { AnimationMixer, LoopOnce } from 'three';
import type { GLTF } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { type CompiledModel, compileModel } from '../support/compile-model.js';
import { readOracle } from '../support/gltf-oracle.js';
import { loadBare } from '../support/pose-three.js';
import { compareClips, compareNodes, nodesInOrder } from './compare/compare-scene.js';
import { nodeWorlds } from './compare/pose-nodes.js';

const folder = join(corpus, 'gltf');
const models = existsSync(folder)
  ? readdirSync(folder, { recursive: true })
      .map((name) => String(name).replaceAll('\\', '/'))
      .filter((name) => /\.(?:gltf|glb)$/i.test(name))
      .sort()
  : [];

/** Files that get a scene without being asked, and why. */
const WRITTEN: { readonly [file: string]: string } = {
  'AnimatedColorsCube/AnimatedColorsCube.glb': 'animation of a material',
  'Cameras/Cameras.gltf': 'cameras',
  'CubeVisibility/CubeVisibility.glb': 'hidden nodes',
  'LightVisibility/LightVisibility.gltf': 'lights',
  'MorphPrimitivesTest/MorphPrimitivesTest.gltf': 'extras',
  'MorphStressTest/MorphStressTest.gltf': 'extras',
  'MultiUVTest/MultiUVTest.glb': 'a camera',
};

describe.skipIf(models.length === 0)('glTF corpus', () => {
  it.each(models)('%s has a scene only where there is something to say', async (path) => {
    const model = await compileModel({ path, input: folder });
    expect(model.scene !== undefined, WRITTEN[path] ?? 'nothing to say').toBe(Object.hasOwn(WRITTEN, path));
  });

  it.each(models.flatMap((path) => [true, false].map((merge) => [path, merge] as const)))(
    '%s with merge: %s has the scene that glTF-Transform reads',
    async (path, merge) => {
      const settings = { mesh: { merge }, scene: { emit: true } };
      const model = await compileModel({ path, input: folder, settings });
      const document = await readOracle(join(folder, path));
      const { scene } = model;
      if (scene === undefined) throw new Error('there is no scene');
      expect(scene.meshesAreBaked).toBe(merge);
      compareNodes(scene, document);
      compareClips(scene, document);
      const root = document.getRoot();
      expect(sceneExtras(scene, 'asset', 0) ?? {}).toEqual(root.getAsset().extras ?? {});
      for (const mesh of root.listMeshes()) {
        const first = nodesInOrder(document).findIndex(({ node }) => node.getMesh() === mesh);
        if (first >= 0) expect(sceneExtras(scene, 'mesh', first) ?? {}).toEqual(mesh.getExtras());
      }
      expectRangesTile(model);
      // three.js moves a node that two scenes show into the last of them.
      if (root.listScenes().length === 1) await expectPlaces(model, join(folder, path));
    },
  );
});

/** With merging each submesh is one node's; without, nodes share. */
function expectRangesTile({ scene, mesh }: CompiledModel): void {
  let next = 0;
  for (const { firstSubmesh, submeshCount } of scene?.nodes ?? []) {
    expect(firstSubmesh + submeshCount).toBeLessThanOrEqual(mesh.submeshes.length);
    if (submeshCount === 0) continue;
    if (scene?.meshesAreBaked === true) expect(firstSubmesh).toBe(next);
    next = Math.max(next, firstSubmesh + submeshCount);
  }
  expect(next).toBe(mesh.submeshes.length);
}

/** Indices of the shown scene's nodes in pre-order. */
function orderIn({ scene = 0, scenes, nodes }: GLTF['parser']['json']): readonly number[] {
  const below = (index: number): readonly number[] => [index, ...(nodes[index].children ?? []).flatMap(below)];
  return (scenes[scene].nodes ?? []).flatMap(below);
}

const TIMES = 20;

async function expectPlaces(model: CompiledModel, file: string): Promise<void> {
  const { scene, mesh, clips } = model;
  if (scene === undefined) throw new Error('there is no scene');
  const gltf = await loadBare(await readOracle(file));
  const order = orderIn(gltf.parser.json);
  for (const { name, duration } of [{ name: '', duration: 0 }, ...gltf.animations])
    for (let i = 0; i < (duration > 0 ? TIMES : 1); i++) {
      const time = (duration * i) / (TIMES - 1);
      const wanted = placesInThree(gltf, name, time);
      const named = <T extends { readonly name: string }>(from: readonly T[]): T | undefined =>
        from.find((clip) => clip.name === name);
      const both = { hanim: named(clips), hscene: named(scene.clips) };
      const actual = nodeWorlds(scene, mesh.skin?.joints ?? [], both, time);
      for (const [row, index] of order.entries())
        expect(distance(actual[row], wanted.get(index)), `node ${index}, ${name} at ${time}`).toBeLessThan(1e-4);
    }
}

function placesInThree({ scene, animations, parser }: GLTF, clip: string, time: number): ReadonlyMap<number, Matrix4> {
  const mixer = new AnimationMixer(scene);
  const animation = animations.find(({ name }) => name === clip);
  if (animation !== undefined) {
    const action = mixer.clipAction(animation).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(time);
  }
  scene.updateMatrixWorld(true);
  const places = new Map<number, Matrix4>();
  scene.traverse((object: Object3D) => {
    const index = (parser.associations.get(object) as { nodes?: number } | undefined)?.nodes;
    // The parts of a mesh are below the node and stand where it stands.
    if (index !== undefined && !places.has(index)) places.set(index, object.matrixWorld.clone());
  });
  mixer.stopAllAction();
  return places;
}

/** The largest difference of two matrices, relative to the larger. */
function distance(a: Matrix4 | undefined, b: Matrix4 | undefined): number {
  if (a === undefined || b === undefined) return Number.POSITIVE_INFINITY;
  const size = Math.max(1, ...b.elements.map(Math.abs));
  return Math.max(...a.elements.map((n, i) => Math.abs(n - (b.elements[i] ?? 0)))) / size;
}
