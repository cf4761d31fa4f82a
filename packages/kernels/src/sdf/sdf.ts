// Distance fields of polygons, in wasm. Edges are given as the x, y pairs of both ends.

import { wasmBase64 } from '../generated/sdf-wasm.js';
import { compileKernel, hasFunctions, Kernel, type KernelExports } from '../wasm/kernel.js';
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

const isSdf = (exports: WebAssembly.Exports): exports is WebAssembly.Exports & SdfExports =>
  hasFunctions(exports, ['heapBase', 'signedField', 'multiField']);

export interface FieldSize {
  readonly width: number;
  readonly height: number;
  /** Texels from the edge to the end of the range. */
  readonly spread: number;
}

/** Edges as ax, ay, bx, by: texels, y down. */
export interface FieldInput extends FieldSize {
  /** What distance is measured to. */
  readonly edges: Float32Array;
  /** Closed contours; inside is where they wind around a texel at all. */
  readonly outline: Float32Array;
}

/** An edge with its channels (bits 1, 2, 4) and whether it ends in a corner (8 at a, 16 at b). Inside lies where the kernel's side is positive. */
export interface MultiFieldInput extends FieldInput {
  /** One for each of `edges`. */
  readonly flags: Uint32Array;
}

let kernel: Kernel<SdfExports> | undefined;

/** One byte a texel: 128 at the edge, 128 / spread per texel, inside above. */
export function signedField(input: FieldInput): Uint8Array {
  const padded = { ...input, width: (input.width + 3) & ~3 };
  const edges = edgeRecords(input.edges);
  const outline = edgeRecords(input.outline);
  const run = load();
  const mark = run.mark();
  const edgesAt = place(run, edges);
  const outlineAt = place(run, outline);
  const activeAt = run.reserve((edges.length + outline.length) / 2 + 16);
  const outAt = run.reserve(padded.width * padded.height);
  run.exports.signedField(
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
  const field = crop(run.u8(outAt, padded.width * padded.height), padded.width, input);
  run.release(mark);
  return field;
}

/** Three bytes a texel; the middle of the three is the distance, with corners kept sharp. */
export function multiField(input: MultiFieldInput): Uint8Array {
  const plain = signedField(input);
  const spans = spanRecords(input.edges, input.flags);
  const run = load();
  const mark = run.mark();
  const spansAt = place(run, spans);
  const plainAt = run.reserve(plain.length);
  const activeAt = run.reserve(spans.length / 2);
  const outAt = run.reserve(plain.length * 3);
  run.u8(plainAt, plain.length).set(plain);
  run.exports.multiField(
    spansAt,
    spans.length / RECORD_FLOATS,
    input.width,
    input.height,
    input.spread,
    plainAt,
    activeAt,
    outAt,
  );
  const field = run.u8(outAt, plain.length * 3).slice();
  run.release(mark);
  return field;
}

function load(): Kernel<SdfExports> {
  kernel ??= new Kernel(compileKernel(wasmBase64), isSdf);
  return kernel;
}

function place(run: Kernel<SdfExports>, records: Float32Array): number {
  const at = run.reserve(records.byteLength);
  // Bits, not numbers: the flags of a span are no float, and some engines quieten a NaN on the way.
  run.u32(at, records.length).set(new Uint32Array(records.buffer, records.byteOffset, records.length));
  return at;
}

function crop(field: Uint8Array, stride: number, { width, height }: FieldSize): Uint8Array {
  const out = new Uint8Array(width * height);
  for (let j = 0; j < height; j++) out.set(field.subarray(j * stride, j * stride + width), j * width);
  return out;
}
