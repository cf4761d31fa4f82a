// The npm package is the oracle: the same wasm, called by its own JavaScript.

import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { type Flags, MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderTriangles } from './order-triangles.js';
import { type SimplifyGoal, simplify, simplifyScale, simplifySloppily } from './simplify.js';

beforeAll(async () => {
  await Promise.all([MeshoptEncoder.ready, MeshoptSimplifier.ready]);
});

/** A bumpy grid; with 150 quads per side it takes more memory than a kept instance may have. */
function bumps(side: number) {
  const count = (side + 1) ** 2;
  const positions = new Float32Array(count * 3);
  const attributes = new Float32Array(count * 2);
  const locks = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % (side + 1), Math.floor(i / (side + 1))];
    positions.set([x, Math.sin(x * 1.3) * Math.cos(y * 0.7), y], i * 3);
    attributes.set([Math.sin(x), Math.cos(y)], i * 2);
    locks[i] = Number(i % 17 === 0);
  }
  const indices = new Uint32Array(side * side * 6);
  for (let i = 0; i < side * side; i++) {
    const at = i + Math.floor(i / side);
    indices.set([at, at + side + 1, at + 1, at + 1, at + side + 1, at + side + 2], i * 6);
  }
  return { vertexCount: count, positions, attributes, weights: [0.5, 0.25], locks, indices };
}

const FLAGS = { sparse: 'Sparse', absolute: 'ErrorAbsolute', permissive: 'Permissive' } as const;

describe.each([4, 30, 150])('on %i × %i quads', (side) => {
  const mesh = bumps(side);
  const target = Math.floor(mesh.indices.length / 12) * 3;

  it.each(['cache', 'size'] as const)('orders triangles as the package does: %s', (order) => {
    const theirs = mesh.indices.slice();
    const [remap] = MeshoptEncoder.reorderMesh(theirs, true, order === 'size');
    const ours = mesh.indices.slice();
    orderTriangles(ours, mesh.vertexCount, order);
    expect(ours).not.toEqual(mesh.indices);
    expect(ours.map((vertex) => remap[vertex] ?? 0)).toEqual(theirs);
  });

  it.each<SimplifyGoal['options'] & object>([[], ['absolute', 'permissive'], ['sparse', 'absolute']])(
    'simplifies as the package does: %s %s',
    (...options) => {
      const flags: Flags[] = options.map((option) => FLAGS[option]);
      for (const locks of [undefined, mesh.locks]) {
        const [indices, error] = MeshoptSimplifier.simplifyWithAttributes(
          ...([mesh.indices, mesh.positions, 3, mesh.attributes, 2, mesh.weights, locks ?? null] as const),
          ...([target, 0.5, flags] as const),
        );
        expect(simplify({ ...mesh, locks }, { count: target, error: 0.5, options })).toEqual({ indices, error });
        expect(indices.length).toBeLessThan(mesh.indices.length);
      }
    },
  );

  it('simplifies sloppily as the package does, and returns the same extent', () => {
    const { indices, positions, locks } = mesh;
    const [list, error] = MeshoptSimplifier.simplifySloppy(indices, positions, 3, locks, target, 1e30);
    expect(simplifySloppily(mesh, { count: target, error: 1e30 })).toEqual({ indices: list, error });
    expect(simplifyScale(mesh.vertexCount, positions)).toBe(MeshoptSimplifier.getScale(positions, 3));
  });
});

it('returns empty results for empty input', () => {
  const none = new Uint32Array(0);
  orderTriangles(none, 0);
  expect(none).toHaveLength(0);
});

describe('if the program exposes its collector', () => {
  const lent = Object.getOwnPropertyDescriptor(globalThis, 'gc');
  afterEach(() => {
    if (lent === undefined) Reflect.deleteProperty(globalThis, 'gc');
    else Object.defineProperty(globalThis, 'gc', lent);
  });

  it('collects the memory of a large mesh, and never that of a small one', () => {
    let collections = 0;
    Object.defineProperty(globalThis, 'gc', { configurable: true, value: () => collections++ });
    const goal = { count: 30, error: 1 };
    simplify(bumps(10), goal);
    expect(collections).toBe(0);
    simplify(bumps(400), goal);
    expect(collections).toBe(1);
    simplify(bumps(10), goal);
    expect(collections).toBe(1);
  });
});
