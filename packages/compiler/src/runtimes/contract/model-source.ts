// What a runtime's writer is handed of a model: its compiled mesh, packed or in parts, and the source that it came from.

import type { HmatxModel, HmeshModel, Material } from '@assetc/formats';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { MeshPart } from '../../encoding/mesh-parts.js';
import type { MorphRows } from '../../model/morph-rows.js';
import type { Matrix, SceneModel } from '../../model/scene.js';
import type { ResolvedSettings } from '../../model/setting.js';
import type { SkeletonModel } from '../../model/skeleton.js';

/** As an `.hmesh` lays it out. */
export interface PackedMesh {
  readonly model: Omit<HmeshModel, 'materials'>;
  /** Source indices of the materials in use: index i is material slot i. Those that only variants use come last. */
  readonly materials: readonly number[];
  /** What its vertices follow. */
  readonly skeleton: SkeletonModel | undefined;
  /** The source index of the material that a submesh has in a variant, where that is not its own. */
  readonly variants: readonly { readonly variant: number; readonly submesh: number; readonly material: number }[];
  /** By node of the scene: which submeshes are its. */
  readonly ranges: ReadonlyMap<
    number,
    {
      readonly firstSubmesh: number;
      readonly submeshCount: number;
      readonly firstLine: number;
      readonly lineCount: number;
    }
  >;
  /** Which morph targets the weights of nodes move. */
  readonly morphRows: readonly MorphRows[];
}

/** A part's slot is the source index of its material. */
export interface PartedMesh {
  readonly parts: readonly MeshPart[];
  /** For each part, the mesh of the source that it comes from. */
  readonly meshes: readonly number[];
  /** What places the parts where they are not merged. */
  readonly nodes: readonly PlacingNode[];
}

/** A node that places parts. */
export interface PlacingNode {
  readonly name: string;
  readonly local: Matrix;
  /** Into the nodes; −1: none. */
  readonly parent: number;
  readonly firstSubmesh: number;
  readonly submeshCount: number;
}

/** The source of a model, and what its job can compile for a writer. */
export interface ModelSource {
  readonly path: string;
  /** Of the outputs, relative to the output root. */
  readonly base: string;
  readonly sourceRef: string;
  readonly scene: Pick<SceneModel, 'meshes' | 'materials' | 'variants'>;
  /** It has no scene: see MeshFormat.oneObject. */
  readonly isOneObject: boolean;
  readonly settings: ResolvedSettings;
  /** Rows of a material table in this order of source indices, and a texture for each image that they show. */
  materials(order: readonly (number | undefined)[]): Promise<CompiledRows>;
  /** The bytes of an `.hanim`, where there are clips. */
  clips(skeleton: SkeletonModel | undefined): Uint8Array | undefined;
  /** The bytes of an `.hscene`, where there is something to say in one. */
  nodes(mesh: Pick<PackedMesh, 'ranges' | 'materials' | 'skeleton'>): Uint8Array | undefined;
  /** The bytes of an `.hanimx`, where clips move the weights of morph targets. */
  weights(rows: readonly MorphRows[]): Uint8Array | undefined;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
  readonly signal: AbortSignal;
}

export interface CompiledRows {
  readonly rows: readonly Material[];
  /** What the rows have no place for; undefined: nothing, or the format has none either. */
  readonly extras: HmatxModel | undefined;
  /** Hashes of the textures that the rows refer to. */
  readonly textures: readonly bigint[];
  /** By image: the texture's file, relative to the output root, and its hash. */
  readonly files: ReadonlyMap<number, { readonly path: string; readonly ref: bigint }>;
}
