// The search for the grids of compressed clips, and the error of motions. Reference: src/reference/motion.

import { writeCode } from './code';
import { EXPONENT, openSegment, trackAt } from './memory';
import { coarsen, placeAll, placeSource, refine, startAlone } from './search';

export function heapBase(): u32 {
  return u32(__heap_base);
}

/** `words`: see memory.ts. */
export function searchSegment(words: usize): void {
  openSegment(words);
  placeSource();
  placeAll();
  startAlone();
  refine();
  coarsen();
}

/** The numbers that were found for a track. */
export function readFound(index: i32, out: usize): void {
  const track = trackAt(index);
  writeCode(track, load<i32>(track, EXPONENT), out);
}

/** The numbers of the first track with a given exponent; its first slot is what a reader gets. */
export function codeTrack(words: usize, exponent: i32, out: usize): void {
  openSegment(words);
  writeCode(trackAt(0), exponent, out);
}

/** The error of each joint, divided by its limit. */
export function measure(words: usize): void {
  openSegment(words);
  placeSource();
  placeAll();
}
