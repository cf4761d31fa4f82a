// The endpoints in a BC7 candidate: RGBA with the p-bit of up to three subsets, low ones first.

import { C_ENDPOINTS } from '../block/candidate';

export const C_LOW: usize = C_ENDPOINTS;
export const C_HIGH: usize = C_ENDPOINTS + 16;
