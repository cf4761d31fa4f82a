// What the header of a mesh tells without decoding the rest.

import { viewOf } from '../core/struct.js';
import { HMESH_MAGIC, HmeshFileHeader } from './layout.js';

/** The version that a `.hmesh` says it has, known to us or not; undefined where the bytes are no `.hmesh`. */
export function hmeshVersion(bytes: Uint8Array): number | undefined {
  if (bytes.byteLength < HmeshFileHeader.size) return undefined;
  const view = viewOf(bytes);
  if (view.getUint32(HmeshFileHeader.offsetOf('magic'), true) !== HMESH_MAGIC) return undefined;
  return view.getUint32(HmeshFileHeader.offsetOf('version'), true);
}
