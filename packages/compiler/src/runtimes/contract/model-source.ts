// The input of a runtime's writer: the compiled mesh, packed or in parts, and its source.

import type { HmatxModel, HmeshModel, Material } from '@assetc/formats';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { MeshPart } from '../../encoding/mesh/mesh-parts.js';
import type { ResolvedSettings } from '../../model/kind/setting.js';
import type { MorphRows } from '../../model/scene/morph-rows.js';
import type { Matrix, SceneModel } from '../../model/scene/scene.js';
import type { SkeletonModel } from '../../model/scene/skeleton.js';

/** A mesh in the layout of `.hmesh`. */
export interface PackedMesh {
  readonly model: Omit<HmeshModel, 'materials'>;
  /** Source indices of the materials in use: index i is material slot i. Those that only variants use come last. */
  readonly materials: readonly number[];
  /** The skeleton that its vertices follow. */
  readonly skeleton: SkeletonModel | undefined;
  /** The source index of the material of a submesh in a variant, if it differs from the default one. */
  readonly variants: readonly { readonly variant: number; readonly submesh: number; readonly material: number }[];
  /** The submeshes of each node of the scene. */
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

/** A mesh in parts. The slot of a part is the source index of its material. */
export interface PartedMesh {
  readonly parts: readonly MeshPart[];
  /** For each part, the mesh of the source that it comes from. */
  readonly meshes: readonly number[];
  /** The nodes that place the parts, if they are not merged. */
  readonly nodes: readonly PlacingNode[];
}

/** A node that places parts. */
export interface PlacingNode {
  readonly name: string;
  readonly local: Matrix;
  /** Index of a node; −1 for none. */
  readonly parent: number;
  readonly firstSubmesh: number;
  readonly submeshCount: number;
}

/** The source of a model, with its compiled materials. */
export interface ModelSource {
  readonly path: string;
  /** Of the outputs, relative to the output root. */
  readonly base: string;
  readonly sourceRef: string;
  readonly scene: Pick<SceneModel, 'meshes' | 'materials' | 'variants'>;
  /** An OBJ file, which has no scene: see MeshFormat.objForm. */
  readonly isObj: boolean;
  readonly settings: ResolvedSettings;
  /** Packed: one row per material slot, or per material of the source if the format needs all. In parts: one row per part. */
  readonly materials: CompiledRows;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
  readonly signal: AbortSignal;
}

/** The source of a packed mesh, with its compiled clips and scene. A field is undefined if there is nothing to store, or the format cannot. */
export interface PackedSource extends ModelSource {
  /** The bytes of an `.hanim`: clips over joints. */
  readonly hanim: Uint8Array | undefined;
  /** The bytes of an `.hanimx`: clips of the weights of morph targets. */
  readonly hanimx: Uint8Array | undefined;
  /** The bytes of an `.hclip`: compressed clips over joints and morph targets. */
  readonly hclip: Uint8Array | undefined;
  readonly hscene: Uint8Array | undefined;
  /** `mesh.compression`. */
  readonly compression: 'none' | 'meshopt';
}

export interface CompiledRows {
  readonly rows: readonly Material[];
  /** What the rows cannot store; undefined if there is nothing, or if the format cannot store it either. */
  readonly extras: HmatxModel | undefined;
  /** Hashes of the textures that the rows refer to. */
  readonly textures: readonly bigint[];
  /** By image: the texture's file, relative to the output root, and its hash. */
  readonly files: ReadonlyMap<number, { readonly path: string; readonly ref: bigint }>;
}
