// The cost of a candidate: a multiple of its own error, plus a share of the error of its BC7 transcode.

import { isOpaque } from '../../block/texels';
import { isGray, isOneChannel } from '../load';
import { RGB_LINE_5 } from '../pack/modes';
import { colorCount } from '../search/distinct-colors';
import { bc7Error } from './bc7-error';

/** The factor of a candidate's own error; the BC7 share is in the same unit. Two colors should be exact before BC7 matters. */
const OWN_SHARE: i32 = 4;
const OWN_SHARE_OF_TWO: i32 = 64;
/** One varying channel is almost exact; BC7's low bits, which the other channels decide, matter less. */
const OWN_SHARE_OF_ONE: i32 = 8;
let ownShare: i32 = OWN_SHARE;

/** Above this error the loss in BC7 is estimated by mode. The exact loss of rough blocks gave photographs BC7 +0.02 dB for 10 % of the time.
 *  But five-bit weights lose in proportion to the length of their line, up to 240 per block for an estimate of 40: theirs is exact at
 *  `normal`. */
const ROUGH: i32 = 80;
const ROUGH_GRAY: i32 = 600;
const ADDED_IN_BC7: usize = memory.data<u8>([12, 8, 10, 95, 8, 12, 14, 95, 0, 10, 12, 14, 12, 14, 12, 12, 25, 14, 40]);

let bc7Share: i32 = 0;
let bc7Exact: bool = false;
let fiveExact: bool = false;

/** Sets how many quarters of the BC7 transcode's error count, and whether it is always exact: for every mode, or at `normal` for five-bit
 *  weights. Without any share, BC7 loses 0.05 dB on photographs and 1.8 dB on grays. */
export function setBc7Share(share: i32, exact: bool, normal: bool): void {
  bc7Share = share;
  bc7Exact = exact;
  fiveExact = normal;
  const colored = !exact && isOpaque && !isGray;
  ownShare = colorCount === 2 ? OWN_SHARE_OF_TWO : normal && colored && isOneChannel ? OWN_SHARE_OF_ONE : OWN_SHARE;
}

/** The cost of a candidate with this error. BC7 adds little to a large error, and a candidate that cannot win needs no exact cost: the exact BC7
 *  error is computed only for candidates that may win a good block. */
export function costOf(c: usize, mode: i32, error: i32, limit: i32): i32 {
  if (bc7Share === 0) return error * ownShare;
  if (!bc7Exact && error > (isGray ? ROUGH_GRAY : ROUGH) && !(fiveExact && mode === RGB_LINE_5))
    return (ownShare + bc7Share) * error + bc7Share * load<u8>(ADDED_IN_BC7 + mode);
  if (error * ownShare >= limit) return limit;
  // The loss of five-bit weights counts twice in colors: otherwise photographs of one tint lose 0.2 to 0.4 dB of BC7.
  const bc7 = bc7Error(c, mode);
  const lost = fiveExact && mode === RGB_LINE_5 && !isGray ? max(bc7 - error, 0) : 0;
  return error * ownShare + bc7Share * (bc7 + lost);
}
