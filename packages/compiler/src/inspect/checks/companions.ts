// Checks that the files of one source match: a mesh and its materials, an animation and the skeleton or the morph targets
// of its mesh, a scene and `.hmatx` and the files that they extend, variants of a shader and their modules.

import {
  decodeHanim,
  decodeHanimx,
  decodeHclip,
  decodeHmat,
  decodeHvar,
  type Hmesh,
  NO_MATERIAL,
} from '@assetc/formats';
import { decodeAnyHmesh, type Hmesh1 } from '@assetc/formats/hmesh1';
import { plural } from '../../diagnostics/plural.js';
import type { AssetTree } from '../asset-tree.js';
import type { CheckReport } from '../check-report.js';
import { decodeOrSkip } from './decode-or-skip.js';
import { checkMaterialExtras } from './material-extras.js';
import { replaceExtension } from './replace-extension.js';
import { checkScene } from './scenes.js';

export async function checkCompanions(tree: AssetTree, report: CheckReport): Promise<void> {
  for (const { path } of tree.files) {
    if (path.endsWith('.hmesh')) await checkMesh(tree, path, report);
    else if (path.endsWith('.hanim')) await checkAnimation(tree, path, report);
    else if (path.endsWith('.hanimx')) await checkWeights(tree, path, report);
    else if (path.endsWith('.hclip')) await checkCompressed(tree, path, report);
    else if (path.endsWith('.hmatx')) await checkMaterialExtras(tree, path, report);
    else if (path.endsWith('.hscene')) await checkScene(tree, path, report);
    else if (path.endsWith('.hvar')) await checkVariants(tree, path, report);
  }
}

async function checkVariants(tree: AssetTree, path: string, report: CheckReport): Promise<void> {
  const variants = decodeOrSkip(decodeHvar, await tree.read(path));
  for (const module of variants?.modules ?? [])
    if (!tree.has(module.path)) report.add('check/missing-companion', path, `its module ${module.path} does not exist`);
}

async function checkMesh(tree: AssetTree, path: string, report: CheckReport): Promise<void> {
  const mesh = decodeOrSkip(decodeAnyHmesh, await tree.read(path));
  if (mesh === undefined) return;
  const table = replaceExtension(path, '.hmat');
  if (!tree.has(table)) {
    // Other writers omit an empty table; no slot of such a mesh has a material.
    if (mesh.materials.length > 0)
      report.add('check/missing-companion', path, `its material table ${table} does not exist`);
    return;
  }
  const rows = decodeOrSkip(decodeHmat, await tree.read(table))?.length;
  if (rows === undefined) return;
  const count = mesh.materials.length;
  if (count !== rows)
    report.add(
      'check/material-count',
      path,
      `it has ${plural(count, 'material')}, but ${table} has ${plural(rows, 'row')}`,
    );
  for (const [i, slot] of slotsOf(mesh).entries())
    if (slot !== NO_MATERIAL && slot >= rows)
      report.add(
        'check/material-slot',
        path,
        `submesh ${i} uses material ${slot}, but ${table} has ${plural(rows, 'row')}`,
      );
}

async function checkAnimation(tree: AssetTree, path: string, report: CheckReport): Promise<void> {
  const clips = decodeOrSkip(decodeHanim, await tree.read(path));
  const companion = clips && (await animatedMesh(tree, path, report));
  if (clips === undefined || companion === undefined) return;
  const { mesh, meshPath } = companion;
  const joints = mesh.version === 2 ? (mesh.skin?.joints.length ?? 0) : 0;
  for (const { name, channels } of clips) {
    const beyond = new Set(channels.map(({ joint }) => joint).filter((joint) => joint >= joints));
    for (const joint of beyond)
      report.add(
        'check/joint',
        path,
        `clip ${JSON.stringify(name)} moves joint ${joint}, but ${meshPath} has ${plural(joints, 'joint')}`,
      );
  }
}

async function checkWeights(tree: AssetTree, path: string, report: CheckReport): Promise<void> {
  const clips = decodeOrSkip(decodeHanimx, await tree.read(path));
  const companion = clips && (await animatedMesh(tree, path, report));
  if (clips === undefined || companion === undefined) return;
  const { mesh, meshPath } = companion;
  const targets = mesh.version === 2 ? (mesh.morphs?.targets.length ?? 0) : 0;
  for (const { name, channels } of clips) {
    const beyond = new Set(channels.map(({ target }) => target).filter((target) => target >= targets));
    for (const target of beyond) {
      const message = `clip ${JSON.stringify(name)} sets morph target ${target}, but ${meshPath} has ${plural(targets, 'morph target')}`;
      report.add('check/morph-target', path, message);
    }
  }
}

/** Compressed clips are made for a number of joints and morph targets. */
async function checkCompressed(tree: AssetTree, path: string, report: CheckReport): Promise<void> {
  const [clip] = decodeOrSkip(decodeHclip, await tree.read(path)) ?? [];
  const companion = clip && (await animatedMesh(tree, path, report));
  if (clip === undefined || companion === undefined) return;
  const { mesh, meshPath } = companion;
  const joints = mesh.version === 2 ? (mesh.skin?.joints.length ?? 0) : 0;
  const targets = mesh.version === 2 ? (mesh.morphs?.targets.length ?? 0) : 0;
  if (clip.jointCount !== joints)
    report.add(
      'check/joint',
      path,
      `its clips are for ${plural(clip.jointCount, 'joint')}, but ${meshPath} has ${joints}`,
    );
  if (clip.targetCount !== targets)
    report.add(
      'check/morph-target',
      path,
      `its clips are for ${plural(clip.targetCount, 'morph target')}, but ${meshPath} has ${targets}`,
    );
}

/** Undefined if it does not decode, or is missing, which is reported. */
async function animatedMesh(tree: AssetTree, path: string, report: CheckReport) {
  const meshPath = replaceExtension(path, '.hmesh');
  if (!tree.has(meshPath)) {
    report.add('check/missing-companion', path, `its mesh ${meshPath} does not exist`);
    return undefined;
  }
  const mesh = decodeOrSkip(decodeAnyHmesh, await tree.read(meshPath));
  return mesh && { mesh, meshPath };
}

const slotsOf = (mesh: Hmesh | Hmesh1): readonly number[] =>
  mesh.version === 2 ? mesh.submeshes.map(({ materialSlot }) => materialSlot) : [];
