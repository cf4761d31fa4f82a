// What must hold before a release: sound manifests, one version, a tag that equals it, a changelog entry.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestProblems } from './manifest-rules.js';
import { hasDatedEntry } from './set-version.js';
import { readJson, readWorkspacePackages, releaseOrder } from './workspace-packages.js';

/** Download addresses in the lock file would tie every install to one registry. */
export const lockProblems = (lock: { readonly packages: Readonly<Record<string, { readonly resolved?: string }>> }) =>
  Object.entries(lock.packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^[a-z+]+:/.test(resolved))
    .map(([path]) => `package-lock.json: ${path} has a download address`);

/** One line for each problem. Without a tag, as in a rehearsal, the changelog may still have an "Unreleased" section. */
export function releaseProblems(root: string, tag: string | undefined): readonly string[] {
  const packages = readWorkspacePackages(root);
  const own = new Set(packages.map(({ manifest }) => manifest.name));
  const { engines } = readJson(join(root, 'package.json'));
  const problems = releaseOrder(packages).flatMap((each) => manifestProblems(each, own, engines));
  problems.push(...lockProblems(readJson(join(root, 'package-lock.json'))));
  const [first] = packages;
  const version = tag === undefined ? first?.manifest.version : tag.replace(/^v/, '');
  for (const { folder, manifest } of packages)
    if (manifest.version !== version)
      problems.push(`${folder}/package.json: version is ${manifest.version}, not ${version}`);
  if (tag === undefined || version === undefined) return problems;
  if (tag !== `v${version}`) problems.push(`the tag ${tag} does not start with "v"`);
  if (!hasDatedEntry(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version))
    problems.push(`CHANGELOG.md has no dated entry for ${version}`);
  return problems;
}
