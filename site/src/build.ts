// Builds the site into site/dist: `npm run site`. All links are relative, so that it works below any path of any server, and nothing is
// requested from elsewhere.

import { resolve } from 'node:path';
import { buildSite } from './build-site.js';

const root = process.cwd();
const out = resolve(process.argv[2] ?? 'site/dist');
const started = performance.now();
const { pages, bytes } = await buildSite({ root, out });
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`wrote ${pages} pages, ${(bytes / 1e6).toFixed(1)} MB, into ${out} in ${seconds} s`);
