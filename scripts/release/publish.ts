// `npm run release:publish`: publishes the tarballs in dist-packages/ to npm. The release workflow runs it.

import { join, resolve } from 'node:path';
import { packedIn } from './pack.js';
import { publishAll } from './publish-all.js';

const root = resolve(import.meta.dirname, '../..');
await publishAll(packedIn(root, join(root, 'dist-packages')), {
  folder: root,
  env: process.env,
  hasProvenance: process.env.GITHUB_ACTIONS === 'true',
  log: console.log,
});
