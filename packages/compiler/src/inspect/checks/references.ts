// Checks that files exist that others refer to by path: meshes, materials and textures of other runtimes.

import type { AssetTree } from '../asset-tree.js';
import type { CheckReport } from '../check-report.js';
import { readerByName } from '../file-formats.js';
import { decodeOrSkip } from './decode-or-skip.js';

export async function checkReferences(tree: AssetTree, report: CheckReport): Promise<void> {
  for (const { path } of tree.files) {
    const format = await readerByName(path);
    if (format?.references === undefined) continue;
    const bytes = await tree.read(path);
    if (format.isSharedName === true && !format.recognizes(bytes)) continue;
    for (const { is, slot, path: named } of decodeOrSkip(format.references, bytes) ?? []) {
      const what = slot === undefined ? is : `${slot} ${is}`;
      if (named !== '' && !tree.has(named))
        report.add('check/missing-part', path, `its ${what} ${named} does not exist`);
    }
  }
}
