// Writes a GLB again with KTX2 in place of some of its images. Views are moved and never renumbered, and all other bytes stay as they
// are, so compressed geometry passes through. The bytes of replaced images are dropped.

import { gltfJsonText, splitGlb } from '../../../../packages/compiler/src/model/glb.js';
import { isObject, type JsonObject, listIn, numberIn, useKtx2 } from './use-ktx2.js';

/** Enough for every kind of data. */
const ALIGNMENT = 16;
const GLB_HEADER = [0x46546c67, 2];
const CHUNK_JSON = 0x4e4f534a;
const CHUNK_BIN = 0x004e4942;

/** `images`: KTX2 files by the index of the image. */
export function replaceImages(glb: Uint8Array, images: ReadonlyMap<number, Uint8Array>): Uint8Array<ArrayBuffer> {
  const split = splitGlb(glb);
  if ('is' in split) throw new Error(split.message);
  const json: unknown = JSON.parse(gltfJsonText(split.json).replace(/^\uFEFF/, ''));
  if (!isObject(json)) throw new Error('the JSON of the GLB is not an object');
  const views = listIn(json, 'bufferViews');
  const buffers = listIn(json, 'buffers');
  const bin = binaryOf(buffers, views, split.bin?.bytes);
  const free = freeViews(json, images);
  const kept = views.flatMap((view, index) => (free.has(index) ? [] : rangesOf(view)));
  const pieces = moveRanges(
    kept.filter(({ buffer }) => buffer === 0),
    bin,
  );
  let end = pieces.reduce((last, { at, bytes }) => Math.max(last, at + bytes.length), 0);
  const imageList = listIn(json, 'images');
  for (const [index, bytes] of images) {
    const image = imageList[index];
    if (image === undefined) throw new Error(`there is no image ${index}`);
    end = Math.ceil(end / ALIGNMENT) * ALIGNMENT;
    const old = numberIn(image, 'bufferView');
    const reused = old !== undefined && free.delete(old) ? old : views.length;
    views[reused] = { buffer: 0, byteOffset: end, byteLength: bytes.length };
    pieces.push({ at: end, bytes });
    end += bytes.length;
    delete image.uri;
    Object.assign(image, { bufferView: reused, mimeType: 'image/ktx2' });
  }
  Object.assign(buffers[0] ?? {}, { byteLength: end });
  Object.assign(json, { buffers, bufferViews: views });
  useKtx2(json, new Set(images.keys()));
  return glbOf(new TextEncoder().encode(JSON.stringify(json)), pieces, end);
}

interface Piece {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** The first buffer becomes that of the binary chunk, if it is not yet. */
function binaryOf(buffers: JsonObject[], views: readonly JsonObject[], bin: Uint8Array | undefined): Uint8Array {
  if (bin !== undefined && buffers[0]?.uri === undefined && buffers.length > 0) return bin;
  for (const range of views.flatMap(rangesOf)) range.buffer = (numberIn(range, 'buffer') ?? 0) + 1;
  buffers.unshift({ byteLength: 0 });
  return new Uint8Array(0);
}

/** A view, and what extensions for compression state in its place. */
const rangesOf = (view: JsonObject): readonly JsonObject[] => [
  view,
  ...Object.values(isObject(view.extensions) ? view.extensions : {})
    .filter(isObject)
    .filter(({ buffer }) => typeof buffer === 'number'),
];

/** Views that nothing but replaced images uses. */
function freeViews(json: JsonObject, images: ReadonlyMap<number, Uint8Array>): Set<number> {
  const free = new Set<number>();
  const kept: JsonObject[] = [];
  for (const [index, image] of listIn(json, 'images').entries()) {
    const view = numberIn(image, 'bufferView');
    if (!images.has(index)) kept.push(image);
    else if (view !== undefined) free.add(view);
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    const view = numberIn(value, 'bufferView');
    if (view !== undefined) free.delete(view);
    Object.values(value).forEach(visit);
  };
  visit({ ...json, images: kept });
  return free;
}

/** Ranges that overlap stay together. */
function moveRanges(ranges: readonly JsonObject[], bin: Uint8Array): Piece[] {
  const startOf = (range: JsonObject): number => numberIn(range, 'byteOffset') ?? 0;
  const sorted = [...ranges].sort((a, b) => startOf(a) - startOf(b));
  const pieces: Piece[] = [];
  let [from, to, shift, end] = [0, -1, 0, 0];
  for (const range of sorted) {
    const start = startOf(range);
    const stop = start + (numberIn(range, 'byteLength') ?? 0);
    if (stop > bin.length) throw new Error(`a view ends at byte ${stop} of a buffer with ${bin.length}`);
    if (start > to) {
      from = start;
      shift = Math.ceil((end - start) / ALIGNMENT) * ALIGNMENT;
      to = stop;
      pieces.push({ at: from + shift, bytes: bin.subarray(from, to) });
    } else if (stop > to) {
      to = stop;
      pieces[pieces.length - 1] = { at: from + shift, bytes: bin.subarray(from, to) };
    }
    end = to + shift;
    if (shift !== 0) range.byteOffset = start + shift;
  }
  return pieces;
}

function glbOf(json: Uint8Array, pieces: readonly Piece[], binBytes: number): Uint8Array<ArrayBuffer> {
  const padded = (length: number): number => Math.ceil(length / 4) * 4;
  const binStart = 20 + padded(json.length) + 8;
  const out = new Uint8Array(binStart + padded(binBytes));
  const header = [...GLB_HEADER, out.length, padded(json.length), CHUNK_JSON];
  const view = new DataView(out.buffer);
  for (const [index, value] of header.entries()) view.setUint32(index * 4, value, true);
  out.fill(0x20, 20, binStart - 8);
  out.set(json, 20);
  view.setUint32(binStart - 8, padded(binBytes), true);
  view.setUint32(binStart - 4, CHUNK_BIN, true);
  for (const { at, bytes } of pieces) out.set(bytes, binStart + at);
  return out;
}
