// The `mesh` group of the configuration, except for the choice of a runtime: runtimes/format-settings.ts.

import { type SettingsOf, settingsGroup } from '../../model/kind/setting.js';
import { MESHLET_DEFAULTS } from '../../model/scene/meshlet-limits.js';
import { SCENE_LIMITS } from '../../model/scene/scene-limits.js';

/** A type, not an interface: only types are assignable to a record of settings. */
type MeshValues = {
  merge: boolean;
  scene: string | number;
  blend: boolean;
  lods: readonly number[] | 'source';
  lodError: number;
  clusters: boolean;
  meshlets: {
    readonly triangles: 'bytes' | 'words';
    readonly coneWeight: number;
    readonly maxVertices: number;
    readonly maxTriangles: number;
  };
  vertices: 'full' | 'compact';
  grid: number | 'auto';
  maxError: { readonly [key: string]: number };
  streams: 'interleaved' | 'split';
  indexWidth: 'standard' | 'smallest';
  micromaps: { readonly level: number; readonly states: number };
  compression: 'none' | 'meshopt';
  triangleOrder: 'auto' | 'cache' | 'size';
  tangents: 'mikktspace' | 'fast' | 'none';
  normals: 'auto' | 'flat' | 'smooth';
  smoothAngle: number;
  maxElements: number;
  maxSubmeshes: number;
  maxTriangles: number;
  maxCopiedTriangles: number;
  maxDeltas: number;
  maxJson: number;
};

/** The shares of reduced levels if nothing is set, or the model has no levels. */
export const DEFAULT_SHARES: readonly number[] = [0.5, 0.25];

const MAX_COUNT = 0xffffffff;
/** Of the grid of compact vertices. */
const MIN_STEP = 2 ** -100;
const MAX_STEP = 2 ** 100;
/** Smaller meshlets have more descriptions than triangles. */
const MIN_MESHLET = 16;
/** A map of this level takes 16 KB. */
const MAX_MICROMAP_LEVEL = 8;

