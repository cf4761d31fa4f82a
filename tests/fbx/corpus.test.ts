// Every file of the corpus, compared with the facts that an independent reader found in it. Skipped if the corpus is absent.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AssetError } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { importBytes } from '../../packages/compiler/src/importers/fbx/testing/run-import.js';
import { multiply } from '../../packages/compiler/src/model/math/matrix.js';
import type { Matrix, SceneModel } from '../../packages/compiler/src/model/scene/scene.js';
import { brokenPromise } from './broken-scene.js';

const folder = join(process.env.ASSETC_CORPUS ?? resolve(import.meta.dirname, '../../../shared/corpus'), 'fbx');
const files = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.fbx'))
      .sort()
  : [];

/** The parts of NAME.fbx.json that are compared here. Matrices have 12 numbers, column by column. */
interface Facts {
  readonly ok: boolean;
  readonly triangles: number;
  readonly box?: readonly (number | null)[];
  readonly instances: readonly { readonly degenerate?: number; readonly skins?: readonly number[] }[];
  readonly nodes: readonly { readonly name: string; readonly world: readonly number[]; readonly attr?: string }[];
  readonly nodesLeftOut?: number;
  readonly materials: readonly { readonly name: string }[];
  readonly cameras: readonly unknown[];
  readonly animations: readonly { readonly name: string; readonly curves: number; readonly animatedNodes: number }[];
}

/** What differs, and why. */
const KNOWN: Readonly<Record<string, string>> = {
  'lefthanded_pivots_7500_ascii.fbx':
    'the third axis of nodes points the other way: every space is mirrored, not only the root',
  'broken_maya_textured_cube_6100_ascii_cut3.fbx': 'cut inside a node: rejected, although nothing after it is needed',
};

function worldsOf({ nodes, roots }: SceneModel): Matrix[] {
  const worlds: Matrix[] = [];
  const stack = roots.map((index) => ({ index, above: undefined as Matrix | undefined }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const node = nodes[next.index];
    if (node === undefined) continue;
    const world = next.above === undefined ? node.local : multiply(next.above, node.local);
    worlds[next.index] = world;
    for (const index of node.children) stack.push({ index, above: world });
  }
  return worlds;
}

/** Min and max of all triangles in the world, undeformed, and their number. */
function measure(scene: SceneModel, worlds: readonly Matrix[]): { readonly box: number[]; readonly triangles: number } {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  let triangles = 0;
  for (const [index, { mesh }] of scene.nodes.entries()) {
    const m = worlds[index];
    if (mesh === undefined || m === undefined) continue;
    for (const { positions, indices } of scene.meshes[mesh]?.primitives ?? []) {
      triangles += indices.length / 3;
      for (const vertex of indices)
        for (let row = 0; row < 3; row++) {
          let value = m[12 + row] ?? 0;
          for (let k = 0; k < 3; k++) value += (m[k * 4 + row] ?? 0) * (positions[vertex * 3 + k] ?? 0);
          box[row] = Math.min(box[row] ?? 0, value);
          box[3 + row] = Math.max(box[3 + row] ?? 0, value);
        }
    }
  }
  return { box, triangles };
}

/** Old code pages are read as Latin-1 here, and as replacement characters there. */
const plain = (name: string): string => name.replaceAll(/[\u0080-\u00ff]/g, '\ufffd');

/** Differences between a scene and the facts, in words. */
function differences(scene: SceneModel, facts: Facts): string[] {
  const found: string[] = [];
  const worlds = worldsOf(scene);
  const { box, triangles } = measure(scene, worlds);
  const degenerate = facts.instances.reduce((sum, instance) => sum + (instance.degenerate ?? 0), 0);
  if (triangles > facts.triangles || triangles < facts.triangles - degenerate)
    found.push(`${triangles} triangles, not ${facts.triangles}`);
  const wanted = facts.box?.map((value) => value ?? Number.NaN) ?? [];
  const size = Math.max(1e-9, Math.hypot(...[0, 1, 2].map((i) => (wanted[i + 3] ?? 0) - (wanted[i] ?? 0))));
  if (triangles > 0 && wanted.some((value, i) => Math.abs(value - (box[i] ?? 0)) > 2e-4 * size)) found.push('the box');
  // Cameras and lights point elsewhere in glTF; their positions are the same.
  for (const { name, world, attr } of facts.nodes) {
    const parts = attr === 'camera' || attr === 'light' ? [9, 10, 11] : world.map((_, i) => i);
    const scale = Math.max(size, ...world.map(Math.abs), 1e-3);
    const isSame = scene.nodes.some(
      (node, index) =>
        plain(node.name) === name &&
        parts.every((i) => {
          const at = Math.floor(i / 3) * 4 + (i % 3);
          return Math.abs((worlds[index]?.[at] ?? 0) - (world[i] ?? 0)) <= 1e-4 * scale;
        }),
    );
    if (!isSame) found.push(`the place of ${JSON.stringify(name)}`);
  }
  for (const { name } of facts.materials)
    if (!scene.materials.some((material) => plain(material.name) === name))
      found.push(`material ${JSON.stringify(name)}`);
  if (scene.cameras?.length !== facts.cameras.length) found.push(`${scene.cameras?.length} cameras`);
  for (const { name, curves, animatedNodes } of facts.animations)
    if (curves > 0 && animatedNodes > 0 && !scene.animations.some((clip) => clip.name === name))
      found.push(`clip ${JSON.stringify(name)}`);
  return found;
}

describe.skipIf(files.length === 0)('the FBX corpus', () => {
  it.each(files)('%s', async (file) => {
    const facts = JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')) as Facts;
    let scene: SceneModel | undefined;
    try {
      scene = (await importBytes(readFileSync(join(folder, file)), { morphs: true })).model;
    } catch (error) {
      if (!(error instanceof AssetError)) throw error;
      expect(error.diagnostic.where).toBeDefined();
    }
    if (KNOWN[file] !== undefined) return;
    expect(scene !== undefined).toBe(facts.ok);
    if (scene === undefined) return;
    expect(brokenPromise(scene)).toBeUndefined();
    expect(differences(scene, facts)).toEqual([]);
  });
});
