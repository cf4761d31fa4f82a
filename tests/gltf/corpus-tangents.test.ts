// The tangent kernel against the npm package, bit for bit, on every primitive of the corpus: as the files have their vertices, and
// with every corner apart.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TangentSpace } from '@assetc/kernels';
import { generateTangents } from 'mikktspace';
import { describe, expect, it } from 'vitest';
import { importGltf } from '../../packages/compiler/src/importers/gltf/import-gltf.js';
import { importObj } from '../../packages/compiler/src/importers/obj/import-obj.js';
import type { PrimitiveModel } from '../../packages/compiler/src/model/scene/scene.js';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';

const files = (folder: string): readonly string[] =>
  readdirSync(join(corpus, folder), { recursive: true })
    .map(String)
    .filter((path) => /\.(gltf|glb|obj)$/.test(path))
    .sort();

/** Eight floats a vertex, and the corners of the file. */
function verticesOf({ positions, normals, uvs = new Float32Array((positions.length / 3) * 2) }: PrimitiveModel) {
  const vertices = new Float32Array((positions.length / 3) * 8);
  for (let v = 0; v < positions.length / 3; v++) {
    vertices.set(positions.subarray(v * 3, v * 3 + 3), v * 8);
    vertices.set(normals?.subarray(v * 3, v * 3 + 3) ?? [0, 0, 1], v * 8 + 3);
    vertices.set(uvs.subarray(v * 2, v * 2 + 2), v * 8 + 6);
  }
  return vertices;
}

const bitsOf = (floats: Float32Array): Buffer => Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength);

async function compare(primitive: PrimitiveModel): Promise<number> {
  const vertices = verticesOf(primitive);
  const { indices } = primitive;
  const corner = (values: Float32Array, first: number, width: number): Float32Array =>
    Float32Array.from(
      { length: indices.length * width },
      (_, i) => values[(indices[Math.floor(i / width)] ?? 0) * 8 + first + (i % width)] ?? 0,
    );
  const wanted = generateTangents(corner(vertices, 0, 3), corner(vertices, 3, 3), corner(vertices, 6, 2));
  const apart = corner(vertices, 0, 8);
  for (const source of [
    { vertexCount: vertices.length / 8, indices, fill: (floats: Float32Array) => floats.set(vertices) },
    {
      vertexCount: indices.length,
      indices: indices.map((_, i) => i),
      fill: (floats: Float32Array) => floats.set(apart),
    },
  ]) {
    const space = await TangentSpace.of(source);
    expect(bitsOf(space.corners()).equals(bitsOf(wanted))).toBe(true);
    space.release();
  }
  return indices.length;
}

describe.skipIf(!existsSync(corpus)).each([
  ['gltf', 40_000],
  ['obj', 500],
])('tangents of every model of %s', (folder, least) => {
  it('are the package’s to the last bit', async () => {
    let compared = 0;
    for (const path of files(folder)) {
      const context = new TestContext({ path, input: join(corpus, folder) });
      const scene = path.endsWith('.obj') ? await importObj(context) : await importGltf(context, { scene: 'auto' });
      for (const { primitives } of scene.meshes)
        for (const primitive of primitives) if (primitive.uvs !== undefined) compared += await compare(primitive);
    }
    expect(compared).toBeGreaterThan(least);
  });
});
