// Sampling allocates nothing once engines have compiled it: the heap does not grow over thousands of poses.

import { getHeapStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import { sampleHclipModel } from '../testing/sample-hclip.js';
import { encodeHclip } from './encode.js';
import { decodeHclip } from './read.js';
import { POSE_FLOATS, sampleHclip, sampleHclipWeights } from './sample.js';

const POSES = 500;
/** Less than one number for each pose, which takes 16 bytes. */
const NOISE_BYTES = POSES * 16;
/** Engines compile in the first rounds, on a thread of their own that a busy machine delays. */
const MAX_ROUNDS = 4000;

/** Bytes that the heap grew by in the best round. Stops at the first round without growth. */
function growthOf(samplePose: (time: number) => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS && least >= NOISE_BYTES; round++) {
    const before = getHeapStatistics().used_heap_size;
    // Whole numbers: a fraction that is passed to a function may be allocated by its caller.
    for (let i = 0; i < POSES; i++) samplePose(i & 3);
    const grown = getHeapStatistics().used_heap_size - before;
    // Memory was collected in a round that freed some.
    if (grown >= 0) least = Math.min(least, grown);
  }
  return least;
}

it('samples poses and weights without allocating', () => {
  for (const clip of decodeHclip(encodeHclip(sampleHclipModel()))) {
    const bind = new Float32Array(clip.jointCount * POSE_FLOATS);
    const pose = bind.slice();
    const defaults = new Float32Array(clip.targetCount);
    const weights = defaults.slice();
    const sample = (time: number): void => {
      sampleHclip(clip, time, bind, pose);
      sampleHclipWeights(clip, time, defaults, weights);
    };
    expect(growthOf(sample), clip.name).toBeLessThan(NOISE_BYTES);
  }
});

it('sees one small object for each pose', () => {
  const kept: object[] = [];
  const growth = growthOf((time) => {
    kept[0] = { time };
  });
  expect(growth).toBeGreaterThanOrEqual(NOISE_BYTES);
});
