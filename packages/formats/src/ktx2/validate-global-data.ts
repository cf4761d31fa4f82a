// The rules for the global data of BasisLZ: its parts must fill it exactly, one image description per image.

import type { Problems } from '../core/problem.js';
import { u16, u32 } from '../core/scalar.js';
import { field, struct } from '../core/struct.js';
import type { Ktx2HeaderFields } from './ktx2-header.js';

export const BasisLzGlobalHeader = struct('BasisLzGlobalHeader', 20, 'Starts the global data of BasisLZ.', {
  endpointCount: field(u16, 'Entries of the endpoint codebook.'),
  selectorCount: field(u16, 'Entries of the selector codebook.'),
  endpointsByteLength: field(u32, 'Bytes of the endpoint codebook.'),
  selectorsByteLength: field(u32, 'Bytes of the selector codebook.'),
  tablesByteLength: field(u32, 'Bytes of the Huffman tables.'),
  extendedByteLength: field(u32, 'Bytes of extended data.'),
});
const IMAGE_DESC_BYTES = 20;

/** The caller has checked that the section lies inside the file. */
export function checkGlobalData(problems: Problems, header: Ktx2HeaderFields, bytes: Uint8Array): void {
  const start = Number(header.sgdByteOffset);
  const length = Number(header.sgdByteLength);
  const global = BasisLzGlobalHeader.inspect(bytes.subarray(0, start + length), start, problems, 'SGD');
  if (global === undefined) return;
  let images = 0;
  for (let level = 0; level < Math.max(1, header.levelCount) && level < 32; level++) {
    images += Math.max(1, header.layerCount) * header.faceCount * Math.max(1, header.pixelDepth >>> level);
  }
  const wanted =
    BasisLzGlobalHeader.size +
    images * IMAGE_DESC_BYTES +
    global.endpointsByteLength +
    global.selectorsByteLength +
    global.tablesByteLength +
    global.extendedByteLength;
  if (wanted !== length) {
    problems.add(
      'bad-value',
      start,
      'SGD',
      `its parts for ${images} images have ${wanted} bytes, the header says ${length}`,
    );
  }
}
