// Compiles a model through its kind, and reads the outputs back.

import {
  type AnimationClip,
  clipsAsKeys,
  decodeHanim,
  decodeHanimx,
  decodeHclip,
  decodeHmat,
  decodeHmatx,
  decodeHmesh,
  decodeHscene,
  type Hmatx,
  type Hmesh,
  type Hscene,
  type Material,
  unpackVertices,
  type VertexAttributes,
  validateHanim,
  validateHclip,
  validateHmat,
  validateHmatx,
  validateHmesh,
  validateHscene,
  type WeightClip,
} from '@assetc/formats';
import { expect } from 'vitest';
import { meshKind } from '../../packages/compiler/src/kinds/mesh/mesh-kind.js';
import type { Kind } from '../../packages/compiler/src/model/kind/kind.js';
import { type JobContextOptions, TestContext } from '../../packages/compiler/src/testing/test-context.js';

export interface CompiledModel {
  readonly context: TestContext;
  readonly mesh: Hmesh;
  readonly vertices: VertexAttributes;
  readonly materials: readonly Material[];
  /** Material data beyond the rows, if it was written. */
  readonly extras: Hmatx | undefined;
  readonly clips: readonly AnimationClip[];
  /** Clips of morph weights. */
  readonly weightClips: readonly WeightClip[];
  /** If one was written. */
  readonly scene: Hscene | undefined;
  readonly warnings: readonly string[];
}

/** Keys, or else compressed clips, decoded to keys. */
function clipsOf({ outputs }: TestContext, mesh: Hmesh): Pick<CompiledModel, 'clips' | 'weightClips'> {
  const decoded = <T>(wanted: string, decode: (bytes: Uint8Array) => T): T | undefined => {
    const bytes = outputs.find(({ suffix }) => suffix === wanted)?.bytes;
    return bytes && decode(bytes);
  };
  const hclip = decoded('.hclip', (bytes) => {
    expect(validateHclip(bytes, mesh.skin?.joints.length ?? 0, mesh.morphs?.targets.length ?? 0)).toEqual([]);
    return decodeHclip(bytes);
  });
  const files = { hanim: decoded('.hanim', decodeHanim), hanimx: decoded('.hanimx', decodeHanimx), hclip };
  const { joints, weights } = clipsAsKeys(files, mesh);
  return { clips: joints, weightClips: weights };
}

export async function compileModel(options: JobContextOptions, kind: Kind = meshKind): Promise<CompiledModel> {
  const context = new TestContext({ ...options });
  await kind.compile(context);
  const mesh = decodeHmesh(context.output('.hmesh'));
  const hanim = context.outputs.find(({ suffix }) => suffix === '.hanim');
  const hscene = context.outputs.find(({ suffix }) => suffix === '.hscene');
  if (hscene !== undefined) expect(validateHscene(hscene.bytes)).toEqual([]);
  expect(validateHmesh(context.output('.hmesh'))).toEqual([]);
  expect(validateHmat(context.output('.hmat'))).toEqual([]);
  const hmatx = context.outputs.find(({ suffix }) => suffix === '.hmatx');
  if (hmatx !== undefined) expect(validateHmatx(hmatx.bytes)).toEqual([]);
  if (hanim !== undefined) expect(validateHanim(hanim.bytes, mesh.skin?.joints.length)).toEqual([]);
  return {
    context,
    mesh,
    vertices: unpackVertices(mesh.vertices),
    materials: decodeHmat(context.output('.hmat')),
    extras: hmatx === undefined ? undefined : decodeHmatx(hmatx.bytes),
    ...clipsOf(context, mesh),
    scene: hscene === undefined ? undefined : decodeHscene(hscene.bytes),
    warnings: context.warnings.map(({ code }) => code),
  };
}

/** 8 numbers per corner (position, normal, uv) of one submesh. */
export function submeshCorners({ mesh, vertices }: CompiledModel, submesh: number): Float64Array {
  const { firstIndex, indexCount } = mesh.submeshes[submesh] ?? { firstIndex: 0, indexCount: 0 };
  return cornersOf(vertices, mesh.indices.subarray(firstIndex, firstIndex + indexCount));
}

export function cornersOf(vertices: VertexAttributes, indices: ArrayLike<number>): Float64Array {
  const out = new Float64Array(indices.length * 8);
  for (let i = 0; i < indices.length; i++) {
    const v = indices[i] ?? 0;
    out.set(vertices.positions.subarray(v * 3, v * 3 + 3), i * 8);
    out.set(vertices.normals.subarray(v * 3, v * 3 + 3), i * 8 + 3);
    out.set(vertices.uvs.subarray(v * 2, v * 2 + 2), i * 8 + 6);
  }
  return out;
}

/** Asserts that no submesh contains a vertex twice. A vertex is its row in VTXS and its row in SKIN. */
export function expectNoDuplicateVertices({ mesh }: CompiledModel): void {
  for (const [i, { firstIndex, indexCount }] of mesh.submeshes.entries()) {
    const used = new Set(mesh.indices.subarray(firstIndex, firstIndex + indexCount));
    const rows = new Set([...used].map((vertex) => rowOf(mesh, vertex)));
    expect(rows.size, `vertices of submesh ${i}`).toBe(used.size);
  }
}

function rowOf({ vertices, skin, desc }: Hmesh, vertex: number): string {
  const packed = (chunk: Uint8Array, size: number): string =>
    Buffer.from(chunk.subarray(vertex * size, (vertex + 1) * size)).toString('hex');
  const { vertexStride, vertexCount } = desc;
  return packed(vertices, vertexStride) + (skin ? packed(skin.vertices, skin.vertices.length / vertexCount) : '');
}

/** The longest edge of the mesh's bounding box. */
export function extentOf({ mesh }: CompiledModel): number {
  return Math.max(...mesh.bounds.aabbMax.map((high, axis) => high - (mesh.bounds.aabbMin[axis] ?? 0)));
}
