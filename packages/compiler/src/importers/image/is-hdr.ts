// Whether bytes are an image of high dynamic range. Apart from what reads such images: every build asks, and few have any.

import { isExr } from './exr/exr-attributes.js';
import { isRadiance } from './radiance/radiance-header.js';

/** By its first bytes. */
export const isHdr = (bytes: Uint8Array): boolean => isExr(bytes) || isRadiance(bytes);
