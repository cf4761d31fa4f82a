// Decompresses the samples of a chunk with any supported method. Chunks that compression would not shrink are stored uncompressed.

import { type ImageInput, refuse } from '../image-input.js';
import { DamagedChunk } from './damaged-chunk.js';
import type { ExrPart } from './exr-attributes.js';
import { decodeB44 } from './exr-b44.js';
import type { ExrChunk } from './exr-chunks.js';
import { decodeDwa } from './exr-dwa.js';
import { type ChunkLayout, EXR_COMPRESSIONS } from './exr-layout.js';
import { decodePiz } from './exr-piz.js';
import { decodePxr24 } from './exr-pxr24.js';
import { decodeRle, decodeZip } from './exr-zip.js';

type Decompress = (data: Uint8Array, layout: ChunkLayout) => Uint8Array;

const DECOMPRESSORS: readonly Decompress[] = [
  () => {
    throw new DamagedChunk('it lacks texels');
  },
  (data, { sizeBytes }) => decodeRle(data, sizeBytes),
  (data, { sizeBytes }) => decodeZip(data, sizeBytes),
  (data, { sizeBytes }) => decodeZip(data, sizeBytes),
  decodePiz,
  decodePxr24,
  decodeB44,
  decodeB44,
  decodeDwa,
  decodeDwa,
];

export function checkCompression(input: ImageInput, { compression, offset }: ExrPart): void {
  if (DECOMPRESSORS[compression] !== undefined) return;
  const name = EXR_COMPRESSIONS[compression];
  refuse(
    input,
    name === undefined ? 'image/corrupt' : 'image/unsupported',
    offset,
    `the OpenEXR file is compressed with ${name ?? `the unknown method ${compression}`}, which is not supported`,
    'Save the image with ZIP or PIZ compression.',
  );
}

export function decompressChunk(input: ImageInput, part: ExrPart, chunk: ExrChunk, layout: ChunkLayout): Uint8Array {
  const data = input.bytes.subarray(chunk.offset, chunk.offset + chunk.sizeBytes);
  if (data.length === layout.sizeBytes) return data;
  const decompress = DECOMPRESSORS[part.compression];
  if (decompress === undefined) throw new Error('the compression was not checked');
  try {
    if (data.length > layout.sizeBytes) throw new DamagedChunk(`it has ${data.length} bytes for ${layout.sizeBytes}`);
    return decompress(data, layout);
  } catch (error) {
    if (!(error instanceof DamagedChunk)) throw error;
    return refuse(input, 'image/corrupt', chunk.offset, `a chunk of the OpenEXR file is damaged: ${error.message}`);
  }
}
