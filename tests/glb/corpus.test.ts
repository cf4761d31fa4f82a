// Every glTF of the corpus, compiled, converted back and compared with its source through glTF-Transform, three.js and Khronos'
// validator.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Document, Material, Node } from '@gltf-transform/core';
import type { Light, Visibility } from '@gltf-transform/extensions';
import { validateBytes } from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { readOracle } from '../support/gltf-oracle.js';
import { cornersInThree, loadBare } from '../support/pose-three.js';
import { compareCorners } from '../support/triangle-match.js';
import { backToGlb } from './back-to-glb.js';
import { canonicalMaterials } from './canonical-materials.js';
import { shownBy } from './glb-scene.js';

const folder = join(corpus, 'gltf');
const models = existsSync(folder)
  ? readdirSync(folder, { recursive: true })
      .map((name) => String(name).replaceAll('\\', '/'))
      .filter((name) => /\.(?:gltf|glb)$/i.test(name))
      .sort()
  : [];

/** Octahedral packing with 16 bits. */
const NORMAL = 1e-4;
/** Half a step of 8 bits. */
const COLOR = 0.5 / 255 + 1e-6;
const TIMES = 5;
/** Relative to the model's size, if keys replace splines. */
const SPLINE = 1e-3;

/** What differs, and why. */
const DIFFERENT: { readonly [file: string]: string } = {
  'CubeVisibility/CubeVisibility.glb (merged)': 'meshes that are never seen are left out where nodes are merged',
};

const made = new Map<string, ReturnType<typeof backToGlb>>();

/** Compiled once for all tests. */
function backAgain(path: string, settings: NonNullable<Parameters<typeof backToGlb>[0]['settings']>) {
  const key = `${path} ${JSON.stringify(settings)}`;
  const known = made.get(key) ?? backToGlb({ path, input: folder, settings });
  made.set(key, known);
  return known;
}

function largest(corners: Float64Array, stride: number, columns: readonly number[]): number {
  let most = 1e-6;
  for (let at = 0; at < corners.length; at += stride)
    for (const column of columns) most = Math.max(most, Math.abs(corners[at + column] ?? 0));
  return most;
}

async function numbered(...documents: readonly Document[]): Promise<(material: Material | null) => number> {
  const known = new Map<string, number>();
  const numbers = new Map<Material | null, number>();
  for (const document of documents)
    for (const [material, text] of await canonicalMaterials(document)) {
      const number = known.get(text) ?? known.size;
      known.set(text, number);
      numbers.set(material, number);
    }
  return (material) => numbers.get(material) ?? -1;
}

describe.skipIf(models.length === 0).each([
  ['merged', {}],
  ['by nodes', { mesh: { merge: false } }],
] as const)('glTF corpus, compiled %s and converted back', (how, settings) => {
  const isDifferent = (path: string): boolean => DIFFERENT[`${path} (${how})`] !== undefined;

  it.each(models)('%s shows the same', async (path) => {
    const { glb } = await backAgain(path, settings);
    const { issues } = await validateBytes(glb, { maxIssues: 1000 });
    expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([]);
    const [source, result] = [await readOracle(join(folder, path)), await readOracle(glb)];
    const materialOf = await numbered(source, result);
    const [wanted, actual] = [shownBy(source, materialOf), shownBy(result, materialOf)];
    const position = largest(wanted.triangles, 15, [0, 1, 2]) * 1e-6;
    const uv = largest(wanted.triangles, 15, [6, 7, 8, 9]) * 1e-6;
    const allowed = [
      ...[position, position, position, NORMAL, NORMAL, NORMAL, uv, uv, uv, uv],
      ...[COLOR, COLOR, COLOR, COLOR, 0],
    ];
    const difference = compareCorners(actual.triangles, wanted.triangles, allowed);
    expect(difference === undefined, difference).toBe(!isDifferent(path));
    expect(compareCorners(actual.lines, wanted.lines, allowed, 2)).toBeUndefined();
    expect(compareCorners(actual.points, wanted.points, allowed, 1)).toBeUndefined();
  });

  it.each(models)('%s moves as it did in three.js', async (path) => {
    const { glb } = await backAgain(path, settings);
    const [source, result] = [await readOracle(join(folder, path)), await readOracle(glb)];
    const clips = source
      .getRoot()
      .listAnimations()
      .map((animation, i) => animation.getName() || `anim_${i}`);
    const [before, after] = [await loadBare(source), await loadBare(result)];
    for (const clip of [undefined, ...clips]) {
      const duration = before.animations.find(({ name }) => name === clip)?.duration ?? 0;
      for (let i = 0; i < (clip === undefined ? 1 : TIMES); i++) {
        const time = (duration * i) / TIMES;
        const wanted = cornersInThree(before, clip, time);
        const allowed = Array<number>(3).fill(
          largest(wanted, 3, [0, 1, 2]) *
            (clip === undefined ? 1e-6 : path.startsWith('InterpolationTest') ? SPLINE : 1e-4),
        );
        // Points alone: three.js turns the triangles of mirrored nodes only when it draws.
        const difference = compareCorners(cornersInThree(after, clip, time), wanted, allowed, 1);
        expect(difference === undefined, `${clip} at ${time}: ${difference}`).toBe(!isDifferent(path));
      }
    }
  });
});

