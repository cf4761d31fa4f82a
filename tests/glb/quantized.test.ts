// Compact meshes become GLB with KHR_mesh_quantization, and with either extension of meshoptimizer on request. three's GLTFLoader reads the triangles of the full mesh from
// both, at rest and in motion; gltf-validator finds nothing wrong.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHmesh } from '@assetc/formats';
import { validateBytes } from 'gltf-validator';
import { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { gridPrimitive } from '../lods/lod-source.js';
import { cornersInThree } from '../support/pose-three.js';
import { backToGlb } from './back-to-glb.js';

const input = join(corpus, 'gltf');
const compact = { vertices: 'compact', streams: 'split' };

interface Row {
  readonly path: string;
  readonly input: string | { readonly [path: string]: Uint8Array };
  readonly merge?: boolean;
  readonly time?: number;
  /** Instances place their mesh themselves, so it stays in its own units. */
  readonly isInstanced?: boolean;
}

function jsonOf(glb: Uint8Array) {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)));
}

/** The sum of the corners of each triangle: encoded triangles may start at another corner. */
async function trianglesOf(glb: Uint8Array, time: number): Promise<Float64Array> {
  const gltf = await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).parseAsync(glb.slice().buffer, '');
  const corners = cornersInThree(gltf, gltf.animations[0]?.name, time);
  const sums = new Float64Array(corners.length / 3);
  for (const [i, value] of corners.entries()) {
    const at = Math.floor(i / 9) * 3 + (i % 3);
    sums[at] = (sums[at] ?? 0) + value;
  }
  return sums;
}

/** First bytes of encoded vertices. */
function vertexVersions(glb: Uint8Array): ReadonlySet<number | undefined> {
  const { bufferViews } = jsonOf(glb) as { bufferViews: { extensions?: Record<string, EncodedView> }[] };
  const binary = 20 + new DataView(glb.buffer, glb.byteOffset).getUint32(12, true) + 8;
  const encoded = bufferViews.flatMap(({ extensions = {} }) => Object.values(extensions));
  const vertices = encoded.filter(({ mode }) => mode === 'ATTRIBUTES');
  return new Set(vertices.map(({ byteOffset }) => glb[binary + byteOffset]));
}

interface EncodedView {
  readonly mode: string;
  readonly byteOffset: number;
}

async function checkFile(glb: Uint8Array): Promise<void> {
  const { issues } = await validateBytes(glb, { maxIssues: 1000 });
  expect(issues.messages.filter(({ severity }) => severity <= 1)).toEqual([]);
}

async function check({ path, input, merge = true, time = 0, isInstanced = false }: Row): Promise<void> {
  const options = { path, input };
  const full = await backToGlb({ ...options, settings: { mesh: { merge } } });
  const settings = { mesh: { ...compact, merge } };
  const small = await backToGlb({ ...options, settings });
  const encoded = await backToGlb({ ...options, settings }, { meshopt: true });
  const khr = await backToGlb({ ...options, settings }, { meshopt: 'khr' });
  const mesh = decodeHmesh(small.outputs.get(path.replace(/\.\w+$/, '.hmesh')) ?? new Uint8Array(0));
  const step = mesh.stored?.compact?.grid.step ?? Number.NaN;
  const wanted = await trianglesOf(full.glb, time);
  expect(wanted.length).toBeGreaterThan(0);
  for (const { glb } of [small, encoded, khr]) {
    await checkFile(glb);
    const found = await trianglesOf(glb, time);
    expect(found.length).toBe(wanted.length);
    // Joints and nodes may scale; the fixtures do so by at most 4.
    const worst = wanted.reduce((most, value, i) => Math.max(most, Math.abs(value - (found[i] ?? Number.NaN))), 0);
    expect(worst).toBeLessThan(step * 3 * 4);
  }
  expect(jsonOf(small.glb).extensionsRequired.includes('KHR_mesh_quantization')).toBe(!isInstanced);
  expect(jsonOf(encoded.glb).extensionsRequired).toContain('EXT_meshopt_compression');
  expect(jsonOf(khr.glb).extensionsRequired).toContain('KHR_meshopt_compression');
  expect(JSON.stringify(jsonOf(khr.glb))).not.toContain('EXT_meshopt_compression');
  expect(vertexVersions(encoded.glb)).toEqual(new Set([0xa0]));
  expect(vertexVersions(khr.glb)).toEqual(new Set([0xa1]));
  expect(jsonOf(full.glb).extensionsRequired ?? []).not.toContain('KHR_mesh_quantization');
}

it('keeps a generated mesh, in less than half of the bytes', async () => {
  const builder = new GltfBuilder();
  builder.node({ mesh: builder.mesh(gridPrimitive(builder, 24, {})), translation: [1, 2, 3] });
  const row = { path: 'a.glb', input: { 'a.glb': builder.glb() } };
  await check(row);
  const full = await backToGlb(row);
  const encoded = await backToGlb({ ...row, settings: { mesh: compact } }, { meshopt: true });
  expect(encoded.glb.length).toBeLessThan(full.glb.length / 2);
});

describe.skipIf(!existsSync(input))('models of the corpus', () => {
  it.each<Row>([
    { path: 'RecursiveSkeletons/RecursiveSkeletons.glb', input, time: 0.5 },
    { path: 'AnimatedMorphCube/AnimatedMorphCube.gltf', input, time: 0.7 },
    { path: 'SimpleInstancing/SimpleInstancing.glb', input, merge: false, isInstanced: true },
    { path: 'BoxAnimated/BoxAnimated.glb', input, merge: false, time: 1 },
  ])('$path', check);
});
