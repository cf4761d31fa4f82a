// Which modes and partitions a level tries for a block, and in which order.

import { THREE, TWO } from './partitions';
import { BEST, C_ERROR, C_ROTATION } from './state';
import { buildMoments, wholeMoments } from './moments';
import { beginRank, rankTwo, takeCheapest } from './rank';
import { fit } from './fit';
import { isOpaque } from './load';

export const FAST: i32 = 0;
export const NORMAL: i32 = 1;
export const HIGH: i32 = 2;
export const MAX: i32 = 3;

@inline function bestError(): i32 { return load<i32>(BEST, C_ERROR); }

/** Leaves the chosen candidate in BEST. */
export function choose(level: i32): void {
  store<i32>(BEST, i32.MAX_VALUE, C_ERROR);
  store<i32>(BEST, 0, C_ROTATION);
  wholeMoments();
  fit(6, 0, 2);
  if (!isOpaque || bestError() < 24) return;
  buildMoments();
  beginRank();
  rankTwo(f32(1) - f32(1) / f32(49));
  for (let i = 0; i <= level; i++) fit(1, TWO + takeCheapest(64), 2);
}
