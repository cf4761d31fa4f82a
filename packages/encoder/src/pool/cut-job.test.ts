// Jobs that are cut out of a task give what the task gives on one thread.

import { expect, it } from 'vitest';
import { type FilterLevelJob, filterLevelBand, type WindowedFilterJob } from '../mips/filter-level.js';
import { cutJob } from './cut-job.js';
import { runEncoderJob } from './run-job.js';

const [sourceWidth, sourceHeight, targetWidth, targetHeight] = [12, 32, 6, 16];
const texels = Uint8Array.from({ length: sourceWidth * sourceHeight * 4 }, (_, index) => (index * 37) % 251);

const level = (): FilterLevelJob => ({
  mode: 'color',
  premultiply: true,
  filter: 'box',
  wrap: 'clamp',
  source: texels,
  sourceWidth,
  sourceHeight,
  targetWidth,
  targetHeight,
  bandRows: 3,
  floats: new Float32Array(targetWidth * targetHeight * 4),
  bytes: new Uint8Array(targetWidth * targetHeight * 4),
});

/** Rows 5 to 12 of the level, from source rows that begin before those it needs. */
function windowed(): WindowedFilterJob {
  const [firstSource, firstTarget, targetRows] = [8, 5, 8];
  return {
    ...level(),
    source: texels.subarray(firstSource * sourceWidth * 4),
    floats: new Float32Array(targetWidth * targetRows * 4),
    bytes: new Uint8Array(targetWidth * targetRows * 4),
    window: { firstSource, firstTarget, targetRows },
  };
}

async function cutAndRun(job: FilterLevelJob | WindowedFilterJob, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const { job: part, place } = cutJob('filter-level', job, index);
    place(await runEncoderJob(part));
  }
}

function runHere(job: FilterLevelJob | WindowedFilterJob, count: number): void {
  for (let index = 0; index < count; index++) filterLevelBand(job, index);
}

it('cuts bands of a level', async () => {
  const [cut, here] = [level(), level()];
  await cutAndRun(cut, 6);
  runHere(here, 6);
  expect(cut.bytes).toEqual(here.bytes);
  expect(cut.floats).toEqual(here.floats);
});

it('cuts bands of a window into a level', async () => {
  const [cut, whole] = [windowed(), level()];
  await cutAndRun(cut, 3);
  runHere(whole, 6);
  const { firstTarget, targetRows } = cut.window;
  const part = [firstTarget * targetWidth * 4, (firstTarget + targetRows) * targetWidth * 4] as const;
  expect(cut.bytes).toEqual(whole.bytes.subarray(...part));
  expect(cut.floats).toEqual(whole.floats.subarray(...part));
});
