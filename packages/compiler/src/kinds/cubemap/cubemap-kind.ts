// `*.env/` with px nx py ny pz nz → `.env.ktx2`.

import type { Kind } from '../../model/kind.js';
import { imagesIn, imagesMemory, imagesWork } from '../image-memory.js';

export const cubemapKind: Kind = {
  name: 'cubemap',
  version: 7,
  settings: ['texture'],
  // The folder's name may say what the texels mean.
  usesPath: true,
  claims: (entry) => entry.isFolder && /\.env$/i.test(entry.path),
  base: (path) => path,
  suffixes: () => ['.ktx2'],
  memoryOf: (look) => imagesMemory(look, imagesIn(look)),
  workOf: (look) => imagesWork(look, imagesIn(look)),
  async compile(context) {
    const { compileCubemap } = await import('./cubemap-job.js');
    await compileCubemap(context);
  },
};
