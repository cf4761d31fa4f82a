// Checks that every non-zero texture reference of a material table resolves to an existing file that the manifest lists.

import { hashToHex, type ManifestEntry } from '@assetc/formats';
import type { AssetTree } from '../asset-tree.js';
import type { CheckReport } from '../check-report.js';
import { findTextureUses, textureHashes } from '../texture-users.js';

export async function checkTextures(
  tree: AssetTree,
  manifest: ReadonlyMap<bigint, ManifestEntry> | undefined,
  report: CheckReport,
): Promise<void> {
  const files = new Map<bigint, string>();
  for (const { path } of tree.files) for (const hash of textureHashes(path)) files.set(hash, path);
  for (const { file, row, slot, hash, byteOffset } of await findTextureUses(tree)) {
    const what = `row ${row}, ${slot}: texture ${hashToHex(hash)}`;
    const listed = manifest?.get(hash);
    if (listed === undefined && manifest !== undefined) {
      const found = files.get(hash);
      const message =
        found === undefined ? `${what} does not exist` : `${what} is ${found}, which the manifest does not list`;
      report.add('check/missing-texture', file, message, byteOffset);
    } else if (listed !== undefined && !tree.has(listed.path)) {
      report.add('check/missing-texture', file, `${what} is ${listed.path}, which does not exist`, byteOffset);
    } else if (listed !== undefined && listed.kind !== 'texture') {
      report.add('check/missing-texture', file, `${what} is ${listed.path}, which is not a texture`, byteOffset);
    } else if (listed === undefined && !files.has(hash)) {
      report.add('check/missing-texture', file, `${what} does not exist`, byteOffset);
    }
  }
}
