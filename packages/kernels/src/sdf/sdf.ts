// Distance fields of polygons, in wasm. Edges are given as the x, y pairs of both ends.

import { wasmBase64 } from '../generated/sdf-wasm.js';
import { type Kernel, type KernelExports, kernelFactory } from '../wasm/kernel.js';
import { edgeRecords, RECORD_FLOATS, spanRecords } from './field-records.js';

interface SdfExports extends KernelExports {
  signedField(
    edges: number,
    edgeCount: number,
    outline: number,
    outlineCount: number,
    width: number,
    height: number,
    spread: number,
    active: number,
    out: number,
  ): void;
  multiField(
    spans: number,
    count: number,
    width: number,
    height: number,
    spread: number,
    plain: number,
    active: number,
    out: number,
  ): void;
}

const createKernel = kernelFactory<SdfExports>(wasmBase64, ['signedField', 'multiField']);

export interface FieldSize {
  readonly width: number;
  readonly height: number;
  /** Texels from the edge to the end of the range. */
  readonly spread: number;
}

/** Edges as ax, ay, bx, by: texels, y down. */
export interface FieldInput extends FieldSize {
  /** The edges that distance is measured to. */
  readonly edges: Float32Array;
  /** Closed contours. A texel is inside if they wind around it at all. */
  readonly outline: Float32Array;
}

/** Edges with their channels (bits 1, 2, 4) and whether they end in a corner (8 at a, 16 at b). */
export interface MultiFieldInput extends FieldInput {
  /** One for each of `edges`. */
  readonly flags: Uint32Array;
}

let shared: Kernel<SdfExports> | undefined;

/** One byte per texel: 128 at the edge, larger inside, by 128 / spread per texel. */
export function signedField(input: FieldInput): Uint8Array {
  const padded = { ...input, width: (input.width + 3) & ~3 };
  const edges = edgeRecords(input.edges);
  const outline = edgeRecords(input.outline);
  const kernel = sharedKernel();
  const mark = kernel.mark();
  const edgesAt = place(kernel, edges);
  const outlineAt = place(kernel, outline);
  const activeAt = kernel.reserve((edges.length + outline.length) / 2 + 16);
  const outAt = kernel.reserve(padded.width * padded.height);
  kernel.exports.signedField(
    edgesAt,
    edges.length / RECORD_FLOATS,
    outlineAt,
    outline.length / RECORD_FLOATS,
    padded.width,
    padded.height,
    padded.spread,
    activeAt,
    outAt,
  );
  const field = crop(kernel.u8(outAt, padded.width * padded.height), padded.width, input);
  kernel.release(mark);
  return field;
}

/** Three bytes per texel. Their median is the distance, with sharp corners. */
export function multiField(input: MultiFieldInput): Uint8Array {
  const plain = signedField(input);
  const spans = spanRecords(input.edges, input.flags);
  const kernel = sharedKernel();
  const mark = kernel.mark();
  const spansAt = place(kernel, spans);
  const plainAt = kernel.reserve(plain.length);
  const activeAt = kernel.reserve(spans.length / 2);
  const outAt = kernel.reserve(plain.length * 3);
  kernel.u8(plainAt, plain.length).set(plain);
  kernel.exports.multiField(
    spansAt,
    spans.length / RECORD_FLOATS,
    input.width,
    input.height,
    input.spread,
    plainAt,
    activeAt,
    outAt,
  );
  const field = kernel.u8(outAt, plain.length * 3).slice();
  kernel.release(mark);
  return field;
}

function sharedKernel(): Kernel<SdfExports> {
  shared ??= createKernel();
  return shared;
}

function place(kernel: Kernel<SdfExports>, records: Float32Array): number {
  const at = kernel.reserve(records.byteLength);
  // Copied as bits: the flags of a span are not a float, and some engines change a NaN.
  kernel.u32(at, records.length).set(new Uint32Array(records.buffer, records.byteOffset, records.length));
  return at;
}

function crop(field: Uint8Array, stride: number, { width, height }: FieldSize): Uint8Array {
  const out = new Uint8Array(width * height);
  for (let j = 0; j < height; j++) out.set(field.subarray(j * stride, j * stride + width), j * width);
  return out;
}
