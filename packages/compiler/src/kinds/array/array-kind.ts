// `*.array/` → `.arr.ktx2`: one layer for each image, in the natural order of their names.

import { versionWithBlocks } from '../blocks-version.js';
import { defineKind } from '../define-kind.js';
import { imagesIn, imagesMemory, imagesWork } from '../image-memory.js';

export const arrayKind = defineKind({
  name: 'texture array',
  version: versionWithBlocks(14),
  settings: ['texture'],
  // The folder's name may determine what the texels mean.
  hookable: 'image',
  usesPath: true,
  match: (entry) => entry.isFolder && /\.array$/i.test(entry.path),
  base: (path) => path.replace(/\.array$/i, '.arr'),
  outputs: () => ['.ktx2'],
  memoryOf: (facts) => imagesMemory(facts, imagesIn(facts)),
  workOf: (facts) => imagesWork(facts, imagesIn(facts)),
  listedAs: 'texture',
  async compile(context) {
    const { compileArray } = await import('./array-job.js');
    await compileArray(context);
  },
});
