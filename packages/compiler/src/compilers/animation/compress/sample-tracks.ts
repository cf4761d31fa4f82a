// A clip sampled at equal spans, before anything is rounded.

import { arcShare } from '@assetc/formats';
import { type ClipInput, type InputTrack, LOCAL_FLOATS, PLACE_OF } from './clip-input.js';
import { dotAt, normalizeAt } from './quaternion.js';
import { evaluateTrack } from './source-clip.js';

/** The samples of one track; rotations are normalized. */
export interface TrackSamples {
  readonly track: InputTrack;
  readonly components: number;
  readonly values: Float64Array;
}

/** When a clip is sampled. */
export interface SampleGrid {
  /** From 0, ascending. */
  readonly times: Float64Array;
  /** Per second; 0 if the times are not equally spaced, or there is only one. */
  readonly rate: number;
  /** Of the clip: the last sample may be later. */
  readonly duration: number;
}

export function sampleTrack(track: InputTrack, { times, duration }: SampleGrid): TrackSamples {
  const components = track.values.length / track.times.length;
  const values = new Float64Array(times.length * components);
  const at = (i: number) => values.subarray(i * components, (i + 1) * components);
  for (const [i, time] of times.entries()) evaluateTrack(track, Math.min(time, duration), at(i));
  const last = times.length - 1;
  const [before = 0, end = 0] = times.subarray(last - 1);
  if (last > 0 && end > duration) extendLast(at(last - 1), at(last), (end - before) / (duration - before));
  return { track, components, values };
}

/** Moves the last sample on, so that interpolation gives its value at the end of the clip. */
function extendLast(before: Float64Array, last: Float64Array, factor: number): void {
  const sign = last.length === 4 && dotAt(before, 0, last, 0) < 0 ? -1 : 1;
  for (let c = 0; c < last.length; c++) {
    const from = before[c] ?? 0;
    last[c] = from + ((last[c] ?? 0) * sign - from) * factor;
  }
  if (last.length === 4) normalizeAt(last, 0);
}

/** Reads samples as engines do: linear between them, rotations along the arc. */
export class ExactSamples {
  readonly #tracks: readonly TrackSamples[];
  readonly #grid: SampleGrid;
  readonly #value = new Float64Array(4);

  constructor({ tracks }: ClipInput, grid: SampleGrid) {
    this.#tracks = tracks.filter(({ isStepped }) => !isStepped).map((track) => sampleTrack(track, grid));
    this.#grid = grid;
  }

  sample(time: number, pose: Float64Array, weights: Float64Array): void {
    const { times } = this.#grid;
    let index = 0;
    for (let high = times.length - 1; index + 1 < high; ) {
      const middle = (index + high) >>> 1;
      if ((times[middle] ?? 0) <= time) index = middle;
      else high = middle;
    }
    const start = times[index] ?? 0;
    const share = (time - start) / ((times[index + 1] ?? 1) - start);
    for (const { track, components, values } of this.#tracks) {
      this.#blend(values, index, components, share);
      if (track.group === 'weight') weights[track.index] = this.#value[0] ?? 0;
      else pose.set(this.#value.subarray(0, components), track.index * LOCAL_FLOATS + PLACE_OF[track.group]);
    }
  }

  #blend(values: Float64Array, index: number, components: number, t: number): void {
    const a = values.subarray(index * components, (index + 1) * components);
    const b = values.subarray((index + 1) * components, (index + 2) * components);
    let sign = 1;
    let share = t;
    if (components === 4) {
      const dot = dotAt(a, 0, b, 0);
      if (dot < 0) sign = -1;
      share = arcShare(Math.abs(dot), t);
    }
    for (let c = 0; c < components; c++) this.#value[c] = (a[c] ?? 0) * (1 - share) + (b[c] ?? 0) * share * sign;
    if (components === 4) normalizeAt(this.#value, 0);
  }
}
