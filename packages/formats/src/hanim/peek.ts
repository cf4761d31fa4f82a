// Reads the version of a clip file without decoding the rest.

import { hasMagic } from '../core/magic.js';
import { viewOf } from '../core/struct.js';
import { HANIM_MAGIC, HanimHeader } from './layout.js';

/** The version of a clip file: 1 for joints, 2 for morph weights; undefined for other files. */
export function hanimVersion(bytes: Uint8Array): number | undefined {
  if (bytes.byteLength < HanimHeader.size || !hasMagic(bytes, HANIM_MAGIC)) return undefined;
  return viewOf(bytes).getUint32(HanimHeader.offsetOf('version'), true);
}
