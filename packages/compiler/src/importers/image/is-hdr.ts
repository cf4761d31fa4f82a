// Detects HDR images. Separate from their decoders: every build calls it, and few have such images.

import { isExr } from './exr/exr-attributes.js';
import { isRadiance } from './radiance/radiance-header.js';

/** Checks the first bytes. */
export const isHdr = (bytes: Uint8Array): boolean => isExr(bytes) || isRadiance(bytes);
