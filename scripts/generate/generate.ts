// Writes every generated file of the repository, or with --check fails if one is out of date.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedFiles } from './generated-files.js';

const check = process.argv.includes('--check');
let stale = 0;
for (const { path, text } of generatedFiles()) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  if (check) {
    console.error(`${path} is out of date: run npm run generate`);
    stale++;
    continue;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`wrote ${path}`);
}
process.exit(stale > 0 ? 1 : 0);
