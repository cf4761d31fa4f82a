// The packages of this repository, read from the workspaces of its package.json, and the order to publish them in.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export type DependencyField = 'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies';

export const DEPENDENCY_FIELDS: readonly DependencyField[] = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
];

export type ExportTarget = string | { readonly [condition: string]: ExportTarget };

export type Manifest = {
  readonly [field in DependencyField]?: Readonly<Record<string, string>>;
} & {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, ExportTarget>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly [field: string]: unknown;
};

export interface WorkspacePackage {
  /** Relative to the root, with forward slashes: `packages/formats`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

export const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/** All workspaces, private ones too, sorted by folder. Patterns are `folder` or `folder/*`. */
export function readWorkspacePackages(root: string): readonly WorkspacePackage[] {
  const patterns: readonly string[] = readJson(join(root, 'package.json')).workspaces;
  return patterns
    .flatMap((pattern) => {
      if (!pattern.endsWith('/*')) return [pattern];
      const parent = pattern.slice(0, -'/*'.length);
      return readdirSync(join(root, parent)).map((name) => posix.join(parent, name));
    })
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .sort()
    .map((folder) => ({ folder, manifest: readJson(join(root, folder, 'package.json')) }));
}

/**
 * Names of packages that must be installable before this one is. An optional peer may appear later: assetc and
 * its farm name each other, and only the farm needs the other to be there.
 */
export const requiredNames = (manifest: Manifest): readonly string[] => [
  ...Object.keys(manifest.dependencies ?? {}),
  ...Object.keys(manifest.optionalDependencies ?? {}),
  ...Object.keys(manifest.peerDependencies ?? {}).filter((name) => !manifest.peerDependenciesMeta?.[name]?.optional),
];

/** The public packages, each after those that it requires, otherwise by name. */
export function releaseOrder(packages: readonly WorkspacePackage[]): readonly WorkspacePackage[] {
  const pending = packages
    .filter(({ manifest }) => manifest.private !== true)
    .sort((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1));
  const privateNames = new Set(packages.map(({ manifest }) => manifest.name));
  for (const { manifest } of pending) privateNames.delete(manifest.name);
  for (const { manifest } of pending)
    for (const name of requiredNames(manifest))
      if (privateNames.has(name)) throw new Error(`${manifest.name} requires ${name}, which is private`);

  const ordered: WorkspacePackage[] = [];
  while (pending.length > 0) {
    const waiting = new Set(pending.map(({ manifest }) => manifest.name));
    const next = pending.findIndex(({ manifest }) => !requiredNames(manifest).some((name) => waiting.has(name)));
    if (next < 0) throw new Error(`these packages require each other: ${[...waiting].join(', ')}`);
    ordered.push(...pending.splice(next, 1));
  }
  return ordered;
}

/** These packages and all of ours that they require, in the order of `packages`. */
export function withRequirements(
  names: readonly string[],
  packages: readonly WorkspacePackage[],
): readonly WorkspacePackage[] {
  const wanted = new Set(names);
  // A set also visits what is added while it is walked.
  for (const name of wanted) {
    const found = packages.find(({ manifest }) => manifest.name === name);
    if (found === undefined) continue;
    for (const required of requiredNames(found.manifest)) wanted.add(required);
  }
  return packages.filter(({ manifest }) => wanted.has(manifest.name));
}
