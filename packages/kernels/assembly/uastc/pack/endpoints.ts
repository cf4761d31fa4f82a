// A candidate's endpoints: the addresses of their ranks, and their values.

import { C_ENDPOINTS } from '../../block/candidate';
import { GRAY } from './modes';
import { rankValue } from './ranges';

/** Distance from a low rank to its high one, and from one subset to the next. */
export const TO_HIGH: usize = 4;

/** Address of the low rank of a mode's component; gray is in R, its alpha in A. */
/* @inline */ export function rankSlot(c: usize, subset: i32, component: i32, components: i32): usize {
  return c + C_ENDPOINTS + (subset << 3) + (components === GRAY ? component * 3 : component);
}

/** Sets a rank. Gray is also stored in G and B, so that it is measured like color. */
/* @inline */ export function setRank(at: usize, rank: i32, gray: bool): void {
  store<u8>(at, rank);
  if (gray) {
    store<u8>(at, rank, 1);
    store<u8>(at, rank, 2);
  }
}

/** The last pair read: 8-bit values of the low endpoint, and the differences of the high one. */
export let lowR: i32 = 0;
export let lowG: i32 = 0;
export let lowB: i32 = 0;
export let lowA: i32 = 0;
export let spanR: i32 = 0;
export let spanG: i32 = 0;
export let spanB: i32 = 0;
export let spanA: i32 = 0;

/** Reads the pair of a subset. Without alpha, both values of alpha are 0. */
/* @inline */ export function readEndpoints(c: usize, subset: i32, range: i32, alpha: bool): void {
  const ranks = c + C_ENDPOINTS + (subset << 3);
  lowR = rankValue(range, load<u8>(ranks));
  lowG = rankValue(range, load<u8>(ranks, 1));
  lowB = rankValue(range, load<u8>(ranks, 2));
  spanR = rankValue(range, load<u8>(ranks, 4)) - lowR;
  spanG = rankValue(range, load<u8>(ranks, 5)) - lowG;
  spanB = rankValue(range, load<u8>(ranks, 6)) - lowB;
  lowA = alpha ? rankValue(range, load<u8>(ranks, 3)) : 0;
  spanA = alpha ? rankValue(range, load<u8>(ranks, 7)) - lowA : 0;
}
