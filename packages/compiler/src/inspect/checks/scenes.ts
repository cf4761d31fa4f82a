// Checks a `.hscene` against its siblings: the submeshes, lines and joints of the mesh, and the rows of the materials.

import { decodeHmat, decodeHscene, type Hscene, type HsceneNode } from '@assetc/formats';
import { decodeAnyHmesh } from '@assetc/formats/hmesh1';
import { plural } from '../../diagnostics/plural.js';
import type { AssetTree } from '../asset-tree.js';
import type { CheckReport } from '../check-report.js';
import { decodeOrSkip } from './decode-or-skip.js';
import { replaceExtension } from './replace-extension.js';

export async function checkScene(tree: AssetTree, path: string, report: CheckReport): Promise<void> {
  const scene = decodeOrSkip(decodeHscene, await tree.read(path));
  if (scene === undefined) return;
  await checkMeshes(tree, scene, path, report);
  await checkMaterials(tree, scene, path, report);
}

const needsMesh = ({ submeshCount, lineCount, joint }: HsceneNode): boolean =>
  submeshCount > 0 || lineCount > 0 || joint >= 0;

/** A scene with only cameras and lights needs no mesh. */
async function checkMeshes(tree: AssetTree, { nodes }: Hscene, path: string, report: CheckReport): Promise<void> {
  const meshPath = replaceExtension(path, '.hmesh');
  if (!nodes.some(needsMesh)) return;
  if (!tree.has(meshPath)) {
    report.add('check/missing-companion', path, `its mesh ${meshPath} does not exist`);
    return;
  }
  const mesh = decodeOrSkip(decodeAnyHmesh, await tree.read(meshPath));
  if (mesh === undefined) return;
  const has =
    mesh.version === 2
      ? {
          submeshes: mesh.submeshes.length,
          lines: mesh.lines?.ranges.length ?? 0,
          joints: mesh.skin?.joints.length ?? 0,
        }
      : { submeshes: 1, lines: 0, joints: 0 };
  for (const [i, node] of nodes.entries()) {
    const name = `node ${i} ${JSON.stringify(node.name)}`;
    const lastSubmesh = node.firstSubmesh + node.submeshCount - 1;
    if (node.submeshCount > 0 && lastSubmesh >= has.submeshes)
      report.add(
        'check/submesh',
        path,
        `${name} shows submesh ${lastSubmesh}, but ${meshPath} has ${plural(has.submeshes, 'submesh', 'submeshes')}`,
      );
    const lastLine = node.firstLine + node.lineCount - 1;
    if (node.lineCount > 0 && lastLine >= has.lines)
      report.add(
        'check/submesh',
        path,
        `${name} shows line range ${lastLine}, but ${meshPath} has ${plural(has.lines, 'line range')}`,
      );
    if (node.joint >= has.joints)
      report.add(
        'check/joint',
        path,
        `${name} is joint ${node.joint}, but ${meshPath} has ${plural(has.joints, 'joint')}`,
      );
  }
}

async function checkMaterials(tree: AssetTree, scene: Hscene, path: string, report: CheckReport): Promise<void> {
  const named = [...scene.clips.flatMap(({ channels }) => channels), ...scene.extras]
    .filter(({ target }) => target === 'material')
    .map(({ index }) => index);
  if (named.length === 0) return;
  const table = replaceExtension(path, '.hmat');
  if (!tree.has(table)) {
    report.add('check/missing-companion', path, `its material table ${table} does not exist`);
    return;
  }
  const rows = decodeOrSkip(decodeHmat, await tree.read(table))?.length;
  if (rows === undefined) return;
  for (const row of new Set(named))
    if (row >= rows)
      report.add('check/material-slot', path, `it refers to material ${row}, but ${table} has ${plural(rows, 'row')}`);
}
