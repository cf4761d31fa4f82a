// Fits the endpoints of a candidate to its indices.

import { C_INDICES, C_INDICES2, C_MODE, C_PARTITION, C_PLANE, OTHER } from '../block/candidate';
import { PLANAR } from '../block/texels';
import { ALPHA, COLOR, NOTHING, splitPlanes } from './dual';
import { C_HIGH, C_LOW } from './endpoints';
import { WEIGHTS } from './evaluate';
import { setModeGrid } from './fit';
import { isDual, modeAlphaWidth, modeIndexBits, modeSubsets, modeWidth, NO_P, weightTable } from './modes';
import { subsetMask, WHOLE } from './partitions';
import { quantize, setGrid } from './quantize';
import { refit } from './refit';

/* @inline */ function setWeights(indices: v128, bits: i32): void {
  v128.store(WEIGHTS, i8x16.swizzle(weightTable(bits), indices));
}

/** Fits the endpoints of a candidate to its indices. */
export function fitEndpoints(c: usize): void {
  const mode = load<i32>(c, C_MODE);
  const slot = load<i32>(c, C_PARTITION);
  const rotation = load<i32>(c, C_PLANE);
  const longColor = mode === 4 && rotation >= 4;
  const bits = longColor ? 3 : modeIndexBits(mode);
  setWeights(v128.load(c, C_INDICES), bits);
  if (!isDual(mode)) {
    setModeGrid(mode);
    for (let s = 0; s < modeSubsets(mode); s++) {
      refit(s, PLANAR, subsetMask(slot, s));
      quantize(c, s);
    }
    return;
  }
  splitPlanes(rotation & 3);
  setGrid(modeWidth(mode), NO_P, NOTHING, -1);
  refit(0, PLANAR + COLOR, subsetMask(WHOLE, 0));
  quantize(c, 0);
  setWeights(v128.load(c, C_INDICES2), mode === 4 && !longColor ? 3 : 2);
  setGrid(modeAlphaWidth(mode), NO_P, -1, -1);
  refit(0, PLANAR + ALPHA, subsetMask(WHOLE, 0));
  quantize(OTHER, 0);
  store<u8>(c + 3, load<u8>(OTHER + 3, C_LOW), C_LOW);
  store<u8>(c + 3, load<u8>(OTHER + 3, C_HIGH), C_HIGH);
}
