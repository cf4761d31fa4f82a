// The `mesh` group of the configuration, except for the choice of a runtime: runtimes/format-settings.ts.

import { SCENE_LIMITS } from '../../model/scene-limits.js';
import { type SettingsOf, settingsGroup } from '../../model/setting.js';

/** A type, not an interface: only types are assignable to a record of settings. */
type MeshValues = {
  merge: boolean;
  scene: string | number;
  lods: readonly number[];
  lodError: number;
  clusters: boolean;
  tangents: 'mikktspace' | 'fast' | 'none';
  maxElements: number;
  maxSubmeshes: number;
  maxTriangles: number;
  maxCopiedTriangles: number;
  maxDeltas: number;
  maxJson: number;
};

const MAX_COUNT = 0xffffffff;

export const meshSettings = settingsGroup<MeshValues>('mesh', 'How models become meshes.', {
  merge: {
    type: { is: 'boolean' },
    default: true,
    doc: 'Bake node transforms into the vertices. Off: source-local geometry, placed by a NODE chunk.',
    affects: 'bytes',
  },
  scene: {
    type: { is: 'any', of: [{ is: 'integer', min: 0, max: 0xffffffff }, { is: 'text' }] },
    default: 'auto',
    doc: 'Which glTF scene is compiled: auto, all, an index or a name.',
    affects: 'bytes',
  },
  lods: {
    type: { is: 'list', of: { is: 'number', min: 0, max: 1 }, maxLength: 8 },
    default: [0.5, 0.25],
    doc: 'Share of the triangles that each reduced level aims at. Empty: no reduced levels.',
    affects: 'bytes',
  },
  lodError: {
    type: { is: 'number', min: 0, max: 1 },
    default: 0.05,
    doc: "How far a reduced level may stray, relative to the mesh's size.",
    affects: 'bytes',
  },
  clusters: {
    type: { is: 'boolean' },
    default: false,
    doc: 'Add a hierarchy of clusters: every level of detail in one mesh, without cracks between them (docs/guide/clusters.md).',
    affects: 'bytes',
  },
  tangents: {
    type: { is: 'choice', values: ['mikktspace', 'fast', 'none'] },
    default: 'mikktspace',
    doc: 'How missing tangents are made. fast: takes less time, but a few tangents differ from MikkTSpace.',
    affects: 'bytes',
  },
  maxElements: {
    type: { is: 'integer', min: 1, max: MAX_COUNT },
    default: SCENE_LIMITS.maxElements,
    doc: 'The most nodes with their instances, and of each of meshes, materials, skins, images, textures and animations, in one glTF.',
    affects: 'bytes',
  },
  maxSubmeshes: {
    type: { is: 'integer', min: 1, max: MAX_COUNT },
    default: SCENE_LIMITS.maxSubmeshes,
    doc: 'The most submeshes of one mesh. With `merge`, each primitive counts once for each node that shows it.',
    affects: 'bytes',
  },
  maxTriangles: {
    type: { is: 'integer', min: 1, max: MAX_COUNT },
    default: SCENE_LIMITS.maxTriangles,
    doc: 'The most triangles of one mesh.',
    affects: 'bytes',
  },
  maxCopiedTriangles: {
    type: { is: 'integer', min: 0, max: MAX_COUNT },
    default: SCENE_LIMITS.maxCopiedTriangles,
    doc: 'The most triangles that `merge` may add to a mesh by copying what several nodes or instances show.',
    affects: 'bytes',
  },
  maxDeltas: {
    type: { is: 'integer', min: 0, max: MAX_COUNT },
    default: SCENE_LIMITS.maxDeltas,
    doc: 'The most vertices of morph targets: those of a primitive count once for each of its targets, and for each node that shows it.',
    affects: 'bytes',
  },
  maxJson: {
    type: { is: 'integer', min: 1, max: 500 },
    default: SCENE_LIMITS.maxJson,
    doc: 'The most megabytes of JSON, data URIs included, in one glTF.',
    affects: 'bytes',
  },
});

export type MeshSettings = SettingsOf<typeof meshSettings>;
