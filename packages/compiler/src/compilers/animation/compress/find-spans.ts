// How many equal spans a clip is cut into, so that every key falls on a sample.

import type { KeyedTrack } from './source-clip.js';

/** How far from a sample a key may be, in spans: sources round times to floats. */
const ALIGNED = 0.01;
/** Samples per second where no common rate is found, and the highest rate that is searched. */
const USUAL_RATE = 60;
const MAX_RATE = 240;

/** The smallest number of spans that has a sample at each key; with irregular keys those of a usual rate. */
export function findSpans(tracks: readonly KeyedTrack[], duration: number): number {
  if (duration <= 0) return 0;
  const times = [...new Set(tracks.flatMap((track) => [...track.times]))].filter((time) => time > 0);
  const max = Math.max(1, Math.ceil(duration * MAX_RATE));
  for (let spans = 1; spans <= max; spans++) {
    const scale = spans / duration;
    if (times.every((time) => Math.abs(time * scale - Math.round(time * scale)) <= ALIGNED)) return spans;
  }
  return Math.max(1, Math.round(duration * USUAL_RATE));
}
