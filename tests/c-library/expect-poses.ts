// Poses that a program prints, like the examples in C and Rust, compared with those of three.js: local transforms and posed vertices,
// within 1e-5 of each other and of the size of the model.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackSkinVertices } from '@assetc/formats';
import { expect } from 'vitest';
import type { CompiledModel } from '../support/compile-model.js';
import { run } from './c-compiler.js';
import { poseInThree } from './three-skeleton.js';

const TOLERANCE = 1e-5;
const TIMES = 20;

/** One list of numbers for each thing that the program prints, by its name, in order. */
function posesOf(
  program: string,
  model: CompiledModel,
  clip: string,
  times: readonly number[],
): Map<string, number[][]>[] {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-poses-'));
  const [mesh, clips] = [join(folder, 'a.hmesh'), join(folder, 'a.hanim')];
  writeFileSync(mesh, model.context.output('.hmesh'));
  writeFileSync(clips, model.context.output('.hanim'));
  const { status, stdout, stderr } = run(program, [mesh, clips, clip, ...times.map(String)]);
  rmSync(folder, { recursive: true, force: true });
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

/** `program` gets the mesh, the clips, the name of a clip and times. Returns the number of clips. */
export function expectPoses(program: string, model: CompiledModel): number {
  const { clips, mesh } = model;
  const size = Math.max(1, ...mesh.bounds.aabbMax.map((v, i) => Math.abs(v - (mesh.bounds.aabbMin[i] ?? 0))));
  for (const clip of clips) {
    const times = Array.from({ length: TIMES }, (_, i) => Math.fround((clip.duration * i) / (TIMES - 1)));
    const wanted = poseInThree(mesh, clip, times);
    for (const [i, pose] of posesOf(program, model, clip.name, times).entries()) {
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
