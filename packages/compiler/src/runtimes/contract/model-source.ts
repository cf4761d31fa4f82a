// The input of a runtime's writer: the compiled mesh, packed or in parts, and its source.

import type { HmatxModel, HmeshModel, Material } from '@assetc/formats';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { MeshPart } from '../../encoding/mesh-parts.js';
import type { MorphRows } from '../../model/morph-rows.js';
import type { Matrix, SceneModel } from '../../model/scene.js';
import type { ResolvedSettings } from '../../model/setting.js';
import type { SkeletonModel } from '../../model/skeleton.js';

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

/** The source of a model, and what its job can compile for a writer. */
export interface ModelSource {
  readonly path: string;
  /** Of the outputs, relative to the output root. */
  readonly base: string;
  readonly sourceRef: string;
  readonly scene: Pick<SceneModel, 'meshes' | 'materials' | 'variants'>;
  /** An OBJ file, which has no scene: see MeshFormat.objForm. */
  readonly isObj: boolean;
  readonly settings: ResolvedSettings;
  /** Compiles the rows of a material table, in this order of source indices, and a texture for each image. */
  materials(order: readonly (number | undefined)[]): Promise<CompiledRows>;
  /** The bytes of an `.hanim`, if there are clips. */
  clips(skeleton: SkeletonModel | undefined): Uint8Array | undefined;
  /** The bytes of an `.hscene`, if it would contain anything. */
  nodes(mesh: Pick<PackedMesh, 'ranges' | 'materials' | 'skeleton'>): Uint8Array | undefined;
  /** The bytes of an `.hanimx`, if clips move the weights of morph targets. */
  weights(rows: readonly MorphRows[]): Uint8Array | undefined;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
  readonly signal: AbortSignal;
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
