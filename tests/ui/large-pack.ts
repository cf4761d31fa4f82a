// A pack of many gigabytes: tables and heads are real, the rest is a hole in the file, so it takes no space. With `isReal` it is written
// completely, which takes a while.

import { randomFillSync } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { type PackEntry, planHpack } from '../../packages/formats/src/index.js';
import {
  HMESH_MAGIC,
  HmeshChunkEntry,
  HmeshFileHeader,
  Ktx2Header,
  Ktx2LevelIndex,
} from '../../packages/formats/src/layouts/index.js';

const MEGABYTE = 1 << 20;
export const TEXTURES = 400;
export const MESHES = 100;
const TEXTURE_BYTES = 8 * MEGABYTE;
const MESH_BYTES = 16 * MEGABYTE;
const TWIN_BYTES = 24 * MEGABYTE;
/** Two files that are equal, and one that differs from them where nobody samples. */
export const TWINS = ['twins/a.bin', 'twins/b.bin', 'twins/other.bin'];
export const LAST_TEXT = 'the last words of the pack';
/** Sorted behind all others. */
export const LAST = 'z.txt';

/** VK_FORMAT_BC7_UNORM_BLOCK. */
const BC7 = 145;

function textureHead(): Uint8Array {
  const head = new Uint8Array(Ktx2Header.size + Ktx2LevelIndex.size);
  const identifier = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a];
  const size = { pixelWidth: 2048, pixelHeight: 2048, pixelDepth: 0, layerCount: 0, faceCount: 1, levelCount: 1 };
  const places = { dfdByteOffset: 104, dfdByteLength: 44, kvdByteOffset: 0, kvdByteLength: 0 };
  const global = { supercompressionScheme: 0, sgdByteOffset: 0n, sgdByteLength: 0n };
  Ktx2Header.write(head, 0, { identifier, vkFormat: BC7, typeSize: 1, ...size, ...places, ...global });
  const levelBytes = 2048n * 2048n;
  const level = { byteOffset: 4096n, byteLength: levelBytes, uncompressedByteLength: levelBytes };
  Ktx2LevelIndex.write(head, Ktx2Header.size, level);
  return head;
}

function meshHead(): Uint8Array {
  const head = new Uint8Array(HmeshFileHeader.size + HmeshChunkEntry.size);
  const rest = { version: 2, chunkCount: 1, flags: 0, reserved0: 0n, reserved1: 0n };
  HmeshFileHeader.write(head, 0, { magic: HMESH_MAGIC, ...rest });
  const chunk = { fourcc: 0x53585456, flags: 0, offset: 64n, size: BigInt(MESH_BYTES - 64) };
  HmeshChunkEntry.write(head, HmeshFileHeader.size, chunk);
  return head;
}

/** Each file's first bytes are followed by its own number: no two are equal except those that should be. */
function beginningOf({ path }: PackEntry, number: number): Uint8Array {
  if (path === LAST) return Buffer.from(LAST_TEXT);
  if (TWINS.includes(path)) return Buffer.from('equal so far');
  const own = Buffer.from(`#${number}`);
  if (path.endsWith('.ktx2')) return Buffer.concat([textureHead(), own]);
  return path.endsWith('.hmesh') ? Buffer.concat([meshHead(), own]) : own;
}

/** Returns its size. */
export function writeLargePack(path: string, isReal = false): number {
  const name = (folder: string, i: number, end: string) => `${folder}/${String(i).padStart(4, '0')}.${end}`;
  const { head, entries, totalBytes } = planHpack([
    ...Array.from({ length: TEXTURES }, (_, i) => ({ path: name('textures', i, 'ktx2'), size: TEXTURE_BYTES })),
    ...Array.from({ length: MESHES }, (_, i) => ({ path: name('models', i, 'hmesh'), size: MESH_BYTES })),
    ...TWINS.map((twin) => ({ path: twin, size: TWIN_BYTES })),
    { path: LAST, size: LAST_TEXT.length },
  ]);
  const file = openSync(path, 'w');
  try {
    ftruncateSync(file, totalBytes);
    writeSync(file, head, 0, head.length, 0);
    if (isReal) fill(file, head.length, totalBytes);
    for (const [number, entry] of entries.entries()) {
      const bytes = beginningOf(entry, number);
      writeSync(file, bytes, 0, bytes.length, entry.offset);
      if (entry.path === TWINS[2]) writeSync(file, Buffer.from('but not here'), 0, 12, entry.offset + 5_000_000);
    }
  } finally {
    closeSync(file);
  }
  return totalBytes;
}

/** The same megabyte again and again: what should be equal stays equal, and no block of the disk is saved. */
function fill(file: number, from: number, to: number): void {
  const block = randomFillSync(new Uint8Array(MEGABYTE));
  for (let at = from; at < to; at += block.length) writeSync(file, block, 0, Math.min(block.length, to - at), at);
}
