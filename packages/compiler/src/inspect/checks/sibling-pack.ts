// Checks that the pack next to an output folder has the folder's content. It may be stale: a build without --pack does not update it.

import { FormatError, isPackInfoPath } from '@assetc/formats';
import { type AssetTree, openFolderTree, openPackTree } from '../asset-tree.js';
import type { CheckReport } from '../check-report.js';
import type { Disk } from '../disk.js';
import { formatByName, isMadeOfOutputs } from '../file-formats.js';
import { MANIFEST } from './manifest.js';

/** What packs contain: the whole output folder, only what builds wrote, or a part of it. */
export type PackScope = 'whole' | 'recorded' | 'part';

/** Checks `<folder>.hpack` and the packs of these names, if they exist. Only an output of ours has packs. */
export async function checkSiblingPacks(
  disk: Disk,
  folder: AssetTree,
  { scope, names }: { readonly scope: PackScope; readonly names: readonly string[] },
  report: CheckReport,
): Promise<void> {
  const base = folder.path.replace(/[/\\]+$/, '');
  if (!folder.isOutput) return;
  await checkSiblingPack(disk, folder, scope, `${base}.hpack`, report);
  for (const name of names) await checkSiblingPack(disk, folder, 'part', `${base}.${name}.hpack`, report);
}

async function checkSiblingPack(
  disk: Disk,
  folder: AssetTree,
  scope: PackScope,
  path: string,
  report: CheckReport,
): Promise<void> {
  if (disk.stat(path)?.type !== 'file') return;
  const label = `../${nameOf(path)}`;
  try {
    const pack = await openPackTree(disk, path);
    try {
      await compare(folder, pack, scope, label, report);
    } finally {
      pack.close();
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    report.malformed(label, [{ code: error.code, field: 'file', message: error.message, offset: error.offset }]);
  }
}

/** Checks a pack against the output next to it, if there is one. */
export async function checkSiblingFolder(
  disk: Disk,
  pack: AssetTree,
  scope: PackScope,
  report: CheckReport,
): Promise<void> {
  const path = pack.path.replace(/\.hpackz?$/i, '');
  if (disk.stat(path)?.type !== 'folder') return;
  const folder = openFolderTree(disk, path);
  if (folder.isOutput) await compare(folder, pack, scope, nameOf(pack.path), report);
}

async function compare(
  folder: AssetTree,
  pack: AssetTree,
  scope: PackScope,
  label: string,
  report: CheckReport,
): Promise<void> {
  const differences: string[] = [];
  for (const { path } of pack.files) {
    if (isPackInfoPath(path) && !folder.has(path)) continue;
    // A part has a manifest of its own.
    if (scope === 'part' && path === MANIFEST) continue;
    if (!folder.has(path)) differences.push(`it contains ${path}, which the folder does not`);
    else if (!isEqual(await folder.read(path), await pack.read(path))) differences.push(`its ${path} differs`);
  }
  for (const { path } of folder.files) {
    if (belongsInPack(path, scope) && !pack.has(path)) differences.push(`it lacks ${path}`);
  }
  const [first, ...rest] = differences;
  if (first === undefined) return;
  const more =
    rest.length === 0 ? '' : `, and ${rest.length} more ${rest.length === 1 ? 'file differs' : 'files differ'}`;
  report.add('check/stale-pack', label, `the pack differs from the output folder: ${first}${more}`);
}

/** For `recorded`, files of our formats belong into the pack. Other names may be the user's files. */
function belongsInPack(path: string, scope: PackScope): boolean {
  if (scope === 'part') return false;
  const format = formatByName(path);
  if (format !== undefined && isMadeOfOutputs(format)) return false;
  return scope === 'whole' || (format !== undefined && format.isSharedName !== true);
}

const nameOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
