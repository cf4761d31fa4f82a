// The four bytes that most formats begin with.

import { viewOf } from './struct.js';

/**
 * Whether `bytes` begin with a format's magic number. The rest may still be damaged.
 *
 * @example
 * if (hasMagic(bytes, HMESH_MAGIC)) show(decodeHmesh(bytes));
 */
export const hasMagic = (bytes: Uint8Array, magic: number): boolean =>
  bytes.byteLength >= 4 && viewOf(bytes).getUint32(0, true) === magic;
