import fc from 'fast-check';
import { BufferAttribute, BufferGeometry, IcosahedronGeometry } from 'three';
import { mergeVertices } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { describe, expect, it } from 'vitest';
import { smoothNormals } from './smooth-normals.js';

interface Surface {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/** A prism with `sides` sides around the y axis and two caps; corners of the caps and the sides share their vertices. */
function prism(sides: number): Surface {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < sides; i++) {
    const angle = (i / sides) * 2 * Math.PI;
    positions.push(Math.cos(angle), 0, Math.sin(angle), Math.cos(angle), 1, Math.sin(angle));
    const [a, b] = [i * 2, ((i + 1) % sides) * 2];
    indices.push(a, a + 1, b, b, a + 1, b + 1);
    if (i > 1) indices.push(0, a - 2, a, 1, a + 1, a - 1);
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/** The distinct normals of each vertex, as text. */
function normalsByVertex({ positions, indices }: Surface, normals: Float32Array): Set<string>[] {
  const found = Array.from({ length: positions.length / 3 }, () => new Set<string>());
  for (const [corner, vertex] of indices.entries())
    found[vertex]?.add([...normals.subarray(corner * 3, corner * 3 + 3)].map((value) => (value + 0).toFixed(4)).join());
  return found;
}

const onlyOf = (surface: Surface, degrees: number): Float32Array => {
  const [normals = new Float32Array(0)] = smoothNormals([surface], degrees);
  return normals;
};

describe('smooth normals', () => {
  it('equal those of three.js if every edge is smooth', () => {
    const ball = mergeVertices(new IcosahedronGeometry(1, 6).deleteAttribute('normal').deleteAttribute('uv'));
    const positions = Float32Array.from(ball.getAttribute('position').array, (value, i) => value * (1 + (i % 3) * 0.2));
    const indices = Uint32Array.from(ball.index?.array ?? []);
    const peer = new BufferGeometry();
    peer.setAttribute('position', new BufferAttribute(positions, 3)).setIndex(new BufferAttribute(indices, 1));
    peer.computeVertexNormals();
    const expected = peer.getAttribute('normal').array;
    const ours = onlyOf({ positions, indices }, 180);
    for (const [corner, vertex] of indices.entries())
      for (let axis = 0; axis < 3; axis++)
        expect(ours[corner * 3 + axis]).toBeCloseTo(expected[vertex * 3 + axis] ?? 0, 5);
  });

  it('keep an edge that is sharper than the angle', () => {
    const surface = prism(32);
    const found = normalsByVertex(surface, onlyOf(surface, 60));
    for (const [vertex, normals] of found.entries()) {
      const [x = 0, , z = 0] = surface.positions.subarray(vertex * 3, vertex * 3 + 3);
      const cap = vertex % 2 === 0 ? '0.0000,-1.0000,0.0000' : '0.0000,1.0000,0.0000';
      expect(normals).toContain(cap);
      const [side = ''] = [...normals].filter((normal) => normal !== cap);
      expect(normals.size).toBe(2);
      // Area weights: of the two triangles of one side, and the one of the other.
      const [nx = 0, ny = 0, nz = 0] = side.split(',').map(Number);
      expect(ny).toBe(0);
      expect(nx * x + nz * z).toBeGreaterThan(0.99);
    }
  });

  it.each([
    [89, 3],
    [90, 1],
  ])('give a corner of a cube with an angle of %d degrees %d normals', (degrees, count) => {
    const surface = prism(4);
    for (const normals of normalsByVertex(surface, onlyOf(surface, degrees))) expect(normals.size).toBe(count);
  });

  it('continue over seams and from one surface to the next', () => {
    const whole = prism(12);
    const split = (first: number, last: number): Surface => {
      const corners = whole.indices.subarray(first, last);
      const positions = new Float32Array(corners.length * 3);
      for (const [i, vertex] of corners.entries())
        positions.set(whole.positions.subarray(vertex * 3, vertex * 3 + 3), i * 3);
      return { positions, indices: Uint32Array.from(corners, (_, i) => i) };
    };
    const half = 60;
    const parts = smoothNormals([split(0, half), split(half, whole.indices.length)], 60);
    expect([...(parts[0] ?? []), ...(parts[1] ?? [])]).toEqual([...onlyOf(whole, 60)]);
  });

  it('are flat at an edge of three triangles, of triangles that face opposite ways, and next to one without area', () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0.1, 0, -1, -0.1, 2, 0, 0);
    const three = { positions, indices: Uint32Array.of(0, 1, 2, 1, 0, 3, 1, 0, 4) };
    const opposite = { positions, indices: Uint32Array.of(0, 1, 2, 0, 1, 3) };
    const line = { positions, indices: Uint32Array.of(0, 1, 2, 1, 0, 5) };
    for (const surface of [three, opposite])
      for (let corner = 0; corner < surface.indices.length; corner += 3) {
        const normals = onlyOf(surface, 180).subarray(corner * 3, corner * 3 + 9);
        expect([...normals.subarray(3, 6)]).toEqual([...normals.subarray(0, 3)]);
        expect(Math.hypot(...normals.subarray(0, 3))).toBeCloseTo(1, 6);
      }
    expect([...onlyOf(line, 180)]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, ...new Array(9).fill(0)]);
  });

  it('have length one or none, and do not depend on the order of triangles', () => {
    const surface = fc.uniqueArray(fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 3, maxLength: 3 }), {
      selector: String,
      maxLength: 12,
    });
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1.5);
    fc.assert(
      fc.property(surface, fc.integer({ min: 0, max: 180 }), (triangles, degrees) => {
        const forward = onlyOf({ positions, indices: Uint32Array.from(triangles.flat()) }, degrees);
        const backward = onlyOf({ positions, indices: Uint32Array.from(triangles.toReversed().flat()) }, degrees);
        for (let corner = 0; corner < forward.length / 3; corner++) {
          const normal = forward.subarray(corner * 3, corner * 3 + 3);
          const length = Math.hypot(...normal);
          expect(length === 0 || Math.abs(length - 1) < 1e-6).toBe(true);
          const mirrored = (triangles.length - 1 - Math.floor(corner / 3)) * 3 + (corner % 3);
          for (let axis = 0; axis < 3; axis++) expect(backward[mirrored * 3 + axis]).toBeCloseTo(normal[axis] ?? 0, 5);
        }
      }),
    );
  });
});
