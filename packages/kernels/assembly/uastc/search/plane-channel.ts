// Chooses the channel for a separate plane from the block's moments.

import { SUMS } from '../load';

/** The share of the variance along a line that two-bit weights leave. */
const ALONG_2: f32 = 1.0 / 9.0;

/** The channel, of the first `channels`, that gains most from a separate plane. Its variance and that along the others' line shrink by the same
 *  share, so it is the one whose removal leaves least off that line. */
export function bestPlane(channels: i32): i32 {
  let best = channels - 1;
  let minimum = f32.MAX_VALUE;
  for (let channel = 0; channel < channels; channel++) {
    const error = planeError(channel);
    if (error < minimum) {
      minimum = error;
      best = channel;
    }
  }
  return best;
}

function planeError(channel: i32): f32 {
  let trace: f32 = 0;
  let norm: f32 = 0;
  for (let i = 0; i < 4; i++) {
    if (i === channel) continue;
    const v = scatter(i, i);
    trace += v;
    norm += v * v;
    for (let j = i + 1; j < 4; j++) {
      if (j === channel) continue;
      const c = scatter(i, j);
      norm += c * c * 2;
    }
  }
  norm = sqrt<f32>(norm);
  return max(trace - norm, 0) + (norm + scatter(channel, channel)) * ALONG_2;
}

/* @inline */ function scatter(i: i32, j: i32): f32 {
  const product =
    i === j
      ? load<i32>(SUMS + (i << 2), 16)
      : j === i + 1
        ? load<i32>(SUMS + (i << 2), 32)
        : j === i + 2
          ? load<i32>(SUMS + (i << 2), 48)
          : load<i32>(SUMS, 44);
  return f32(product) - f32(load<i32>(SUMS + (i << 2))) * f32(load<i32>(SUMS + (j << 2))) * f32(0.0625);
}