export const meshSettings = settingsGroup<MeshValues>('mesh', 'How models become meshes.', {
  merge: {
    type: { is: 'boolean' },
    default: true,
    doc: 'Whether node transforms are baked into the vertices. false: vertices stay in their own space, and a NODE chunk stores the transforms.',
    affects: 'bytes',
  },
  scene: {
    type: { is: 'any', of: [{ is: 'integer', min: 0, max: 0xffffffff }, { is: 'text' }] },
    default: 'auto',
    doc: 'Which glTF scene is compiled: auto, all, an index or a name.',
    affects: 'bytes',
  },
  blend: {
    type: { is: 'boolean' },
    default: false,
    doc: 'Whether `.blend` files are compiled. An installed Blender exports them: `ASSETC_BLENDER`, or `blender` on PATH (see docs/guide/models.md).',
    affects: 'nothing',
  },
  lods: {
    type: {
      is: 'any',
      of: [
        { is: 'list', of: { is: 'number', min: 0, max: 1 }, maxLength: 8 },
        { is: 'choice', values: ['source'] },
      ],
    },
    default: DEFAULT_SHARES,
    doc: 'Target share of the triangles for each reduced level of detail. Empty: no reduced levels. source: the levels that the model contains; where it has none, those of the default.',
    affects: 'bytes',
  },
  lodError: {
    type: { is: 'number', min: 0, max: 1 },
    default: 0.05,
    doc: "Maximum error of a reduced level of detail, relative to the mesh's size.",
    affects: 'bytes',
  },
  clusters: {
    type: { is: 'boolean' },
    default: false,
    doc: 'Whether to add a hierarchy of clusters: every level of detail in one mesh, without cracks (see docs/guide/clusters.md).',
    affects: 'bytes',
  },
  meshlets: {
    type: {
      is: 'record',
      fields: {
        triangles: {
          is: 'choice',
          values: ['bytes', 'words'],
          doc: 'How triangles of meshlets and clusters are stored. words: also as one word each, in MLTW and CLTW, for shaders.',
        },
        coneWeight: {
          is: 'number',
          min: 0,
          max: 1,
          doc: 'How much triangles of a meshlet prefer to face the same way, so that more meshlets can be culled by their cones. 0: meshlets are only compact.',
        },
        maxVertices: {
          is: 'integer',
          min: MIN_MESHLET,
          max: MESHLET_DEFAULTS.maxVertices,
          doc: 'Maximum number of vertices of a meshlet or cluster.',
        },
        maxTriangles: {
          is: 'integer',
          min: MIN_MESHLET,
          max: MESHLET_DEFAULTS.maxTriangles,
          doc: 'Maximum number of triangles of a meshlet or cluster.',
        },
      },
    },
    default: { triangles: 'bytes', ...MESHLET_DEFAULTS },
    doc: 'How meshlets are built (see docs/guide/meshes.md).',
    affects: 'bytes',
  },
  vertices: {
    type: { is: 'choice', values: ['full', 'compact'] },
    default: 'full',
    doc: 'How vertices are stored. compact: 16 bytes instead of 28, and skins of 8 instead of 24; positions are on a grid (see docs/guide/meshes.md).',
    affects: 'bytes',
  },
  grid: {
    type: {
      is: 'any',
      of: [
        { is: 'number', min: MIN_STEP, max: MAX_STEP },
        { is: 'choice', values: ['auto'] },
      ],
    },
    default: 'auto',
    doc: 'With `vertices: compact`, the distance of two points of the grid in units of the mesh, rounded down to a power of two: models with the same value fit together without cracks. auto: as fine as the size of the model allows.',
    affects: 'bytes',
  },
  maxError: {
    type: {
      is: 'map',
      of: { is: 'number', min: 0, max: MAX_STEP },
      keys: ['position', 'normal', 'uv', 'weight'],
    },
    default: {},
    doc: 'With `vertices: compact`, the largest errors to accept: `position` in units of the mesh, `normal` in degrees (normals and tangents), `uv` in texture coordinates, `weight` of skins from 0 to 1. A mesh that would exceed one stays full, with a warning. By default, positions may be off by an eighth of the mean edge of their submesh, texture coordinates by an eighth or 1/512.',
    affects: 'bytes',
  },
  streams: {
    type: { is: 'choice', values: ['interleaved', 'split'] },
    default: 'interleaved',
    doc: 'split: positions are in a stream of their own, for passes that need nothing else.',
    affects: 'bytes',
  },
  indexWidth: {
    type: { is: 'choice', values: ['standard', 'smallest'] },
    default: 'standard',
    doc: 'smallest: two bytes for the indices of levels of detail, meshlets and clusters, too, if the mesh has at most 65535 vertices.',
    affects: 'bytes',
  },
  micromaps: {
    type: {
      is: 'record',
      fields: {
        level: {
          is: 'integer',
          min: 0,
          max: MAX_MICROMAP_LEVEL,
          doc: 'How often a triangle is divided: into 4 to the power of it. 0: no micromaps.',
        },
        states: {
          is: 'any',
          of: [
            { is: 'integer', min: 2, max: 2 },
            { is: 'integer', min: 4, max: 4 },
          ],
          doc: '4: opaque, transparent, and where a shader decides. 2: only opaque and transparent; edges are those of the micro-triangles.',
        },
      },
    },
    default: { level: 0, states: 4 },
    doc: 'Opacity micromaps for ray tracing of masked materials (see docs/guide/ray-tracing.md).',
    affects: 'bytes',
  },
  compression: {
    type: { is: 'choice', values: ['none', 'meshopt'] },
    default: 'none',
    doc: "meshopt: vertices, indices, meshlets and clusters are compressed by meshoptimizer's codecs. Readers decode them when they open the file; pages of clusters cannot be loaded one by one.",
    affects: 'bytes',
  },
  triangleOrder: {
    type: { is: 'choice', values: ['auto', 'cache', 'size'] },
    default: 'auto',
    doc: 'What the order of triangles and vertices is best for. cache: the vertex cache of the GPU. size: `compression`; the GPU processes more vertices twice. auto: size with `compression`, otherwise cache. Meshlets and levels of detail are not affected.',
    affects: 'bytes',
  },
  tangents: {
    type: { is: 'choice', values: ['mikktspace', 'fast', 'none'] },
    default: 'mikktspace',
    doc: 'How missing tangents are computed. fast: takes less time, but a few tangents differ from MikkTSpace.',
    affects: 'bytes',
  },
  normals: {
    type: { is: 'choice', values: ['auto', 'flat', 'smooth'] },
    default: 'auto',
    doc: 'How normals are computed for meshes without any. auto: flat, as glTF requires; for `.obj` and `.fbx` by smoothing groups and hard edges. smooth: averaged over edges that are not sharper than `smoothAngle`.',
    affects: 'bytes',
  },
  smoothAngle: {
    type: { is: 'number', min: 0, max: 180 },
    default: 60,
    doc: 'With `normals: smooth`, the largest angle in degrees between two triangles that are shaded as one surface.',
    affects: 'bytes',
  },
  maxElements: {
    type: { is: 'integer', min: 1, max: MAX_COUNT },
    default: SCENE_LIMITS.maxElements,
    doc: 'Maximum number of nodes and instances in one model, and also of meshes, materials, skins, images, textures and animations each.',
    affects: 'bytes',
  },
  maxSubmeshes: {
    type: { is: 'integer', min: 1, max: MAX_COUNT },
    default: SCENE_LIMITS.maxSubmeshes,
    doc: 'Maximum number of submeshes of one mesh. With `merge`, a primitive counts once for each node that uses it.',
    affects: 'bytes',
  },
  maxTriangles: {
    type: { is: 'integer', min: 1, max: MAX_COUNT },
    default: SCENE_LIMITS.maxTriangles,
    doc: 'Maximum number of triangles of one mesh.',
    affects: 'bytes',
  },
  maxCopiedTriangles: {
    type: { is: 'integer', min: 0, max: MAX_COUNT },
    default: SCENE_LIMITS.maxCopiedTriangles,
    doc: 'Maximum number of triangles that `merge` may add by copying meshes that several nodes or instances use.',
    affects: 'bytes',
  },
  maxDeltas: {
    type: { is: 'integer', min: 0, max: MAX_COUNT },
    default: SCENE_LIMITS.maxDeltas,
    doc: 'Maximum number of morph target vertices. The vertices of a primitive count once for each of its targets and each node that uses it.',
    affects: 'bytes',
  },
  maxJson: {
    type: { is: 'integer', min: 1, max: 500 },
    default: SCENE_LIMITS.maxJson,
    doc: 'Maximum size of the JSON in one glTF file in megabytes, including data URIs.',
    affects: 'bytes',
  },
});

export type MeshSettings = SettingsOf<typeof meshSettings>;
