// `npm run release:dry-run [-- v0.2.0]`: everything that a release does, offline, except publishing to npm. The packages are
// published to a registry on this machine instead, which checks more than `npm publish --dry-run`: order, dependencies, an install by name.

import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { releaseProblems } from './check-release.js';
import { packAll } from './pack.js';
import { rehearsePublishing } from './rehearse.js';

const root = resolve(import.meta.dirname, '../..');

/** The version tag of the commit, if it has one. */
const tagOfCommit = (): string | undefined =>
  execFileSync('git', ['tag', '--points-at', 'HEAD'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .find((name) => /^v\d/.test(name));

const tag = process.argv[2] ?? tagOfCommit();
const problems = releaseProblems(root, tag);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(tag === undefined ? 'no tag: versions are equal' : `versions equal the tag ${tag}`);
const packages = await packAll(root, join(root, 'dist-packages'), console.log);
await rehearsePublishing(root, packages, console.log);
