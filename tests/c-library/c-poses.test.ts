// Poses of the C example, compared with those of three.js: local transforms, skin matrices and posed vertices, within 1e-5 of each other and
// of the size of the model.

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackSkinVertices } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { type CompiledModel, compileModel } from '../support/compile-model.js';
import { cCompiler, compile, root, run } from './c-compiler.js';
import { poseInThree } from './three-skeleton.js';

const TOLERANCE = 1e-5;
const TIMES = 20;

let folder = '';
let program = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-poses-'));
  program = join(folder, 'pose');
  if (cCompiler === undefined) return;
  const source = join(root, 'packages/formats/c/example/pose.c');
  expect(compile({ source, output: program, flags: ['-O1'] })).toBe('');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One list of numbers for each thing that the program prints, by its name, in order. */
function poseInC(model: CompiledModel, clip: string, times: readonly number[]): Map<string, number[][]>[] {
  const [mesh, clips] = [join(folder, 'a.hmesh'), join(folder, 'a.hanim')];
  writeFileSync(mesh, model.context.output('.hmesh'));
  writeFileSync(clips, model.context.output('.hanim'));
  const { status, stdout, stderr } = run(program, [mesh, clips, clip, ...times.map(String)]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const poses: Map<string, number[][]>[] = [];
  for (const line of stdout.split('\n').slice(0, -1)) {
    const [name = '', , ...numbers] = line.split(' ');
    if (name === 'time') poses.push(new Map());
    const lists = poses.at(-1);
    if (lists?.has(name) === false) lists.set(name, []);
    lists?.get(name)?.push(numbers.map(Number));
  }
  return poses;
}

const worst = (a: readonly number[][], b: readonly (readonly number[])[]): number => {
  expect(a.length).toBe(b.length);
  return Math.max(0, ...a.map((list, i) => Math.max(...list.map((v, k) => Math.abs(v - (b[i]?.[k] ?? Number.NaN))))));
};

function posedByThree(model: CompiledModel, matrices: readonly (readonly number[])[]): number[][] {
  const { mesh, vertices } = model;
  const { joints, weights } = unpackSkinVertices(mesh.skin?.vertices ?? new Uint8Array(0));
  return Array.from({ length: mesh.desc.vertexCount }, (_, v) =>
    [0, 1, 2].map((axis) => {
      let sum = 0;
      for (let lane = 0; lane < 4; lane++) {
        const m = matrices[joints[v * 4 + lane] ?? 0] ?? [];
        const at = (k: number): number => (m[k * 4 + axis] ?? 0) * (k === 3 ? 1 : (vertices.positions[v * 3 + k] ?? 0));
        sum += (weights[v * 4 + lane] ?? 0) * (at(0) + at(1) + at(2) + at(3));
      }
      return sum;
    }),
  );
}

function expectPoses(model: CompiledModel): number {
  const { clips, mesh } = model;
  const size = Math.max(1, ...mesh.bounds.aabbMax.map((v, i) => Math.abs(v - (mesh.bounds.aabbMin[i] ?? 0))));
  for (const clip of clips) {
    const times = Array.from({ length: TIMES }, (_, i) => Math.fround((clip.duration * i) / (TIMES - 1)));
    const wanted = poseInThree(mesh, clip, times);
    for (const [i, pose] of poseInC(model, clip.name, times).entries()) {
      const { locals = [], matrices = [] } = wanted[i] ?? {};
      const label = `${clip.name} at ${times[i]}`;
      const reach = Math.max(
        1,
        ...locals.flatMap(({ translation, scale }) => [...translation, ...scale].map(Math.abs)),
      );
      expect(
        worst(
          pose.get('translation') ?? [],
          locals.map((l) => l.translation),
        ),
        label,
      ).toBeLessThan(TOLERANCE * reach);
      expect(
        worst(
          pose.get('rotation') ?? [],
          locals.map((l) => l.rotation),
        ),
        label,
      ).toBeLessThan(TOLERANCE);
      expect(
        worst(
          pose.get('scale') ?? [],
          locals.map((l) => l.scale),
        ),
        label,
      ).toBeLessThan(TOLERANCE * reach);
      const posed = posedByThree(model, matrices);
      expect(worst(pose.get('position') ?? [], posed), label).toBeLessThan(TOLERANCE * size);
    }
  }
  return clips.length;
}

/** A strip bound to a chain of joints whose parents follow them, turned by linear and stepped keys. */
function chain(): GltfBuilder {
  const builder = new GltfBuilder();
  const count = 5;
  const nodes = Array.from({ length: count }, (_, i) =>
    builder.node(
      { translation: [0, i === count - 1 ? 0 : 1, 0], ...(i > 0 ? { children: [i - 1] } : {}) },
      i === count - 1,
    ),
  );
  const positions = Float32Array.from({ length: (count + 1) * 6 }, (_, i) => [i % 2, Math.floor(i / 2), 0][i % 3] ?? 0);
  for (let v = 0; v < positions.length / 3; v++) positions.set([v % 2, Math.floor(v / 2), 0], v * 3);
  const vertices = positions.length / 3;
  const numbers = Uint8Array.from({ length: vertices * 4 }, (_, i) => (i % 4 === 0 ? Math.min(count - 1, i >> 3) : 0));
  const weights = Float32Array.from({ length: vertices * 4 }, (_, i) => (i % 4 === 0 ? 1 : 0));
  const indices = Uint16Array.from({ length: (vertices - 2) * 3 }, (_, i) => Math.floor(i / 3) + (i % 3));
  const mesh = builder.mesh({
    attributes: {
      POSITION: builder.accessor(positions, 'VEC3'),
      JOINTS_0: builder.accessor(numbers, 'VEC4'),
      WEIGHTS_0: builder.accessor(weights, 'VEC4'),
    },
    indices: builder.accessor(indices, 'SCALAR'),
  });
  const skin = builder.list('skins', { joints: nodes });
  builder.node({ mesh, skin });
  const input = builder.accessor(Float32Array.of(0, 0.4, 1.1, 2), 'SCALAR');
  const turns = [0, 2.4, -1, 0.02].flatMap((angle) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]);
  const output = builder.accessor(Float32Array.from(turns), 'VEC4');
  const samplers = [
    { input, output },
    { input, output, interpolation: 'STEP' },
  ];
  builder.list('animations', {
    name: 'turn',
    samplers,
    channels: nodes.map((node, i) => ({ sampler: i % 2, target: { node, path: 'rotation' } })),
  });
  return builder;
}

describe.skipIf(cCompiler === undefined)('poses in C', () => {
  it('of joints that come before their parents', async () => {
    const model = await compileModel({ path: 'a.glb', input: { 'a.glb': chain().glb() } });
    expect(expectPoses(model)).toBe(1);
  });

  const folder = join(corpusFolder, 'gltf');
  const found = (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
    .filter((path) => /^(?:Fox|RecursiveSkeletons|SimpleSkin|BoxAnimated).*\.(?:gltf|glb)$/.test(path))
    .map((path) => ({ path: path.replaceAll('\\', '/') }));
  it.skipIf(found.length === 0).each(found)('of $path', async ({ path }) => {
    const model = await compileModel({ path, input: folder });
    expect(expectPoses(model)).toBeGreaterThan(0);
  });
});
