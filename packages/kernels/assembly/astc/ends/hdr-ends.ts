// Endpoint mode 11, for endpoints less HDR_MIDDLE in any range.

import { HdrPair, storeDifferences, storePlain } from '../../block/hdr-pair';
import { nearestByte, nearestWithTop } from '../ranges';
import { HDR_MIDDLE } from '../state';

let wantedEnds: usize = 0;
let wantedRange: i32 = 0;
const BYTES: usize = memory.data(8, 16);
/** R, G, B, unused, of the lower and the upper endpoint. */
const DECODED: usize = memory.data(32, 16);

class EndsPair extends HdrPair {
  wanted(end: i32, channel: i32, shift: i32): i32 {
    const value = load<f64>(wantedEnds + (usize(end * 4 + channel) << 3)) + f64(HDR_MIDDLE);
    return i32(max<f64>(value, 0) / f64(1 << shift) + 0.5);
  }
  nearest(byte: i32, fixed: i32): i32 {
    return fixed === 0 ? nearestByte(wantedRange, byte) : nearestWithTop(wantedRange, byte, fixed);
  }
  setDecoded(end: i32, channel: i32, value: i32): void {
    store<i32>(DECODED + (usize(end * 4 + channel) << 2), min(max(value, 0), 4095) - HDR_MIDDLE);
  }
}

function distance(): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < 8; i++) {
    if ((i & 3) === 3) continue;
    const d = load<f64>(wantedEnds + (usize(i) << 3)) - f64(load<i32>(DECODED + (usize(i) << 2)));
    sum += d * d;
  }
  return sum;
}

/** Rounds a pair of endpoints (f64 at `from`) to what comes nearest: decoded to `ends`, bytes to `stored`. */
export function storeHdrEnds(from: usize, range: i32, ends: usize, stored: usize): void {
  wantedEnds = from;
  wantedRange = range;
  storePlain<EndsPair>(BYTES);
  let least = distance();
  memory.copy(ends, DECODED, 32);
  memory.copy(stored, BYTES, 8);
  const red = load<f64>(from, 32);
  const green = load<f64>(from, 40);
  const blue = load<f64>(from, 48);
  const major = red >= green && red >= blue ? 0 : green >= blue ? 1 : 2;
  for (let layout = 7; layout >= 0; layout--) {
    if (!storeDifferences<EndsPair>(layout, major, BYTES)) continue;
    const away = distance();
    if (away >= least) continue;
    least = away;
    memory.copy(ends, DECODED, 32);
    memory.copy(stored, BYTES, 8);
  }
}
