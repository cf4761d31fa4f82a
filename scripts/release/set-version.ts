// `npm run release:version -- 0.2.0 2026-12-01`: gives every package the version, and CHANGELOG's "Unreleased" the version and date.
//
// Packages depend on each other by exact version, peers too. They are tested only together. A content key contains the version of
// a kind, which the compiler declares: an encoder that changed below it would leave old textures in place. And two copies of
// @assetc/formats are two FormatError classes. A caret range would allow all of that.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPENDENCY_FIELDS, type DependencyField, readJson, readWorkspacePackages } from './workspace-packages.js';

const SEMVER = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

type VersionedManifest = { version?: string } & { [field in DependencyField]?: Record<string, string> };

function setVersions(
  manifest: VersionedManifest,
  version: string,
  ownNames: ReadonlySet<string>,
  isWorkspace: boolean,
): void {
  if (isWorkspace) manifest.version = version;
  for (const field of DEPENDENCY_FIELDS)
    for (const name of Object.keys(manifest[field] ?? {}))
      if (ownNames.has(name)) Object.assign(manifest[field] ?? {}, { [name]: version });
}

const writeJson = (path: string, value: unknown): void => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** Sets the versions in the manifests of workspaces and examples and in package-lock.json below `root`. */
export function setAllVersions(root: string, version: string): void {
  if (!SEMVER.test(version)) throw new Error(`not a version: ${version}`);
  const packages = readWorkspacePackages(root);
  const ownNames = new Set(packages.map(({ manifest }) => manifest.name));
  const examples = existsSync(join(root, 'examples')) ? readdirSync(join(root, 'examples')) : [];
  const folders = [...packages.map(({ folder }) => folder), ...examples.map((name) => `examples/${name}`)];
  const lockPath = join(root, 'package-lock.json');
  const lock: { packages: Record<string, VersionedManifest> } = readJson(lockPath);
  for (const folder of folders) {
    const path = join(root, folder, 'package.json');
    if (!existsSync(path)) continue;
    const isWorkspace = !folder.startsWith('examples/');
    const manifest: VersionedManifest = readJson(path);
    setVersions(manifest, version, ownNames, isWorkspace);
    writeJson(path, manifest);
    const locked = lock.packages[folder];
    if (locked !== undefined) setVersions(locked, version, ownNames, isWorkspace);
    else if (isWorkspace) throw new Error(`package-lock.json lacks ${folder}: run npm install first`);
  }
  writeJson(lockPath, lock);
}

/** The heading of a version: `## 0.2.0`, or with its date `## 0.2.0 - 2026-12-01`. */
const headingOf = (changelog: string, version: string): string | undefined =>
  changelog.split('\n').find((line) => line === `## ${version}` || line.startsWith(`## ${version} - `));

export const hasDatedEntry = (changelog: string, version: string): boolean =>
  headingOf(changelog, version)?.includes(' - ') === true;

/**
 * The changelog with a date for the version. If the version has no section yet, "Unreleased" becomes it, and a new, empty
 * "Unreleased" is put above. A second call changes nothing.
 */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date) && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) === true;
  if (!isDate) throw new Error(`not a date, YYYY-MM-DD: ${date}`);
  if (hasDatedEntry(changelog, version)) return changelog;
  const undated = headingOf(changelog, version);
  const heading = undated ?? '## Unreleased';
  const lines = changelog.split('\n');
  const at = lines.indexOf(heading);
  if (at < 0) throw new Error('CHANGELOG.md has no "## Unreleased" heading');
  const dated = `## ${version} - ${date}`;
  return lines.with(at, undated === undefined ? `${heading}\n\n${dated}` : dated).join('\n');
}

export function setRelease(root: string, version: string, date: string | undefined): void {
  const path = join(root, 'CHANGELOG.md');
  const changelog = date === undefined ? undefined : releaseChangelog(readFileSync(path, 'utf8'), version, date);
  setAllVersions(root, version);
  if (changelog !== undefined) writeFileSync(path, changelog);
}
