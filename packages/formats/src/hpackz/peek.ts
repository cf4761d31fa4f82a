// Tells compressed packs from others by their first bytes.

import { viewOf } from '../core/struct.js';
import { HPACKZ_MAGIC, HpackzHeader } from './layout.js';

/** Whether bytes begin like a compressed pack. */
export const isHpackz = (bytes: Uint8Array): boolean =>
  bytes.byteLength >= HpackzHeader.size &&
  viewOf(bytes).getUint32(HpackzHeader.offsetOf('magic'), true) === HPACKZ_MAGIC;

/** As many bytes tell it. */
export const HPACKZ_PEEK_BYTES = HpackzHeader.size;
