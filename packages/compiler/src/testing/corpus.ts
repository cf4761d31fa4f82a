// Where the corpus of real files lies: beside the repository, or where ASSETC_CORPUS says. It is no part of the repository, so
// tests that need it skip where it is absent.

import { resolve } from 'node:path';

export const corpusFolder = process.env.ASSETC_CORPUS ?? resolve(import.meta.dirname, '../../../../../shared/corpus');
