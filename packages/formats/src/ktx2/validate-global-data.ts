// The rules for the global data of BasisLZ: its parts must fill it exactly, one image description per image.

import type { Problems } from '../core/problem.js';
import { BasisLzGlobalHeader, type Ktx2HeaderFields } from './layout.js';

const IMAGE_DESC_BYTES = 20;

/** The caller has checked that the section is inside the file. */
export function checkGlobalData(header: Ktx2HeaderFields, bytes: Uint8Array, problems: Problems): void {
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
      `its parts for ${images} images have ${wanted} bytes, in the header ${length}`,
    );
  }
}
