// assetc_mesh_blas against the SDK: a program that knows only the structs of Vulkan finds the same corners and micromaps.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeHmesh, encodeHmesh, type Hmesh, unpackVertices } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { micromapMesh } from '../../packages/formats/src/testing/full-mesh.js';
import { sampleMesh } from '../../packages/formats/src/testing/sample-mesh.js';
import {
  compactMesh,
  compactModel,
  narrowModel,
  SAMPLE_GRID,
  splitModel,
} from '../../packages/formats/src/testing/stored-mesh.js';
import { gridPrimitive } from '../lods/lod-source.js';
import { compileModel } from '../support/compile-model.js';
import { compile, hasVulkan, root, run } from './c-compiler.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-blas-'));
  if (!hasVulkan) return;
  const source = join(root, 'tests/c-library/blas.c');
  expect(compile({ source, output: join(folder, 'blas') })).toBe('');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each triangle of each submesh and level as its numbers: submesh, level, micromap, corners. A stalled level is the one before it. */
function expected(mesh: Hmesh): readonly (readonly number[])[] {
  const { positions } = unpackVertices(mesh.vertices);
  const { lods, micromaps } = mesh;
  return mesh.submeshes.flatMap(({ firstIndex, indexCount }, submesh) => {
    let drawn = { list: mesh.indices, maps: micromaps?.indices, first: firstIndex, count: indexCount };
    return Array.from({ length: 1 + (lods?.lodCount ?? 0) }, (_, level) => {
      const range = (submesh * (lods?.lodCount ?? 0) + level - 1) * 2;
      const count = lods?.ranges[range + 1] ?? 0;
      if (level > 0 && lods && count > 0)
        drawn = { list: lods.indices, maps: micromaps?.lodIndices, first: lods.ranges[range] ?? 0, count };
      const { list, maps, first } = drawn;
      return Array.from({ length: drawn.count / 3 }, (_, i) => [
        submesh,
        level,
        maps?.[first / 3 + i] ?? -2,
        ...[0, 1, 2].flatMap((corner) => {
          const vertex = list[first + i * 3 + corner] ?? 0;
          return [...positions.subarray(vertex * 3, vertex * 3 + 3)];
        }),
      ]);
    }).flat();
  });
}

function printed(bytes: Uint8Array): {
  readonly triangles: readonly (readonly number[])[];
  readonly rest: readonly string[];
} {
  const path = join(folder, 'a.hmesh');
  writeFileSync(path, bytes);
  const { status, stdout, stderr } = run(join(folder, 'blas'), [path]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  const isTriangle = (line: string): boolean => /^\d/.test(line);
  return {
    triangles: lines.filter(isTriangle).map((line) => line.split(' ').map((number) => Math.fround(Number(number)))),
    rest: lines.filter((line) => !isTriangle(line)),
  };
}

describe.skipIf(!hasVulkan)('assetc_mesh_blas', () => {
  it('finds the corners of every submesh and level, with indices of two and of four bytes', async () => {
    expect(printed(encodeHmesh(sampleMesh())).triangles).toEqual(expected(decodeHmesh(encodeHmesh(sampleMesh()))));
    const builder = new GltfBuilder();
    builder.node({ mesh: builder.mesh(gridPrimitive(builder, 12, {})) });
    const { context, mesh } = await compileModel({ path: 'a.glb', input: { 'a.glb': builder.glb() } });
    expect(mesh.lods?.lodCount).toBe(2);
    expect(printed(context.output('.hmesh')).triangles).toEqual(expected(mesh));
  });

  it.each([
    ['split', splitModel(micromapMesh())],
    ['compact', compactMesh()],
    ['compact and split', compactMesh(true)],
    ['compact with narrow indices', narrowModel(compactModel(micromapMesh(), SAMPLE_GRID))],
  ])('finds the corners of %s vertices', (_, model) => {
    const mesh = decodeHmesh(encodeHmesh(model));
    const { triangles } = printed(encodeHmesh(model));
    const wanted = expected(mesh);
    const { step = 0 } = mesh.stored?.compact?.grid ?? {};
    expect(triangles.length).toBe(wanted.length);
    // A quotient of integers and 32767 is rounded once, and its product once more.
    for (const [i, numbers] of triangles.entries())
      for (const [k, number] of numbers.entries())
        expect(Math.abs(number - (wanted[i]?.[k] ?? Number.NaN))).toBeLessThanOrEqual(step * 2 ** -7);
  });

  it('finds the micromaps of every triangle, and counts them by usage', () => {
    const bytes = encodeHmesh(micromapMesh());
    const { triangles, rest } = printed(bytes);
    expect(triangles).toEqual(expected(decodeHmesh(bytes)));
    expect(rest.filter((line) => line.startsWith('build'))).toEqual(['build 1 1 2', 'build 1 2 2']);
    // Submesh, level, count, subdivision level, format. Submesh 1 stalls at level 1.
    expect(rest.filter((line) => /^usage [01] [01] /.test(line))).toEqual([
      'usage 0 0 0 1 2',
      'usage 0 0 1 2 2',
      'usage 0 1 1 1 2',
      'usage 0 1 0 2 2',
      'usage 1 0 0 1 2',
      'usage 1 0 0 2 2',
      'usage 1 1 0 1 2',
      'usage 1 1 0 2 2',
    ]);
  });
});
