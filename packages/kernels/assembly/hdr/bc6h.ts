// Which BC6H block stands for the loaded texels.

import { ALL, PLACES, TEXELS, end, setEnd } from './state';
import { fitLine } from './line';
import { evaluate, refine } from './refine';
import { GREATEST, cutTo, fitsMode, setCut, storePair } from './bc6h-ends';
import { bitsOfMode } from './bc6h-modes';
import { packBc6h } from './bc6h-pack';

const FOUR: usize = memory.data<u8>([0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64], 16);
const BYTES: usize = memory.data(16);

/** Exchanges ENDS where the anchor lies in the upper half of the line: its place has no top bit. */
function orient(anchor: i32): void {
  let along = 0.0;
  for (let c = 0; c < 3; c++) {
    const texel = <f64>load<f32>(TEXELS + <usize>((c << 6) + (anchor << 2)));
    along += (2 * texel - end(c) - end(c + 3)) * (end(c + 3) - end(c));
  }
  if (along <= 0) return;
  for (let c = 0; c < 3; c++) {
    const low = end(c);
    setEnd(c, end(c + 3));
    setEnd(c + 3, low);
  }
}

@inline function takePlaces(to: usize): void {
  for (let i = 0; i < 16; i++) store<u8>(to + i, load<i32>(PLACES + (<usize>i << 2)));
}

export function encodeBc6h(level: i32, out: usize): void {
  const weights = v128.load(FOUR);
  fitLine(ALL);
  refine(ALL, 16, weights, GREATEST);
  orient(0);
  let mode = 13;
  for (; mode >= 10; mode--) {
    const bits = bitsOfMode(mode);
    for (let i = 0; i < 6; i++) setCut(i, cutTo(max(0, min(end(i), GREATEST)), bits));
    if (fitsMode(mode, 6)) break;
  }
  storePair(mode, 0);
  evaluate(ALL, 16, weights);
  takePlaces(BYTES);
  store<u8>(BYTES, min(7, load<u8>(BYTES)));
  packBc6h(mode, BYTES, 0, 0, out);
}
