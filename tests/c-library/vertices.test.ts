// Vertices of every form have the same bits in C and in the SDK.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeHmesh, unpackSkinVertices, unpackStoredVertices, unpackVertices } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { encodeHmesh } from '../../packages/formats/src/hmesh/encode.js';
import { fullMesh } from '../../packages/formats/src/testing/full-mesh.js';
import { compactMesh, splitModel } from '../../packages/formats/src/testing/stored-mesh.js';
import { compileModel } from '../support/compile-model.js';
import { cCompiler, compile, root, run } from './c-compiler.js';

let folder = '';
let program = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-vertices-'));
  program = join(folder, 'vertices');
  const source = join(root, 'tests/c-library/vertices.c');
  if (cCompiler !== undefined) expect(compile({ source, output: program, flags: ['-O1'] })).toBe('');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The lines of the program, by the SDK. */
function expectedLines(bytes: Uint8Array): readonly string[] {
  const mesh = decodeHmesh(bytes);
  const { positions, normals, tangents, uvs } = mesh.stored
    ? unpackStoredVertices(mesh.stored)
    : unpackVertices(mesh.vertices);
  const skin = mesh.skin && unpackSkinVertices(mesh.skin.vertices);
  const words = (list: Float32Array, i: number, width: number): number[] => [
    ...new Uint32Array(list.slice(i * width, (i + 1) * width).buffer),
  ];
  return Array.from({ length: mesh.desc.vertexCount }, (_, i) => {
    const line = [...words(positions, i, 3), ...words(normals, i, 3), ...words(tangents, i, 4), ...words(uvs, i, 2)];
    for (let lane = 0; skin && lane < 4; lane++)
      line.push(skin.joints[i * 4 + lane] ?? 0, words(skin.weights, i * 4 + lane, 1)[0] ?? 0);
    if (mesh.uvs1) line.push(...words(mesh.uvs1, i, 2));
    return `${line.join(' ')} `;
  });
}

describe.skipIf(cCompiler === undefined)('vertices in C', () => {
  const check = (bytes: Uint8Array): void => {
    const path = join(folder, 'm.hmesh');
    writeFileSync(path, bytes);
    const { status, stdout } = run(program, [path]);
    expect(status).toBe(0);
    expect(stdout.split('\n').slice(0, -1)).toEqual(expectedLines(bytes));
  };

  it('are those of the SDK, in every form', () => {
    for (const model of [fullMesh(), splitModel(fullMesh()), compactMesh(), compactMesh(true)])
      check(encodeHmesh(model));
  });

  it('are those of the SDK in a compiled mesh, with normals in all directions', async () => {
    const builder = new GltfBuilder();
    const { positions, indices } = grid(12);
    const normals = positions.map((_, i) => {
      const [z, angle] = [1 - (2 * Math.floor(i / 3)) / 168, Math.floor(i / 3) * 2.4];
      const r = Math.sqrt(Math.max(0, 1 - z * z));
      return [r * Math.cos(angle), r * Math.sin(angle), z][i % 3] ?? 0;
    });
    const attributes = {
      POSITION: builder.accessor(positions, 'VEC3'),
      NORMAL: builder.accessor(normals, 'VEC3'),
      TEXCOORD_0: builder.accessor(
        Float32Array.from({ length: (positions.length / 3) * 2 }, (_, i) => Math.sin(i)),
        'VEC2',
      ),
    };
    builder.node({ mesh: builder.mesh({ attributes, indices: builder.accessor(indices, 'SCALAR') }) });
    const settings = { mesh: { vertices: 'compact', streams: 'split', indexWidth: 'smallest' } };
    const { context } = await compileModel({ path: 'm.glb', input: { 'm.glb': builder.glb() }, settings });
    check(context.output('.hmesh'));
  });
});
