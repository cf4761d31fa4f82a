// Runs before every test file that shares a process: fast-check starts with a fixed seed, so that no run fails by chance.
// ASSETC_SEED sets another seed, or is `random`, as in `npm run test:long`, to find new cases.

import fc from 'fast-check';
import { parseSeed } from './property-seed.js';

const seed = parseSeed(process.env.ASSETC_SEED);
fc.configureGlobal(seed === undefined ? {} : { seed });
