// The package that writes, reads and converts files of other engines, loaded on first use: most builds never need it.

import { lazily } from '../model/lazily.js';

export const otherRuntimes = lazily(() => import('@assetc/other-runtimes'));
