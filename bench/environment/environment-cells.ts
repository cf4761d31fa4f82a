// Counts the cells that are summed for the light of a sky, by wrapping the kernel while the light is built once on this thread.

import { LobeKernel } from '@assetc/kernels';
import { buildLight } from '../../packages/compiler/src/compilers/environment/build-light.js';
import { rotationOf } from '../../packages/compiler/src/compilers/environment/portable-trig.js';
import { onOneThread } from '../../packages/compiler/src/compilers/environment/testing/environment-tasks.js';
import { importHdr } from '../../packages/compiler/src/importers/image/import-hdr.js';

/** Average number of cells per texel of the rough levels. */
export async function countCells(bytes: Uint8Array, size: number, levelCount: number): Promise<number> {
  const image = await importHdr({ file: 'sky.env.hdr', bytes, limit: 16384, warn: () => {} });
  const sky = { shape: 'equirect', image, rotation: rotationOf(0) } as const;
  let [cells, texels] = [0, 0];
  const { sum } = LobeKernel.prototype;
  LobeKernel.prototype.sum = function (input) {
    cells += (input.cellCount * input.directions.length) / 3;
    texels += input.directions.length / 3;
    sum.call(this, input);
  };
  try {
    await buildLight(sky, sky, size, levelCount, onOneThread);
  } finally {
    LobeKernel.prototype.sum = sum;
  }
  return cells / texels;
}
