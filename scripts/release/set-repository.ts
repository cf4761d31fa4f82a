// `node scripts/run-ts.mjs scripts/release/set-repository.ts <address>`: writes the repository into every public manifest. The
// release workflow runs it before it packs: npm accepts provenance only if the manifest names the repository that published.

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readWorkspacePackages, releaseOrder } from './workspace-packages.js';

const root = resolve(import.meta.dirname, '../..');
const [address] = process.argv.slice(2);
if (address === undefined || !URL.canParse(address)) {
  console.error('usage: node scripts/run-ts.mjs scripts/release/set-repository.ts <address of the repository>');
  process.exit(2);
}
for (const { folder, manifest } of releaseOrder(readWorkspacePackages(root))) {
  const repository = { type: 'git', url: `git+${address}.git`, directory: folder };
  writeFileSync(join(root, folder, 'package.json'), `${JSON.stringify({ ...manifest, repository }, null, 2)}\n`);
}
