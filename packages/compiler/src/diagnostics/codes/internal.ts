// Bugs in assetc itself, and failures of the machine.

import type { CodeDoc } from '../code-doc.js';

export const internalCodes = {
  'internal/compiler': {
    summary: 'The compiler of this asset failed unexpectedly. Other assets are not affected.',
    remedy: 'Report this with the source and the stack: it is a bug in assetc.',
  },
  'internal/worker': {
    summary: 'The thread that compiled this asset died, most often for lack of memory.',
    remedy: 'Build with fewer jobs (-j), or make the source smaller. If the problem remains, report it.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
