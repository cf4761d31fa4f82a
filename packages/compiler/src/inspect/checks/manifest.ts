// Every manifest entry names a file that is there. (That its hash obeys its kind's rule is checked with the file itself.)

import { decodeHman, type ManifestEntry } from '@assetc/formats';
import type { AssetTree } from '../asset-tree.js';
import type { CheckReport } from '../check-report.js';
import { formatByName } from '../file-formats.js';
import { decodeOrSkip } from './decode-or-skip.js';

export const MANIFEST = 'assets.hman';

/** The entries by hash; undefined where there is no manifest that can be read. */
export async function checkManifest(
  tree: AssetTree,
  report: CheckReport,
): Promise<ReadonlyMap<bigint, ManifestEntry> | undefined> {
  if (!tree.has(MANIFEST)) {
    // A folder that holds nothing of ours must not pass for a good one: somebody forgot to build.
    const isEmpty = !tree.files.some(({ path }) => formatByName(path) !== undefined);
    const message = isEmpty ? 'there is no manifest, nor any compiled file' : 'there is no manifest';
    const severity = tree.isOutput || isEmpty ? 'error' : 'warning';
    report.add('check/no-manifest', MANIFEST, message, undefined, severity);
    return undefined;
  }
  const entries = decodeOrSkip(decodeHman, await tree.read(MANIFEST))?.entries;
  for (const { path, kind } of entries ?? [])
    if (!tree.has(path)) report.add('check/missing-file', MANIFEST, `${kind} ${path} is listed, but is not there`);
  return entries === undefined ? undefined : new Map(entries.map((entry) => [entry.hash, entry]));
}
