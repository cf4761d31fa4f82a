// What can only be a mistake of assetc itself, or of the machine under it.

import type { CodeDoc } from '../code-doc.js';

export const internalCodes = {
  'internal/compiler': {
    summary: 'The compiler of this asset failed in a way that nobody foresaw. Other assets are not affected.',
    remedy: 'Report this with the source and the stack: it is a bug of assetc.',
  },
  'internal/worker': {
    summary: 'The thread that compiled this asset died, most often for lack of memory.',
    remedy: 'Build with fewer jobs (-j), or make the source smaller. If it stays, report it.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
