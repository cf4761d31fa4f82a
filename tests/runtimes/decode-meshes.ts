// Compiles a model for another runtime through its kind, validates every output, and reads the triangles back.

import { createHash } from 'node:crypto';
import { unpackVertices, validateHmat } from '@assetc/formats';
import { decodeHmesh1, validateHmesh1 } from '@assetc/formats/hmesh1';
import { decodeGali, validateGali } from '@assetc/other-runtimes/galileo';
import {
  decodeVkguideMesh,
  decodeVkguidePrefab,
  unpackVkguideVertices,
  validateVkguide,
} from '@assetc/other-runtimes/vkguide';
import { expect } from 'vitest';
import { meshKind } from '../../packages/compiler/src/kinds/mesh/mesh-kind.js';
import { type JobContextOptions, TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { cornersOf } from '../support/compile-model.js';

export type OtherFormat = 'hmesh1' | 'vkguide' | 'galileo';

const VALIDATORS: readonly [string, (bytes: Uint8Array) => readonly unknown[]][] = [
  ['.hmesh', validateHmesh1],
  ['.hmat', validateHmat],
  ['.gali', validateGali],
  ['.mesh', validateVkguide],
  ['.mat', validateVkguide],
  ['.pfb', validateVkguide],
];

export async function compileFor(
  format: OtherFormat,
  options: JobContextOptions,
  mesh: { readonly [setting: string]: string | boolean | number[] } = {},
): Promise<TestContext> {
  const settings = { ...options.settings, mesh: { format, lods: [], ...mesh } };
  const context = new TestContext({ ...options, settings });
  await meshKind.compile(context);
  for (const { suffix, bytes } of context.outputs) {
    const validate = VALIDATORS.find(([extension]) => suffix.endsWith(extension))?.[1];
    expect(validate?.(bytes), suffix).toEqual([]);
  }
  return context;
}

/** 8 numbers a corner (position, normal, uv), in the space in which the file has them. */
export function trianglesOf(context: TestContext, suffix: string): Float64Array {
  const bytes = context.output(suffix);
  if (suffix.endsWith('.hmesh')) {
    const mesh = decodeHmesh1(bytes);
    return cornersOf(unpackVertices(mesh.vertices, 1), mesh.indices);
  }
  if (suffix.endsWith('.mesh')) {
    const mesh = decodeVkguideMesh(bytes);
    return cornersOf(
      { ...unpackVkguideVertices(mesh.vertices, mesh.vertexFormat), tangents: new Float32Array(0) },
      mesh.indices,
    );
  }
  const parts = decodeGali(bytes).groups.map(({ positions, normals, tangents, texcoords, indices, vertexCount }) => {
    const uvs = Float32Array.from(texcoords[0] ?? new Uint16Array(vertexCount * 2), (n) => n / 65535);
    return cornersOf({ positions, normals, tangents, uvs }, indices);
  });
  return join(parts);
}

interface PlacedMesh {
  readonly node: string;
  readonly meshPath: string;
  readonly materialPath: string;
  /** Column-major. */
  readonly world: readonly number[];
}

/** What the prefab shows, by its own matrices and parents. */
export function placedMeshes(context: TestContext): readonly PlacedMesh[] {
  const { nodeMatrices, nodeNames, nodeParents, nodeMeshes, matrices } = decodeVkguidePrefab(context.output('.pfb'));
  const local = (node: number): readonly number[] => {
    const at = (nodeMatrices.get(node) ?? -1) * 16;
    return [...matrices.subarray(at, at + 16)];
  };
  const world = (node: number): readonly number[] => {
    const parent = nodeParents.get(node);
    return parent === undefined ? local(node) : multiply(world(parent), local(node));
  };
  return [...nodeMeshes].map(([node, paths]) => ({ node: nodeNames.get(node) ?? '', ...paths, world: world(node) }));
}

export function multiply(a: readonly number[], b: readonly number[]): readonly number[] {
  return Array.from({ length: 16 }, (_, i) =>
    [0, 1, 2, 3].reduce((sum, k) => sum + (a[k * 4 + (i % 4)] ?? 0) * (b[(i >> 2) * 4 + k] ?? 0), 0),
  );
}

export function join(parts: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