describe.skipIf(models.length === 0)('glTF corpus, nodes converted back', () => {
  it.each(models)('%s keeps nodes, cameras, lights and clips', async (path) => {
    const { glb } = await backAgain(path, { mesh: { merge: false } });
    const [source, result] = [await readOracle(join(folder, path)), await readOracle(glb)];
    const left = nodesOf(result);
    // There may be more of them: a root above all joints, and below a node what it cannot show by itself.
    const missing = nodesOf(source).filter((node) => {
      const at = left.indexOf(node);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    expect(missing).toEqual([]);
    const clipsOf = (document: Document): string[] =>
      document
        .getRoot()
        .listAnimations()
        .map((animation, i) => animation.getName() || `anim_${i}`)
        .sort();
    expect(clipsOf(result)).toEqual(clipsOf(source));
  });
});

/** Every node of the scene as text: what it is called, where it stands in its parent and in the scene, what it carries. */
function nodesOf(document: Document): string[] {
  const root = document.getRoot();
  const nodes: string[] = [];
  (root.getDefaultScene() ?? root.listScenes()[0])?.traverse((node) => nodes.push(textOf(node)));
  return nodes;
}

function textOf(node: Node): string {
  const camera = node.getCamera();
  const light = node.getExtension<Light>('KHR_lights_punctual');
  const numbers = (matrix: readonly number[]): number[] => matrix.map((n) => Number(n.toFixed(3)) + 0);
  return JSON.stringify({
    name: node.getName(),
    local: numbers(node.getMatrix()),
    world: numbers(node.getWorldMatrix()),
    camera: camera && [camera.getType(), ...[camera.getYFov(), camera.getZNear(), camera.getXMag()].map(rounded)],
    light: light && [light.getType(), ...light.getColor().map(rounded), rounded(light.getIntensity())],
    isVisible: node.getExtension<Visibility>('KHR_node_visibility')?.getVisible() ?? true,
    showsMesh: node.getMesh() !== null,
  });
}

const rounded = (value: number | null): number => Number((value ?? 0).toPrecision(5));

describe.skipIf(models.length === 0)('with --ktx2', () => {
  it('keeps the very files, but for normal maps, which have no Z there', async () => {
    const path = 'GlassBrokenWindow/GlassBrokenWindow.gltf';
    const { glb, outputs } = await backToGlb({ path, input: folder }, { ktx2: true });
    const { issues } = await validateBytes(glb, { maxIssues: 1000 });
    expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([]);
    const textures = (await readOracle(glb)).getRoot().listTextures();
    const normal = (await readOracle(glb))
      .getRoot()
      .listMaterials()
      .flatMap((each) => each.getNormalTexture() ?? []);
    expect(normal.map((texture) => texture.getMimeType())).toEqual(['image/png']);
    const kept = textures.filter((texture) => texture.getMimeType() === 'image/ktx2');
    expect(kept).toHaveLength(textures.length - 1);
    for (const texture of kept)
      expect([...outputs.values()].some((bytes) => Buffer.compare(bytes, texture.getImage() ?? bytes) === 0)).toBe(
        true,
      );
  });
});
