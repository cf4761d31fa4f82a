// Run before every test file that shares a process: the properties of fast-check begin with a fixed seed, so that a run fails for what was
// changed and never by chance. ASSETC_SEED names another seed, or is `random`: `npm run test:long` looks for new cases so.

import fc from 'fast-check';
import { seedOf } from './property-seed.js';

const seed = seedOf(process.env.ASSETC_SEED);
fc.configureGlobal(seed === undefined ? {} : { seed });
