// Checks that every manifest entry names an existing file. (Its hash is checked with the file itself.)

import { decodeHman, type ManifestEntry } from '@assetc/formats';
import type { AssetTree } from '../asset-tree.js';
import type { CheckReport } from '../check-report.js';
import { formatByName, formatOf, isMadeOfOutputs } from '../file-formats.js';
import { decodeOrSkip } from './decode-or-skip.js';

export const MANIFEST = 'assets.hman';

/** The entries by hash; undefined if there is no readable manifest. */
export async function checkManifest(
  tree: AssetTree,
  report: CheckReport,
): Promise<ReadonlyMap<bigint, ManifestEntry> | undefined> {
  if (!tree.has(MANIFEST)) {
    if (!tree.isOutput && tree.outputsBelow.length > 0) {
      const below = tree.outputsBelow.slice(0, 5).join(', ');
      const message = `the folder is not an output, but it contains outputs: ${below}`;
      report.add('check/not-an-output', '.', message);
      return undefined;
    }
    // A folder without compiled files must not pass: somebody forgot to build.
    const isEmpty = !(await holdsCompiled(tree));
    const message = isEmpty ? 'there is no manifest and no compiled file' : 'there is no manifest';
    const severity = tree.isOutput || isEmpty ? 'error' : 'warning';
    report.add('check/no-manifest', MANIFEST, message, undefined, severity);
    return undefined;
  }
  const entries = decodeOrSkip(decodeHman, await tree.read(MANIFEST))?.entries;
  for (const { path, kind } of entries ?? [])
    if (!tree.has(path))
      report.add('check/missing-file', MANIFEST, `it lists the ${kind} ${path}, which does not exist`);
  return entries === undefined ? undefined : new Map(entries.map((entry) => [entry.hash, entry]));
}

/** Packs are checked separately. Names that other programs use too count only by their first bytes. */
async function holdsCompiled(tree: AssetTree): Promise<boolean> {
  for (const { path } of tree.files) {
    const format = formatByName(path);
    if (format === undefined || isMadeOfOutputs(format)) continue;
    if (format.isSharedName !== true || (await formatOf(path, await tree.read(path))) !== undefined) return true;
  }
  return false;
}
