// The golden files of this package.

import { join } from 'node:path';
import { goldensIn } from '../../../formats/src/testing/golden.js';

export { toTwin } from '../../../formats/src/testing/golden.js';

export const { readGolden, readTwin, writeGoldenIfAsked } = goldensIn(join(import.meta.dirname, '../../goldens'));
