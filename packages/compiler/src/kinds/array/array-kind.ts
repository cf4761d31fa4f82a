// `*.array/` → `.arr.ktx2`: one layer for each image, in the natural order of their names.

import { versionWithBlocks } from '../blocks-version.js';
import { defineKind } from '../define-kind.js';
import { imagesIn, imagesMemory, imagesWork } from '../image-memory.js';

export const arrayKind = defineKind({
  name: 'texture array',
  version: versionWithBlocks(13),
  settings: ['texture'],
  // The folder's name may say what the texels mean.
  hookable: 'image',
  usesPath: true,
  match: (entry) => entry.isFolder && /\.array$/i.test(entry.path),
  base: (path) => path.replace(/\.array$/i, '.arr'),
  outputs: () => ['.ktx2'],
  memoryOf: (look) => imagesMemory(look, imagesIn(look)),
  workOf: (look) => imagesWork(look, imagesIn(look)),
  listedAs: 'texture',
  async compile(context) {
    const { compileArray } = await import('./array-job.js');
    await compileArray(context);
  },
});
