// What rate-distortion needs to know about UASTC.

import { BEST, C_MODE, copyCandidate } from '../../block/candidate';
import { squaredDifferences, sum } from '../../block/lanes';
import { RdoFormat } from '../../block/rdo';
import { PLANAR } from '../../block/texels';
import { quantize, refit } from '../fit/refine';
import { finishBlock } from '../hints/finish-block';
import { SOLID } from '../pack/modes';
import { reconstruct } from '../pack/reconstruct';
import { unpackBlock } from '../pack/unpack';
import { DECODED, weighA, weighB, weighG, weighR, weighted } from '../state';
import { countColors } from './distinct-colors';
import { NORMAL } from './effort';

const FIRST_INDEX_BYTES: usize = memory.data<u8>([9, 9, 10, 12, 12, 9, 9, 12, 16, 13, 9, 9, 11, 12, 12, 8, 13, 8, 7]);

/* @inline */ function channelError(at: usize, shown: usize, weigh: i32): v128 {
  const error = i32x4.add(
    squaredDifferences(v128.load(PLANAR + at), v128.load(shown + at)),
    squaredDifferences(v128.load(PLANAR + at, 16), v128.load(shown + at, 16)),
  );
  return weighted ? i32x4.mul(error, i32x4.splat(weigh)) : error;
}

/** Squared error of decoded texels against the loaded block. */
function errorOf(shown: usize): i32 {
  return sum(
    i32x4.add(
      i32x4.add(channelError(0, shown, weighR), channelError(32, shown, weighG)),
      i32x4.add(channelError(64, shown, weighB), channelError(96, shown, weighA)),
    ),
  );
}

export class UastcRdo extends RdoFormat {
  unpack(bytes: usize, c: usize): bool {
    return unpackBlock(bytes, c) && load<i32>(c, C_MODE) !== SOLID;
  }
  decode(c: usize): usize {
    reconstruct(c);
    return DECODED;
  }
  errorOf(texels: usize): i32 {
    return errorOf(texels);
  }
  firstIndexByte(mode: i32): i32 {
    return load<u8>(FIRST_INDEX_BYTES + mode);
  }
  fitEndpoints(c: usize): void {
    const mode = load<i32>(c, C_MODE);
    if (refit(c, mode)) quantize(c, mode);
  }
  pack(c: usize, bytes: usize): void {
    countColors();
    copyCandidate(BEST, c);
    finishBlock(NORMAL, true, bytes);
    copyCandidate(c, BEST);
  }
}
