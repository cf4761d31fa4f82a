// The folder with the corpus of real files: next to the repository, or ASSETC_CORPUS. It is not part of the repository, so
// tests that need it are skipped if it is absent.

import { resolve } from 'node:path';

export const corpusFolder = process.env.ASSETC_CORPUS ?? resolve(import.meta.dirname, '../../../../../shared/corpus');
