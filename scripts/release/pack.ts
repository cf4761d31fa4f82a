// Packs the public packages into tarballs, in the order of a release, and checks what is inside.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { targetPaths } from './manifest-rules.js';
import { run } from './run-npm.js';
import { readWorkspacePackages, releaseOrder, type WorkspacePackage } from './workspace-packages.js';

export interface PackedPackage extends WorkspacePackage {
  readonly tarball: string;
}

interface NpmPackReport {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

function checkContents({ manifest }: WorkspacePackage, paths: ReadonlySet<string>): void {
  for (const wanted of ['LICENSE', 'README.md', 'package.json', ...targetPaths(manifest)])
    assert(paths.has(wanted), `the tarball of ${manifest.name} lacks ${wanted}`);
  for (const path of paths)
    assert(!/\.test\.|\/(?:reference|testing)\/|^src\//.test(path), `the tarball of ${manifest.name} contains ${path}`);
}

/** npm's name for a tarball: `@assetc/formats` → `assetc-formats-0.1.0.tgz`. */
const tarballName = ({ manifest: { name, version } }: WorkspacePackage): string =>
  `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;

/** The tarballs that `packAll` wrote to `folder`, in the order of a release. */
export const packedIn = (root: string, folder: string): readonly PackedPackage[] =>
  releaseOrder(readWorkspacePackages(root)).map((each) => {
    const tarball = join(folder, tarballName(each));
    assert(existsSync(tarball), `${tarball} is missing: run npm run pack:all`);
    return { ...each, tarball };
  });

/** Packs all public packages. They must be built, with declarations. Empties `folder` first. */
export async function packAll(
  root: string,
  folder: string,
  log: (line: string) => void,
): Promise<readonly PackedPackage[]> {
  const packages = releaseOrder(readWorkspacePackages(root));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Without scripts: each package's prepack would build all of them again.
  const { stdout } = await run(root, 'npm', [
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    folder,
    ...packages.map(({ manifest }) => `--workspace=${manifest.name}`),
  ]);
  const reports: readonly NpmPackReport[] = JSON.parse(stdout);
  for (const each of packages) {
    const report = reports.find(({ name }) => name === each.manifest.name);
    assert(report !== undefined, `npm did not pack ${each.manifest.name}`);
    checkContents(each, new Set(report.files.map(({ path }) => path)));
    log(`${report.filename}  ${(report.size / 1e6).toFixed(2)} MB, ${report.files.length} files`);
  }
  return packedIn(root, folder);
}
