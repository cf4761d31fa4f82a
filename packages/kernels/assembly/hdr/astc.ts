// Which UASTC HDR block stands for the loaded texels.

import { ALL, PLACES, end, setEnd } from './state';
import { fitLine } from './line';
import { evaluate, refine } from './refine';
import { DIRECT_BYTES, GREATEST, storeDirect, storeStraight } from './astc-direct';
import { packAstc } from './astc-pack';
import { weightsOf } from './astc-ranges';

const MOST: f64 = <f64>(GREATEST << 4);
const BYTES: usize = memory.data(16);

function clampEnds(): void {
  for (let i = 0; i < 6; i++) setEnd(i, max(0, min(end(i), MOST)));
}

/** Stores ENDS in the finest layout that they fit into. */
function storeFinest(values: i32): void {
  let greatest = 0;
  for (let i = 1; i < 6; i++) if (end(i) > end(greatest)) greatest = i;
  const swap = greatest < 3;
  for (let layout = 7; layout >= 0; layout--) if (storeDirect(layout, greatest % 3, swap, values)) return;
  storeStraight(values);
}

export function encodeAstc(level: i32, out: usize): void {
  const weights = weightsOf(16);
  fitLine(ALL);
  refine(ALL, 16, weights, MOST);
  clampEnds();
  storeFinest(192);
  evaluate(ALL, 16, weights);
  for (let i = 0; i < 16; i++) store<u8>(BYTES + i, load<i32>(PLACES + (<usize>i << 2)));
  packAstc(BYTES, 16, 11, DIRECT_BYTES, 6, 192, -1, out);
}
