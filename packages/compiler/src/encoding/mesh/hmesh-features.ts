// Lists in words what an .hmesh contains in addition to its triangles, for converters to formats that cannot store it.

import { type Hmesh, unpackColors } from '@assetc/formats';
import { plural } from '../../diagnostics/plural.js';
import { meshletCount } from './meshlet-table.js';

type HmeshFeature =
  | 'tangents'
  | 'moreUvs'
  | 'colors'
  | 'colorAlpha'
  | 'skeleton'
  | 'weights'
  | 'lods'
  | 'nodes'
  | 'meshlets'
  | 'clusters'
  | 'morphs'
  | 'lines'
  | 'materials'
  | 'slots'
  | 'names';

/** What a mesh has that other formats may not keep, each in words. */
export function hmeshFeatures(mesh: Hmesh): ReadonlyMap<HmeshFeature, string> {
  const features = new Map<HmeshFeature, string>();
  const joints = mesh.skin?.joints.length ?? 0;
  const slots = new Set(mesh.submeshes.map(({ materialSlot }) => materialSlot)).size;
  if (mesh.hasTangents) features.set('tangents', 'tangents');
  if (mesh.uvs1 !== undefined) features.set('moreUvs', '1 additional set of texture coordinates');
  if (mesh.colors !== undefined) {
    features.set('colors', 'vertex colors');
    if (unpackColors(mesh.colors).some((value, i) => i % 4 === 3 && value !== 1))
      features.set('colorAlpha', 'the alpha of vertex colors');
  }
  if (mesh.skin !== undefined) {
    features.set('skeleton', `the skeleton of ${plural(joints, 'joint')}`);
    features.set('weights', 'the weights of vertices');
  }
  if (mesh.lods !== undefined && mesh.lods.lodCount > 0)
    features.set('lods', plural(mesh.lods.lodCount, 'level of detail', 'levels of detail'));
  if (mesh.nodes !== undefined) features.set('nodes', `the placement by ${plural(mesh.nodes.length, 'node')}`);
  if (mesh.meshlets.length > 0) features.set('meshlets', plural(meshletCount(mesh), 'meshlet'));
  if (mesh.clusters !== undefined) features.set('clusters', 'the cluster hierarchy');
  if (mesh.morphs !== undefined && mesh.morphs.targets.length > 0)
    features.set('morphs', plural(mesh.morphs.targets.length, 'morph target'));
  if (mesh.lines !== undefined)
    features.set('lines', plural(mesh.lines.ranges.length, 'range of points or lines', 'ranges of points or lines'));
  if (mesh.materials.length > 0) features.set('materials', plural(mesh.materials.length, 'material reference'));
  if (slots > 1) features.set('slots', `the assignment of ${slots} materials to triangles`);
  const { submeshes = [], materials = [], joints: jointNames = [], targets = [] } = mesh.names ?? {};
  if ([...submeshes, ...materials, ...jointNames, ...targets].some((name) => name !== ''))
    features.set('names', 'the names of its parts');
  return features;
}
