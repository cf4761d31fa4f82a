// `npm run pack:all`: a tarball of every public package in dist-packages/, tried in empty folders.

import { join, resolve } from 'node:path';
import { packAll } from './pack.js';
import { tryTarballs } from './rehearse.js';

const root = resolve(import.meta.dirname, '../..');
const packages = await packAll(root, join(root, 'dist-packages'), console.log);
await tryTarballs(root, packages, console.log);
