// Fewer triangles over the same vertices, by meshoptimizer.

import { wasmBase64 } from '../generated/meshopt-simplifier-wasm.js';
import { type Floats, writeFloats } from './floats.js';
import { MeshoptInstances, type MeshoptStack, meshoptModule } from './instances.js';
import { collapseBytes, scaleBytes, sloppyBytes } from './memory-needs.js';

interface SimplifierFunctions {
  meshopt_simplifyScale(positions: number, vertexCount: number, strideBytes: number): number;
  meshopt_simplifyWithAttributes(
    to: number,
    from: number,
    indexCount: number,
    positions: number,
    vertexCount: number,
    strideBytes: number,
    attributes: number,
    attributeStrideBytes: number,
    weights: number,
    weightCount: number,
    locks: number,
    targetCount: number,
    targetError: number,
    options: number,
    error: number,
  ): number;
  meshopt_simplifySloppy(
    to: number,
    from: number,
    indexCount: number,
    positions: number,
    vertexCount: number,
    strideBytes: number,
    locks: number,
    targetCount: number,
    targetError: number,
    error: number,
  ): number;
}

const instances = new MeshoptInstances(
  meshoptModule<SimplifierFunctions>(wasmBase64, [
    'meshopt_simplifyScale',
    'meshopt_simplifyWithAttributes',
    'meshopt_simplifySloppy',
  ]),
);

/** meshopt_Simplify…: the indices use few of the vertices; errors are in the units of positions; seams may be split. */
const OPTIONS = { sparse: 2, absolute: 4, permissive: 32 } as const;

export interface MeshToSimplify {
  readonly indices: Uint32Array;
  readonly vertexCount: number;
  /** Three per vertex. */
  readonly positions: Floats;
  /** 1 for each vertex that must stay; more bits as in meshoptimizer. */
  readonly locks?: Uint8Array | undefined;
}

export interface SimplifyGoal {
  /** Target number of indices. */
  readonly count: number;
  /** Maximum error, relative to the extent of the mesh unless `absolute` is given. */
  readonly error: number;
  readonly options?: readonly (keyof typeof OPTIONS)[];
}

export interface Simplified {
  readonly indices: Uint32Array;
  readonly error: number;
}

/** The extent to which relative errors refer. */
export function simplifyScale(vertexCount: number, positions: Floats): number {
  return instances.use(scaleBytes(vertexCount), (stack) => {
    const at = stack.push(vertexCount * 12);
    writeFloats(positions, stack.f32(at, vertexCount * 3));
    return stack.call.meshopt_simplifyScale(at, vertexCount, 12);
  });
}

/** Collapses edges. `attributes`: one per vertex and weight. */
export function simplify(
  mesh: MeshToSimplify & { readonly attributes: Floats; readonly weights: readonly number[] },
  { count, error, options = [] }: SimplifyGoal,
): Simplified {
  const { vertexCount, indices, attributes, weights } = mesh;
  if (weights.length > 32)
    throw new Error(`the simplifier takes up to 32 attributes per vertex, not ${weights.length}`);
  return instances.use(collapseBytes(vertexCount, indices.length, weights.length), (stack) => {
    const at = writeMesh(stack, mesh);
    const weightsAt = stack.push(weights.length * 4);
    stack.f32(weightsAt, weights.length).set(weights);
    const attributesAt = stack.push(vertexCount * weights.length * 4);
    writeFloats(attributes, stack.f32(attributesAt, vertexCount * weights.length));
    // In place: the library copies the indices to the output first, and reads them only there.
    const length = stack.call.meshopt_simplifyWithAttributes(
      at.indices,
      at.indices,
      indices.length,
      at.positions,
      vertexCount,
      12,
      attributesAt,
      weights.length * 4,
      weightsAt,
      weights.length,
      at.locks,
      count,
      error,
      options.reduce((bits, option) => bits | OPTIONS[option], 0),
      at.error,
    );
    return resultIn(stack, at.indices, length, at.error);
  });
}

/** Merges nearby vertices, connected or not. */
export function simplifySloppily(mesh: MeshToSimplify, { count, error }: SimplifyGoal): Simplified {
  const { vertexCount, indices } = mesh;
  return instances.use(sloppyBytes(vertexCount, indices.length), (stack) => {
    const at = writeMesh(stack, mesh);
    const to = stack.push(indices.length * 4);
    const length = stack.call.meshopt_simplifySloppy(
      to,
      at.indices,
      indices.length,
      at.positions,
      vertexCount,
      12,
      at.locks,
      count,
      error,
      at.error,
    );
    return resultIn(stack, to, length, at.error);
  });
}

function writeMesh(
  stack: MeshoptStack<SimplifierFunctions>,
  { indices, vertexCount, positions, locks }: MeshToSimplify,
): { readonly [area in 'indices' | 'positions' | 'locks' | 'error']: number } {
  const at = {
    error: stack.push(4),
    indices: stack.push(indices.length * 4),
    positions: stack.push(vertexCount * 12),
    locks: locks === undefined ? 0 : stack.push(vertexCount),
  };
  stack.u32(at.indices, indices.length).set(indices);
  writeFloats(positions, stack.f32(at.positions, vertexCount * 3));
  if (locks !== undefined) stack.u8(at.locks, vertexCount).set(locks);
  return at;
}

function resultIn(stack: MeshoptStack<SimplifierFunctions>, at: number, length: number, errorAt: number): Simplified {
  return { indices: stack.u32(at, length >>> 0).slice(), error: stack.f32(errorAt, 1)[0] ?? 0 };
}
