// What a candidate counts for: some times its own error, and a share of the error that its BC7 transcode will have.

import { isOpaque } from '../../block/texels';
import { isGray, isOneChannel } from '../load';
import { RGB_LINE_5 } from '../pack/modes';
import { colorCount } from '../search/distinct-colors';
import { bc7Error } from './bc7-error';

/** A candidate's own error counts this often; the BC7 share is in the same unit. Two colors are to be exact before BC7 is asked. */
const OWN_SHARE: i32 = 4;
const OWN_SHARE_OF_TWO: i32 = 64;
/** One channel alone is shown exactly, nearly; BC7's low bits, which other channels decide, are a lesser matter. */
const OWN_SHARE_OF_ONE: i32 = 8;
let ownShare: i32 = OWN_SHARE;

/** Above this error the loss in BC7 is estimated: by mode, what coarser endpoints and weights add about. Taking the exact loss
 *  of rough blocks too gave photographs 0.02 dB of BC7 for 10 % of the time. But weights of five bits lose by the length of their line, up to 240 a
 *  block where the estimate was 40: theirs is exact at `normal`. */
const ROUGH: i32 = 80;
const ROUGH_GRAY: i32 = 600;
const ADDED_IN_BC7: usize = memory.data<u8>([12, 8, 10, 95, 8, 12, 14, 95, 0, 10, 12, 14, 12, 14, 12, 12, 25, 14, 40]);

let bc7Share: i32 = 0;
let bc7Exact: bool = false;
let fiveExact: bool = false;

/** Sets how many quarters of the BC7 transcode's error count, and whether it is never estimated: for any mode, or at `normal` for weights of five
 *  bits. None at all costs BC7 0.05 dB on
 *  photographs, 1.8 dB on grays. */
export function countBc7(share: i32, exact: bool, normal: bool): void {
  bc7Share = share;
  bc7Exact = exact;
  fiveExact = normal;
  const colored = !exact && isOpaque && !isGray;
  ownShare = colorCount === 2 ? OWN_SHARE_OF_TWO : normal && colored && isOneChannel ? OWN_SHARE_OF_ONE : OWN_SHARE;
}

/** The cost of a candidate of this error. Where the error is large BC7 adds little to it, and where it is hopeless nothing
 *  needs to be known: the exact BC7 error is taken only for what may win a good block. */
export function costOf(c: usize, mode: i32, error: i32, limit: i32): i32 {
  if (bc7Share === 0) return error * ownShare;
  if (!bc7Exact && error > (isGray ? ROUGH_GRAY : ROUGH) && !(fiveExact && mode === RGB_LINE_5))
    return (ownShare + bc7Share) * error + bc7Share * load<u8>(ADDED_IN_BC7 + mode);
  if (error * ownShare >= limit) return limit;
  // In colors what five bits lose counts twice: else photographs of one tint lose 0.2 to 0.4 dB of BC7.
  const shown = bc7Error(c, mode);
  const lost = fiveExact && mode === RGB_LINE_5 && !isGray ? max(shown - error, 0) : 0;
  return error * ownShare + bc7Share * (shown + lost);
}
