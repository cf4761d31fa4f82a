// A file for each error of Khronos' validator about the GLB container.

import { HARMLESS, reports, silent, triangle, type ValidatorFixtures } from './parts.js';

const glb = triangle().glb();
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
const TEXT = glb.slice(20, 20 + view.getUint32(12, true));
const { bin: BIN } = triangle();

/** The triangle with one other number. */
const at = (offset: number, value: number, bytes = glb.slice()) => {
  new DataView(bytes.buffer).setUint32(offset, value, true);
  return bytes;
};

/** The first bytes of the triangle, with their number in the header. */
const shortened = (length: number) => at(8, length, glb.slice(0, length));

function chunks(...list: readonly (readonly [type: number, bytes: Uint8Array])[]): Uint8Array {
  const length = list.reduce((sum, [, bytes]) => sum + 8 + bytes.length, 12);
  const out = at(
    8,
    length,
    Uint8Array.from({ length }, (_, i) => glb[i] ?? 0),
  );
  let offset = 12;
  for (const [type, bytes] of list) {
    at(offset, bytes.length, out);
    at(offset + 4, type, out);
    out.set(bytes, offset + 8);
    offset += 8 + bytes.length;
  }
  return out;
}

export const glbErrors: ValidatorFixtures = {
  GLB_CHUNK_LENGTH_UNALIGNED: silent(HARMLESS, chunks([JSON_CHUNK, TEXT], [BIN_CHUNK, Uint8Array.of(...BIN, 0)])),
  GLB_CHUNK_TOO_BIG: reports('gltf/bad-glb', at(12, glb.length)),
  GLB_DUPLICATE_CHUNK: silent(
    'the first binary chunk is the buffer; others are unknown chunks, which readers skip',
    chunks([JSON_CHUNK, TEXT], [BIN_CHUNK, BIN], [BIN_CHUNK, BIN]),
  ),
  GLB_EMPTY_CHUNK: reports('gltf/bad-json', chunks([JSON_CHUNK, new Uint8Array(0)], [BIN_CHUNK, BIN])),
  GLB_INVALID_MAGIC: reports('gltf/bad-glb', at(0, 0x46546c68)),
  GLB_INVALID_VERSION: reports('gltf/version', at(4, 3)),
  GLB_LENGTH_MISMATCH: reports('gltf/bad-glb', at(8, glb.length + 4)),
  GLB_LENGTH_TOO_SMALL: reports('gltf/bad-glb', at(8, 4)),
  GLB_UNEXPECTED_BIN_CHUNK: silent(HARMLESS, chunks([JSON_CHUNK, TEXT], [0x414b4e55, BIN], [BIN_CHUNK, BIN])),
  GLB_UNEXPECTED_END_OF_CHUNK_DATA: reports('gltf/bad-glb', shortened(glb.length - 4)),
  GLB_UNEXPECTED_END_OF_CHUNK_HEADER: reports('gltf/bad-glb', shortened(16)),
  GLB_UNEXPECTED_END_OF_HEADER: reports('gltf/bad-glb', glb.subarray(0, 8)),
  GLB_UNEXPECTED_FIRST_CHUNK: reports('gltf/bad-glb', at(16, 0x004e4942)),
};
