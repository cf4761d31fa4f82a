// Writes material tables.

import {
  ALPHA_MODE_SHIFT,
  ALPHA_MODES,
  FLAG_DOUBLE_SIDED,
  HMAT_MAGIC,
  HMAT_VERSION,
  HmatHeader,
  HmatRow,
} from './layout.js';
import type { Material } from './model.js';

/** Encodes a material table. Equal tables give equal bytes. Throws a plain Error if a field cannot be stored. */
export function encodeHmat(materials: readonly Material[]): Uint8Array {
  const bytes = new Uint8Array(HmatHeader.size + materials.length * HmatRow.size);
  HmatHeader.write(bytes, 0, { magic: HMAT_MAGIC, version: HMAT_VERSION, count: materials.length, flags: 0 });
  for (const [i, { doubleSided, alphaMode, ...row }] of materials.entries()) {
    const flags = (doubleSided ? FLAG_DOUBLE_SIDED : 0) | (ALPHA_MODES.indexOf(alphaMode) << ALPHA_MODE_SHIFT);
    HmatRow.write(bytes, HmatHeader.size + i * HmatRow.size, { ...row, flags: flags >>> 0, pad: 0 });
  }
  return bytes;
}
