import { encodeIndexSequence, encodeTriangleIndices, encodeVertexRows } from '@assetc/kernels';
import { MeshoptDecoder } from 'meshoptimizer';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CODED_KINDS,
  codedSamples,
  damageSample,
  randomRows,
  randomTriangles,
  seededRandom,
} from '../testing/coded-samples.js';
import { decodeSample } from '../testing/decode-samples.js';
import { decodeMeshlets } from './decode-meshlets.js';
import { encodeMeshlets } from './encode-meshlets.js';

beforeAll(() => MeshoptDecoder.ready);

const SEEDS = Array.from({ length: 150 }, (_, i) => i + 1);

/** Quicker than toEqual on large arrays. */
const isSame = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;

/** Each triangle begins with its lowest corner. */
function turned(indices: ArrayLike<number>): number[] {
  const out: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0];
    const first = corners.indexOf(Math.min(...corners));
    for (let corner = 0; corner < 3; corner++) out.push(corners[(first + corner) % 3] ?? 0);
  }
  return out;
}

describe('decoders of compressed geometry', () => {
  it('return the vertices that were encoded, for every stride and count', () => {
    const random = seededRandom(3);
    for (const stride of [4, 8, 12, 16, 24, 28, 64, 256])
      for (const count of [0, 1, 15, 16, 17, 255, 256, 257, 513]) {
        const rows = randomRows(random, count, stride);
        const source = encodeVertexRows(rows, stride);
        const sample = { kind: 'vertices', source, count, stride, rawBytes: rows.length } as const;
        const isEqual = [decodeSample('twin', sample), decodeSample('kernel', sample)].map((by) => isSame(by, rows));
        expect({ count, stride, isEqual }).toEqual({ count, stride, isEqual: [true, true] });
      }
  });

  it('return the triangles that were encoded, up to their first corner, and encode them to the same bytes', () => {
    for (const seed of SEEDS) {
      const indices = randomTriangles(seededRandom(seed), seed);
      const source = encodeTriangleIndices(indices);
      const sample = {
        kind: 'triangles',
        source,
        count: indices.length,
        stride: 4,
        rawBytes: indices.length * 4,
      } as const;
      const bytes = decodeSample('twin', sample) ?? new Uint8Array(0);
      const decoded = new Uint32Array(bytes.buffer);
      expect(turned(decoded)).toEqual(turned(indices));
      expect(isSame(encodeTriangleIndices(decoded), source)).toBe(true);
      expect(isSame(decodeSample('kernel', sample), bytes)).toBe(true);
    }
  });

  it('return a sequence as it was', () => {
    for (const seed of SEEDS) {
      const indices = randomTriangles(seededRandom(seed), seed).map((index) => index % 60_000);
      const source = encodeIndexSequence(indices);
      const sample = {
        kind: 'sequence',
        source,
        count: indices.length,
        stride: 2,
        rawBytes: indices.length * 2,
      } as const;
      const wanted = new Uint8Array(Uint16Array.from(indices).buffer);
      expect(isSame(decodeSample('twin', sample), wanted)).toBe(true);
      expect(isSame(decodeSample('kernel', sample), wanted)).toBe(true);
    }
  });

  it('agree with meshoptimizer on what they accept', () => {
    for (const seed of SEEDS)
      for (const sample of codedSamples(seed)) {
        const { kind, count, stride, source, rawBytes } = sample;
        if (kind === 'meshlets') continue;
        const theirs = new Uint8Array(rawBytes);
        if (kind === 'vertices') MeshoptDecoder.decodeVertexBuffer(theirs, count, stride, source);
        else if (kind === 'triangles') MeshoptDecoder.decodeIndexBuffer(theirs, count, stride, source);
        else MeshoptDecoder.decodeIndexSequence(theirs, count, stride, source);
        expect(isSame(decodeSample('twin', sample), theirs)).toBe(true);
      }
  });

  it('give one verdict on damaged data, and the same bytes', () => {
    const random = seededRandom(77);
    const seen = new Map<string, number>();
    for (const seed of SEEDS.slice(0, 60))
      for (const sample of codedSamples(seed))
        for (let i = 0; i < 8; i++) {
          const damaged = damageSample(sample, random);
          const twin = decodeSample('twin', damaged);
          const key = `${damaged.kind} ${twin === undefined ? 'rejected' : 'accepted'}`;
          seen.set(key, (seen.get(key) ?? 0) + 1);
          const isEqual = isSame(decodeSample('kernel', damaged), twin);
          expect({ seed, i, key, isEqual }).toEqual({ seed, i, key, isEqual: true });
        }
    expect([...seen.keys()].sort()).toEqual(
      CODED_KINDS.flatMap((kind) => [`${kind} accepted`, `${kind} rejected`]).sort(),
    );
  });
});

describe('encodeMeshlets', () => {
  /** A strip of 62 triangles over 64 vertices. */
  const strip = Uint8Array.from({ length: 62 * 3 }, (_, i) => {
    const [triangle, corner] = [Math.floor(i / 3), i % 3];
    return triangle + (triangle % 2 === 0 ? corner : ([1, 0, 2][corner] ?? 0));
  });

  it('takes less than five bits for a triangle of a strip', () => {
    const vertices = Uint32Array.from({ length: 64 }, (_, i) => 500 + i);
    const source = encodeMeshlets([{ vertexCount: 64, triangleCount: 62 }], vertices, strip);
    // A row of the table, four nibbles for the first vertex and one for each other.
    expect((source?.length ?? 0) - 4 - (4 + 63) / 2).toBeLessThan((62 * 5) / 8);
    const [out, corners] = [new Uint32Array(64), new Uint8Array(62 * 3)];
    expect(source && decodeMeshlets(source, 1, out, corners)).toBe(true);
    expect(out).toEqual(vertices);
    expect(turned(corners)).toEqual(turned(strip));
  });

  it('refuses what it cannot represent', () => {
    const row = { vertexCount: 3, triangleCount: 1 };
    expect(encodeMeshlets([row], Uint32Array.of(5, 5, 6), Uint8Array.of(0, 1, 2))).toBeUndefined();
    expect(encodeMeshlets([row], Uint32Array.of(5, 6, 7), Uint8Array.of(0, 1, 3))).toBeUndefined();
    expect(encodeMeshlets([row], Uint32Array.of(5, 6, 7, 8), Uint8Array.of(0, 1, 2))).toBeUndefined();
  });

  it('stores vertices at both ends of 32 bits', () => {
    const vertices = Uint32Array.of(0, 0xffffffff, 1, 0x80000000, 0xfffffffe);
    const source = encodeMeshlets([{ vertexCount: 5, triangleCount: 0 }], vertices, new Uint8Array(0));
    const out = new Uint32Array(5);
    expect(source && decodeMeshlets(source, 1, out, new Uint8Array(0))).toBe(true);
    expect(out).toEqual(vertices);
  });
});
