// Checks a `.hmatx` against its siblings: the rows of the `.hmat` that it extends, and the submeshes that its variants change.

import { decodeHmat, decodeHmatx, type Hmatx, hashToHex, type Material, TEXTURE_SLOTS } from '@assetc/formats';
import { decodeAnyHmesh } from '@assetc/formats/hmesh1';
import { plural } from '../../diagnostics/plural.js';
import type { AssetTree } from '../asset-tree.js';
import type { CheckReport } from '../check-report.js';
import { slotName } from '../formats/hmat.js';
import { decodeOrSkip } from './decode-or-skip.js';
import { replaceExtension } from './replace-extension.js';

export async function checkMaterialExtras(tree: AssetTree, path: string, report: CheckReport): Promise<void> {
  const hmatx = decodeOrSkip(decodeHmatx, await tree.read(path));
  if (hmatx === undefined) return;
  const table = replaceExtension(path, '.hmat');
  if (tree.has(table)) {
    const rows = decodeOrSkip(decodeHmat, await tree.read(table));
    if (rows !== undefined) checkRows(hmatx, rows, path, table, report);
  } else report.add('check/missing-companion', path, `its material table ${table} does not exist`);
  await checkVariants(tree, hmatx, path, report);
}

function checkRows(hmatx: Hmatx, rows: readonly Material[], path: string, table: string, report: CheckReport): void {
  if (hmatx.rowCount !== rows.length) {
    const message = `it extends ${plural(hmatx.rowCount, 'material')}, but ${table} has ${plural(rows.length, 'row')}`;
    report.add('check/material-count', path, message);
    return;
  }
  // A row with any use here has all its uses here, and they equal those of the table.
  const uses = new Map(hmatx.uses.map((use) => [`${use.row} ${use.slot}`, use.texture]));
  for (const row of new Set(hmatx.uses.map((use) => use.row)))
    for (const field of TEXTURE_SLOTS) {
      const slot = slotName(field);
      const here = uses.get(`${row} ${slot}`) ?? 0n;
      const there = rows[row]?.[field] ?? 0n;
      if (here === there) continue;
      const message = `row ${row}, ${slot}: texture ${hashToHex(here)}, but ${hashToHex(there)} in ${table}`;
      report.add('check/material-texture', path, message);
    }
}

async function checkVariants(tree: AssetTree, { variants }: Hmatx, path: string, report: CheckReport): Promise<void> {
  const maps = variants?.maps ?? [];
  if (maps.length === 0) return;
  const meshPath = replaceExtension(path, '.hmesh');
  if (!tree.has(meshPath)) {
    report.add('check/missing-companion', path, `its mesh ${meshPath} does not exist`);
    return;
  }
  const mesh = decodeOrSkip(decodeAnyHmesh, await tree.read(meshPath));
  if (mesh === undefined) return;
  const count = mesh.version === 2 ? mesh.submeshes.length : 1;
  for (const { variant, submesh } of maps) {
    if (submesh < count) continue;
    const name = JSON.stringify(variants?.names[variant] ?? '');
    report.add(
      'check/submesh',
      path,
      `variant ${name} changes submesh ${submesh}, but ${meshPath} has ${plural(count, 'submesh', 'submeshes')}`,
    );
  }
}
