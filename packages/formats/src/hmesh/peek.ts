// Reads the version of a mesh without decoding the rest.

import { viewOf } from '../core/struct.js';
import { HMESH_MAGIC, HmeshFileHeader } from './layout.js';

/** The version of a `.hmesh`, known or not; undefined if the bytes are not a `.hmesh`. */
export function hmeshVersion(bytes: Uint8Array): number | undefined {
  if (bytes.byteLength < HmeshFileHeader.size) return undefined;
  const view = viewOf(bytes);
  if (view.getUint32(HmeshFileHeader.offsetOf('magic'), true) !== HMESH_MAGIC) return undefined;
  return view.getUint32(HmeshFileHeader.offsetOf('version'), true);
}
