// Chunks that OpenEXR's own writer never makes; those that it makes are tested in exr.test.ts.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DamagedChunk } from './damaged-chunk.js';
import { readExrHeaders } from './exr-attributes.js';
import { findExrChunks } from './exr-chunks.js';
import { decodeDwa } from './exr-dwa.js';
import { decodeHuffman } from './exr-huffman.js';
import { type ChunkLayout, layoutOf } from './exr-layout.js';

const HEADER_BYTES = 88;
const [PLAIN_PACKED, OTHERS_PACKED, OTHER_COUNT, OTHERS_METHOD] = [16, 24, 64, 80];

/** The first chunk of a file written by OpenEXR, and the end offset of its rules. */
function chunkOf(name: string): { data: Buffer; layout: ChunkLayout; rulesEnd: number } {
  const bytes = new Uint8Array(readFileSync(resolve(import.meta.dirname, '../testing/exr', name)));
  const input = { file: 'a.exr', bytes, limit: 1024, warn: () => undefined };
  const headers = readExrHeaders(input);
  const [chunk] = findExrChunks(input, headers, 0);
  const [part] = headers.parts;
  if (chunk === undefined || part === undefined) throw new Error('the file has no chunk');
  const data = Buffer.from(bytes.subarray(chunk.offset, chunk.offset + chunk.sizeBytes));
  return { data, layout: layoutOf(part.channels, chunk.box), rulesEnd: HEADER_BYTES + data.readUInt16LE(HEADER_BYTES) };
}

const sizeAt = (data: Buffer, at: number): number => Number(data.readBigUInt64LE(at));

describe('undwa', () => {
  it.each(['dwaa-half.exr', 'dwab-float.exr'])('reads deflated coefficients: %s', (name) => {
    const { data, layout, rulesEnd } = chunkOf(name);
    expect(sizeAt(data, OTHERS_METHOD)).toBe(0);
    const from = rulesEnd + sizeAt(data, PLAIN_PACKED);
    const to = from + sizeAt(data, OTHERS_PACKED);
    const words = new Uint16Array(sizeAt(data, OTHER_COUNT));
    decodeHuffman(data.subarray(from, to), words);
    const deflated = deflateSync(new Uint8Array(words.buffer));
    const other = Buffer.concat([data.subarray(0, from), deflated, data.subarray(to)]);
    other.writeBigUInt64LE(BigInt(deflated.length), OTHERS_PACKED);
    other.writeBigUInt64LE(1n, OTHERS_METHOD);
    expect(decodeDwa(other, layout)).toEqual(decodeDwa(data, layout));
  });

  it.each([
    ['DCT coded integers', [82, 0, 1 << 2, 0]],
    ['too many rules', Array.from({ length: 1000 }, () => [82, 0, 1 << 2, 1]).flat()],
  ])('rejects %s', (_, rules) => {
    const { data, layout, rulesEnd } = chunkOf('dwaa-half.exr');
    const head = data.subarray(0, HEADER_BYTES + 2);
    head.writeUInt16LE(rules.length + 2, HEADER_BYTES);
    const other = Buffer.concat([head, Buffer.from(rules), data.subarray(rulesEnd)]);
    expect(() => decodeDwa(other, layout)).toThrow(new DamagedChunk('a rule of its channels cannot be'));
  });
});
