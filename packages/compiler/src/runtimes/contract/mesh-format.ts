// How models are written for a runtime: what it needs, what its files keep, and the writer.

import type { Output } from '../../model/kind/output.js';
import type { SettingsGroup, SettingValue } from '../../model/kind/setting.js';
import type { ModelSource, PackedMesh, PackedSource, PartedMesh } from './model-source.js';

/** A feature that a model may have and a format may keep. */
export type MeshFeature =
  | 'positions'
  | 'normals'
  | 'tangents'
  | 'uvs'
  | 'moreUvs'
  | 'colors'
  | 'colorAlpha'
  | 'moreColors'
  | 'weights'
  | 'skeleton'
  | 'clips'
  | 'compressedClips'
  | 'lods'
  | 'meshlets'
  | 'clusters'
  | 'triangleWords'
  | 'vertexForms'
  | 'micromaps'
  | 'compression'
  | 'morphs'
  | 'lines'
  | 'names'
  | 'nodes'
  | 'scene'
  | 'slots'
  | 'materials'
  | 'materialExtras'
  | 'indices'
  | 'bounds'
  | 'extensions';

export interface MeshNeeds {
  /** If false, primitives stay in their own space and nodes place them, regardless of `mesh.merge`. */
  readonly merge: boolean;
  /** Attributes that are not needed do not prevent vertices from being joined either. */
  readonly tangents: boolean;
  readonly skins: boolean;
  /** Clips over joints. */
  readonly clips: boolean;
  readonly colors: boolean;
  /** Max number of further sets of texture coordinates and of colors. */
  readonly moreUvs: number;
  readonly moreColors: number;
  /** Morph targets, with clips of their weights. */
  readonly morphs: boolean;
  /** Points and lines. */
  readonly lines: boolean;
  readonly lods: boolean;
  /** Unused materials too. */
  readonly allMaterials: boolean;
  /** What `.hmat` rows cannot store of a material, with its textures. */
  readonly materialExtras: boolean;
}

interface MeshFormatBase {
  /** Follows the name in the text of the setting. */
  readonly doc: string;
  /** What `models/chair.glb` becomes, for the guide. */
  readonly becomes: string;
  /** The endings of the files that every source gives. */
  readonly suffixes: readonly string[];
  readonly needs: MeshNeeds;
  /** How each feature is kept, for the guide. Absent features are dropped, with a warning if a source has them. */
  readonly keeps: { readonly [feature in MeshFeature]?: string };
  /** What replaces a dropped feature, for the guide. */
  readonly instead?: { readonly [feature in MeshFeature]?: string };
  /** Generated features that users of the format expect by default: dropping them gives a warning. */
  readonly expected?: readonly MeshFeature[];
  /** If sources without a scene (OBJ) are written as one object: its suffixes, and what else is dropped. */
  readonly objForm?: { readonly suffixes: readonly string[]; readonly drops: readonly MeshFeature[] };
  /** Further settings in the group `mesh`. */
  readonly settings?: FormatSettings;
}

/** Settings that a format adds to a group. */
export type FormatSettings = Pick<SettingsGroup<Record<string, SettingValue>>, 'name' | 'settings'>;

export type MeshFormat = MeshFormatBase &
  (
    | { readonly form: 'packed'; emit(mesh: PackedMesh, source: PackedSource): Promise<readonly Output[]> }
    | { readonly form: 'parts'; emit(mesh: PartedMesh, source: ModelSource): Promise<readonly Output[]> }
  );
