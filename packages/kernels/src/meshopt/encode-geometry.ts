// Compresses vertices and indices, by meshoptimizer: version 1 of its codecs.

import { wasmBase64 } from '../generated/meshopt-encoder-wasm.js';
import { MeshoptInstances, type MeshoptStack, meshoptModule } from './instances.js';
import { encodeBytes } from './memory-needs.js';

interface EncoderFunctions {
  meshopt_encodeVertexBufferBound(count: number, stride: number): number;
  meshopt_encodeVertexBufferLevel(
    out: number,
    size: number,
    vertices: number,
    count: number,
    stride: number,
    level: number,
    version: number,
  ): number;
  meshopt_encodeIndexVersion(version: number): void;
  meshopt_encodeIndexBufferBound(count: number, vertexCount: number): number;
  meshopt_encodeIndexBuffer(out: number, size: number, indices: number, count: number): number;
  meshopt_encodeIndexSequenceBound(count: number, vertexCount: number): number;
  meshopt_encodeIndexSequence(out: number, size: number, indices: number, count: number): number;
}

type Stack = MeshoptStack<EncoderFunctions>;

const instances = new MeshoptInstances(
  meshoptModule<EncoderFunctions>(wasmBase64, [
    'meshopt_encodeVertexBufferBound',
    'meshopt_encodeVertexBufferLevel',
    'meshopt_encodeIndexVersion',
    'meshopt_encodeIndexBufferBound',
    'meshopt_encodeIndexBuffer',
    'meshopt_encodeIndexSequenceBound',
    'meshopt_encodeIndexSequence',
  ]),
);

const VERSION = 1;
/** The library's default; 3 takes a third more time for less than 0.1 %. */
const LEVEL = 2;
const ALL_VERTICES = 0xffffffff;

/** Rows of `stride` bytes, a multiple of 4 up to 256. `version`: 0 for readers of EXT_meshopt_compression. */
export function encodeVertexRows(rows: Uint8Array, stride: number, version: 0 | 1 = VERSION): Uint8Array {
  const count = rows.length / stride;
  return instances.use(encodeBytes(rows.length), (stack) => {
    const bound = stack.call.meshopt_encodeVertexBufferBound(count, stride) >>> 0;
    const [from, out] = [stack.push(rows.length), stack.push(bound)];
    stack.u8(from, rows.length).set(rows);
    return taken(stack, out, (call) =>
      call.meshopt_encodeVertexBufferLevel(out, bound, from, count, stride, LEVEL, version),
    );
  });
}

/** Triangles keep their order; the first corner of one may become its second or third. */
export function encodeTriangleIndices(indices: Uint16Array | Uint32Array): Uint8Array {
  return encodeIndices(
    indices,
    (call, count) => call.meshopt_encodeIndexBufferBound(count, ALL_VERTICES),
    (call, ...rest) => call.meshopt_encodeIndexBuffer(...rest),
  );
}

/** Indices in any order, which stays. */
export function encodeIndexSequence(indices: Uint16Array | Uint32Array): Uint8Array {
  return encodeIndices(
    indices,
    (call, count) => call.meshopt_encodeIndexSequenceBound(count, ALL_VERTICES),
    (call, ...rest) => call.meshopt_encodeIndexSequence(...rest),
  );
}

function encodeIndices(
  indices: Uint16Array | Uint32Array,
  boundOf: (call: EncoderFunctions, count: number) => number,
  encode: (call: EncoderFunctions, out: number, size: number, from: number, count: number) => number,
): Uint8Array {
  const { length } = indices;
  return instances.use(encodeBytes(length * 4), (stack) => {
    const bound = boundOf(stack.call, length) >>> 0;
    const [from, out] = [stack.push(length * 4), stack.push(bound)];
    stack.u32(from, length).set(indices);
    stack.call.meshopt_encodeIndexVersion(VERSION);
    return taken(stack, out, (call) => encode(call, out, bound, from, length));
  });
}

function taken(stack: Stack, out: number, encode: (call: EncoderFunctions) => number): Uint8Array {
  const size = encode(stack.call) >>> 0;
  if (size === 0) throw new Error('meshoptimizer could not encode');
  return stack.u8(out, size).slice();
}
