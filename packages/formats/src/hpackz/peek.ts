// Tells compressed packs from others by their first bytes.

import { hasMagic } from '../core/magic.js';
import { HPACKZ_MAGIC } from './layout.js';

/** Whether bytes begin like a compressed pack. The rest may still be damaged. */
export const isHpackz = (bytes: Uint8Array): boolean => hasMagic(bytes, HPACKZ_MAGIC);

/** As many bytes tell it. */
export const HPACKZ_PEEK_BYTES = 4;
