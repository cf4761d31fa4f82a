import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { tangentsReference } from '../reference/tangents.js';
import { cornersOf, hasArea, type Soup, soupOf } from '../testing/tangent-soups.js';
import { runTangentPart, type TangentPart } from './tangent-kernel.js';
import { TangentSpace } from './tangents.js';

const { generateTangents } = createRequire(import.meta.url)('mikktspace');
const bitsOf = ({ buffer, byteOffset, length }: Float32Array): Uint32Array =>
  Uint32Array.from(new Uint32Array(buffer, byteOffset, length), (bits) =>
    // The engine chooses the bits of a NaN.
    (bits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : bits,
  );
/** The first difference, or −1. The test runner's own comparison of large arrays takes seconds. */
const difference = (a: Float32Array, b: Float32Array): number => {
  const [x, y] = [bitsOf(a), bitsOf(b)];
  return a.length === b.length ? x.findIndex((bits, i) => bits !== y[i]) : Math.min(a.length, b.length);
};
const ofPackage = (soup: Soup): Float32Array => {
  const { positions, normals, uvs } = cornersOf(soup);
  return generateTangents(positions, normals, uvs);
};
const spaceOf = ({ vertices, indices }: Soup, gltf = false, run?: Parameters<typeof TangentSpace.of>[1]) =>
  TangentSpace.of({ vertexCount: vertices.length / 8, indices, fill: (floats) => floats.set(vertices), gltf }, run);

/** Corners that are compared with the npm package: ten million in `npm run test:long`. */
const CORNERS = process.env.ASSETC_LONG === undefined ? 400_000 : 10_000_000;

describe('tangents', () => {
  it(`equal the npm package's bit for bit on ${CORNERS} corners of odd meshes`, async () => {
    let corners = 0;
    for (let seed = 1; corners < CORNERS; seed++) {
      const soup = soupOf(seed);
      if (!hasArea(soup)) continue;
      corners += soup.indices.length;
      const space = await spaceOf(soup);
      expect(difference(space.corners(), ofPackage(soup)), `soup ${seed}`).toBe(-1);
      space.release();
    }
  });

  it('equal the readable twin, which equals the package', async () => {
    for (let seed = 1; seed < 120; seed++) {
      const soup = soupOf(seed, 60);
      if (!hasArea(soup)) continue;
      const twin = bitsOf(tangentsReference(cornersOf(soup)));
      expect(bitsOf((await spaceOf(soup)).corners()), `soup ${seed}`).toEqual(twin);
      expect(bitsOf(ofPackage(soup)), `soup ${seed}`).toEqual(twin);
    }
  });

  it('equal the package if thousands of triangles share a vertex, an edge or a position', async () => {
    for (const soup of [fan(3000), book(600), stack(500)])
      expect(difference((await spaceOf(soup)).corners(), ofPackage(soup))).toBe(-1);
  });

  it('do not depend on which thread does which part', async () => {
    const soup = wave(160);
    const whole = (await spaceOf(soup)).corners();
    const steps: string[] = [];
    const backward = async (count: number, part: TangentPart): Promise<void> => {
      steps.push(`${part.step} ${count}`);
      for (let index = count - 1; index >= 0; index--) runTangentPart(part, index);
    };
    expect(difference((await spaceOf(soup, false, backward)).corners(), whole)).toBe(-1);
    expect(difference(whole, ofPackage(soup))).toBe(-1);
    expect(steps).toEqual(['weld 32', 'directions 32', 'evaluate 32']);
  });

  it('split vertices as welding pairs of vertex and tangent would, with the handedness of glTF', async () => {
    for (let seed = 1; seed < 200; seed++) {
      const soup = soupOf(seed);
      if (!hasArea(soup)) continue;
      const wanted = new Map<string, number>();
      const raw = ofPackage(soup);
      const bits = bitsOf(
        raw.map((value, i) => {
          if (i % 4 === 3) return value < 0 ? 1 : -1;
          const first = i - (i % 4);
          return raw.subarray(first, first + 3).every(Number.isFinite) ? value : 0;
        }),
      );
      const remap = soup.indices.map((vertex, i) => {
        const key = `${vertex} ${bits.subarray(i * 4, i * 4 + 4).join()}`;
        const number = wanted.get(key) ?? wanted.size;
        wanted.set(key, number);
        return number;
      });
      const split = (await spaceOf(soup, true)).split();
      expect(split.remap, `soup ${seed}`).toEqual(remap);
      const given = bitsOf(split.tangents);
      expect([...split.sources].map((vertex, i) => `${vertex} ${given.subarray(i * 4, i * 4 + 4).join()}`)).toEqual([
        ...wanted.keys(),
      ]);
    }
  });
});

/** Triangles around one vertex, with texture coordinates that rotate by a full turn. */
function fan(count: number): Soup {
  const vertices = new Float32Array((count + 1) * 8);
  vertices.set([0, 0, 0, 0, 0, 1, 0.5, 0.5]);
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * 2 * Math.PI;
    vertices.set([Math.cos(angle), Math.sin(angle), 0, 0, 0, 1, i % 7, angle], (i + 1) * 8);
  }
  const indices = Uint32Array.from({ length: count * 3 }, (_, i) =>
    i % 3 === 0 ? 0 : ((Math.floor(i / 3) + (i % 3) - 1) % count) + 1,
  );
  return { vertices, indices };
}

/** Triangles that share one edge, every third of them flipped. */
function book(count: number): Soup {
  const vertices = new Float32Array((count + 2) * 8);
  vertices.set([0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1]);
  for (let i = 0; i < count; i++) vertices.set([Math.cos(i), 0.5, Math.sin(i), 0, 0, 1, (i % 5) - 2, 0.5], (i + 2) * 8);
  const indices = new Uint32Array(count * 3);
  for (let i = 0; i < count; i++) indices.set(i % 3 === 0 ? [1, 0, i + 2] : [0, 1, i + 2], i * 3);
  return { vertices, indices };
}

/** Corners at three positions, all with different normals. */
function stack(count: number): Soup {
  const vertices = new Float32Array(count * 3 * 8);
  for (let i = 0; i < count * 3; i++)
    vertices.set(
      [i % 3 === 1 ? 1 : 0, i % 3 === 2 ? 1 : 0, 0, Math.sin(i % 40), Math.cos(i % 40), 0, i % 3, i % 2],
      i * 8,
    );
  return { vertices, indices: Uint32Array.from({ length: count * 3 }, (_, i) => i) };
}

function wave(side: number): Soup {
  const vertices = new Float32Array((side + 1) * (side + 1) * 8);
  for (let v = 0; v < (side + 1) * (side + 1); v++) {
    const [x, y] = [v % (side + 1), Math.floor(v / (side + 1))];
    const u = y > side / 2 ? side - x : x;
    vertices.set([x, Math.sin(x / 9) * 3, y, -Math.cos(x / 9) / 3, 1, 0, u / side, y / side], v * 8);
  }
  const indices: number[] = [];
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const v = y * (side + 1) + x;
      indices.push(v, v + side + 1, v + 1, v + 1, v + side + 1, v + side + 2);
    }
  return { vertices, indices: Uint32Array.from(indices) };
}
