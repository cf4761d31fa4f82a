// How a runtime takes models: what it needs of one, what its files keep of it, and who writes them.

import type { Output } from '../../model/output.js';
import type { SettingsGroup, SettingValue } from '../../model/setting.js';
import type { ModelSource, PackedMesh, PartedMesh } from './model-source.js';

/** What a model may have and a format keep. */
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
  | 'lods'
  | 'meshlets'
  | 'clusters'
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
  /** False: primitives stay in their own space, and nodes place them, whatever `mesh.merge` says. */
  readonly merge: boolean;
  /** What is false here must not keep vertices apart either. */
  readonly tangents: boolean;
  readonly skins: boolean;
  /** Clips over joints. */
  readonly clips: boolean;
  readonly colors: boolean;
  /** The most further sets of texture coordinates and of colours. */
  readonly moreUvs: number;
  readonly moreColors: number;
  /** Morph targets, with clips of their weights. */
  readonly morphs: boolean;
  /** Points and lines. */
  readonly lines: boolean;
  readonly lods: boolean;
  /** Also the materials that nothing uses. */
  readonly allMaterials: boolean;
  /** What materials have beyond the rows of `.hmat`, with the textures of that. */
  readonly materialExtras: boolean;
}

interface MeshFormatBase {
  /** Follows the name in the text of the setting. */
  readonly doc: string;
  /** What `models/chair.glb` becomes, for the guide. */
  readonly becomes: string;
  /** What follows the base of any source, whatever is in it. */
  readonly suffixes: readonly string[];
  readonly needs: MeshNeeds;
  /** How each feature is kept, for the guide; what is absent is dropped, with a warning where a source has it. */
  readonly keeps: { readonly [feature in MeshFeature]?: string };
  /** What there is instead of a feature that is dropped, for the guide. */
  readonly instead?: { readonly [feature in MeshFeature]?: string };
  /** Made features that are missed even by those who did not ask for them. */
  readonly expected?: readonly MeshFeature[];
  /** Where a source without a scene (OBJ) is written as one object: its suffixes, and what is dropped besides. */
  readonly oneObject?: { readonly suffixes: readonly string[]; readonly drops: readonly MeshFeature[] };
  /** Settings of its own in the group `mesh`. */
  readonly settings?: FormatSettings;
}

/** Settings that a format adds to a group. */
export type FormatSettings = Pick<SettingsGroup<Record<string, SettingValue>>, 'name' | 'settings'>;

export type MeshFormat = MeshFormatBase &
  (
    | { readonly form: 'packed'; emit(mesh: PackedMesh, source: ModelSource): Promise<readonly Output[]> }
    | { readonly form: 'parts'; emit(mesh: PartedMesh, source: ModelSource): Promise<readonly Output[]> }
  );
