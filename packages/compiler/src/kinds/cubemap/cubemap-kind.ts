// `*.env/` with px nx py ny pz nz → `.env.ktx2`.

import { IMAGE_EXTENSION } from '../../model/image-names.js';
import type { Kind } from '../../model/kind.js';
import { imagesMemory } from '../image-memory.js';

export const cubemapKind: Kind = {
  name: 'cubemap',
  version: 5,
  settings: ['texture'],
  // The folder's name may say what the texels mean.
  usesPath: true,
  claims: (entry) => entry.isFolder && /\.env$/i.test(entry.path),
  base: (path) => path,
  suffixes: () => ['.ktx2'],
  memoryOf: (look) =>
    imagesMemory(
      look,
      look.files.filter((file) => IMAGE_EXTENSION.test(file)).map((file) => ({ file })),
    ),
  async compile(context) {
    const { compileCubemap } = await import('./cubemap-job.js');
    await compileCubemap(context);
  },
};
