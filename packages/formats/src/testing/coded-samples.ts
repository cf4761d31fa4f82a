// Encoded geometry for tests of the decoders: every codec, many sizes, smooth and random contents; and damage to it.

import { encodeIndexSequence, encodeTriangleIndices, encodeVertexRows } from '@assetc/kernels';
import { encodeMeshlets } from '../mesh-codec/encode-meshlets.js';

export const CODED_KINDS = ['vertices', 'triangles', 'sequence', 'meshlets'] as const;
export type CodedKind = (typeof CODED_KINDS)[number];

export interface CodedSample {
  readonly kind: CodedKind;
  readonly source: Uint8Array;
  readonly count: number;
  /** Bytes of a vertex, or of an index. */
  readonly stride: number;
  /** Bytes of the decoded data. */
  readonly rawBytes: number;
}

type Random = (below: number) => number;

/** Equal seeds give equal numbers. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0;
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
  };
}

const COUNTS = [0, 1, 2, 15, 16, 17, 31, 64, 100, 255, 256, 257, 300];
const STRIDES = [4, 8, 12, 16, 24, 28, 64, 112, 256];

/** Bytes that cover every width of deltas: constant, smooth, a few jumps, random; as bytes, 16-bit numbers and floats. */
export function randomRows(random: Random, count: number, stride: number): Uint8Array {
  const rows = new Uint8Array(count * stride);
  const view = new DataView(rows.buffer);
  for (let lane = 0; lane < stride; lane += 4) {
    const [shape, spread, start] = [random(5), 1 << random(12), random(0x10000)];
    for (let i = 0; i < count; i++) {
      const at = i * stride + lane;
      const step = random(spread) - (spread >> 1) + (random(20) === 0 ? random(0x10000) : 0);
      if (shape === 0) view.setUint32(at, start, true);
      else if (shape === 1) view.setUint32(at, random(0xffffffff), true);
      else if (shape === 2) view.setFloat32(at, start + i / spread, true);
      else if (shape === 3) view.setUint16(at, (start + i * 3 + step) & 0xffff, true);
      else for (let byte = 0; byte < 4; byte++) rows[at + byte] = start + (step >> 6) * byte + i;
    }
  }
  return rows;
}

/** Triangles of a grid with holes, some of them of random vertices. */
export function randomTriangles(random: Random, count: number): Uint32Array {
  const indices = new Uint32Array(count * 3);
  const width = 2 + random(20);
  const isFar = random(4) === 0;
  for (let i = 0; i < count; i++) {
    const at = (i >> 1) + Math.floor((i >> 1) / width) + (random(30) === 0 ? random(isFar ? 0xfffffff : 500) : 0);
    const corners = i & 1 ? [at + 1, at + width + 1, at + width + 2] : [at, at + width + 1, at + 1];
    const first = random(3);
    for (let corner = 0; corner < 3; corner++) indices[i * 3 + corner] = corners[(first + corner) % 3] ?? 0;
  }
  return indices;
}

function randomMeshlets(random: Random, meshlets: number): CodedSample | undefined {
  const rows = Array.from({ length: meshlets }, () => ({ vertexCount: 3 + random(62), triangleCount: random(125) }));
  const vertices: number[] = [];
  const corners: number[] = [];
  for (const { vertexCount, triangleCount } of rows) {
    let at = random(random(2) === 0 ? 100 : 0x7fffffff);
    for (let i = 0; i < vertexCount; i++) {
      at += random(6) === 0 ? 1 + random(5000) : 1;
      vertices.push(at);
    }
    let next = 0;
    for (let i = 0; i < triangleCount; i++) {
      const isNew = next + 3 <= vertexCount && random(3) > 0;
      const base = isNew ? next : random(vertexCount - 2);
      const step = random(2);
      corners.push(...(step === 0 ? [base, base + 1, base + 2] : [base + 2, base + 1, base]));
      if (isNew) next += random(3);
    }
  }
  const stride = Math.max(0, ...vertices) < 0x10000 ? 2 : 4;
  const list = stride === 2 ? Uint16Array.from(vertices) : Uint32Array.from(vertices);
  const source = encodeMeshlets(rows, list, Uint8Array.from(corners));
  if (source === undefined) return undefined;
  return { kind: 'meshlets', source, count: meshlets, stride, rawBytes: vertices.length * stride + corners.length };
}

/** A sample of each codec. */
export function codedSamples(seed: number): readonly CodedSample[] {
  const random = seededRandom(seed);
  const count = COUNTS[random(COUNTS.length)] ?? 0;
  const stride = STRIDES[random(STRIDES.length)] ?? 4;
  const rows = randomRows(random, count, stride);
  const indices = randomTriangles(random, count);
  const width = indices.some((index) => index > 0xffff) ? 4 : 2;
  const shared = { count: indices.length, stride: width, rawBytes: indices.length * width };
  const meshlets = randomMeshlets(random, random(6));
  return [
    { kind: 'vertices', source: encodeVertexRows(rows, stride), count, stride, rawBytes: rows.length },
    { kind: 'triangles', source: encodeTriangleIndices(indices), ...shared },
    { kind: 'sequence', source: encodeIndexSequence(indices), ...shared },
    ...(meshlets ? [meshlets] : []),
  ];
}

/** Flips bits, overwrites, cuts, extends or states another count. */
export function damageSample(sample: CodedSample, random: Random): CodedSample {
  const source = sample.source.slice();
  const place = random(Math.max(1, source.length));
  const kind = random(8);
  if (kind === 0) return { ...sample, source: source.subarray(0, place) };
  if (kind === 1) return { ...sample, source: Uint8Array.of(...source, random(256)) };
  if (kind === 2 && sample.kind !== 'meshlets') {
    const count = Math.max(0, sample.count + random(7) - 3);
    return { ...sample, count, rawBytes: count * sample.stride };
  }
  for (let times = random(3); times >= 0; times--) {
    const at = random(Math.max(1, source.length));
    if (at < source.length) source[at] = kind < 5 ? (source[at] ?? 0) ^ (1 << random(8)) : random(256);
  }
  return { ...sample, source };
}
