// Builds the site into site/dist: `npm run site`; with `-- --serve` it is served, too. All links are relative, so that it works below any path of any server, and nothing is
// requested from elsewhere.

import { resolve } from 'node:path';
import { buildSite } from './build-site.js';
import { serveSite } from './serve-site.js';

const root = process.cwd();
const out = resolve(process.argv.slice(2).find((each) => !each.startsWith('-')) ?? 'site/dist');
const started = performance.now();
const demo = !process.argv.includes('--without-demo');
const address = process.argv.flatMap((each) => /^--address=(https?:.+)$/.exec(each)?.[1] ?? [])[0];
const { pages, bytes } = await buildSite({ root, out, demo, ...(address === undefined ? {} : { address }) });
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`wrote ${pages} pages, ${(bytes / 1e6).toFixed(1)} MB, into ${out} in ${seconds} s`);

if (process.argv.includes('--serve')) {
  const { address } = await serveSite(out, { port: 4173 });
  console.log(`serving it at ${address} until you press Ctrl+C`);
}
