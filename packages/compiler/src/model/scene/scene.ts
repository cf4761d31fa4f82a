// The result of model importers and the input of the mesh compiler: geometry in typed arrays, a flat list of nodes.
// Invariants: indices are in range and form triangles, positions and matrices are finite, joints are inside the skin,
// the node graph is a forest. Importers check them, so that later steps need not.

import type { Place } from '../../diagnostics/diagnostic.js';
import type { ClipModel } from './animation.js';
import type { ImageModel, MaterialModel } from './material.js';

export interface PrimitiveModel {
  /** For diagnostics: `{ pointer: '/meshes/0/primitives/1' }`, `{ line: 12 }`. */
  readonly origin: Place;
  /** 3 per vertex. */
  readonly positions: Float32Array;
  /** Whether they are not in the model's units, so that nodes or skins scale them: integers, and meshes of FBX. */
  readonly hasOwnSpace?: boolean;
  /** 3 per vertex. If undefined, flat face normals are generated. */
  readonly normals: Float32Array | undefined;
  /** 4 per vertex, w is the handedness (glTF's convention). If undefined, generated from the uvs, if any. */
  readonly tangents: Float32Array | undefined;
  /** 2 per vertex, origin top left. */
  readonly uvs: Float32Array | undefined;
  /** RGBA, linear, 4 per vertex. Not every output format stores them. */
  readonly colors: Float32Array | undefined;
  /** Additional sets of both, starting with the second. Importers read them only if the output format keeps them. */
  readonly moreUvs?: readonly Float32Array[];
  readonly moreColors?: readonly Float32Array[];
  /** 4 per vertex, into `skin.joints` of the node's skin. Present exactly if `weights` is. */
  readonly joints: Uint16Array | undefined;
  /** 4 per vertex, as in the source: not normalized yet. */
  readonly weights: Float32Array | undefined;
  /** A triangle list, counter-clockwise in front. */
  readonly indices: Uint32Array;
  /** Into `materials`. */
  readonly material: number | undefined;
  /** Its materials in variants; each variant at most once. Absent variants keep `material`. */
  readonly variants?: readonly VariantMaterial[];
  /** If the source names this primitive. */
  readonly name?: string;
  /** How the source stores its colors. Default: floats. */
  readonly colorFormat?: 'unorm8' | 'unorm16' | 'float';
  /** The same number for every primitive of a mesh. Importers read them only if the output format keeps them. */
  readonly targets?: readonly MorphTargetModel[];
}

export interface VariantMaterial {
  /** Into the names of the scene's variants. */
  readonly variant: number;
  /** Into `materials`. */
  readonly material: number;
}

/** What a morph target adds to a vertex, 3 numbers each. Absent attributes do not change. */
export interface MorphTargetModel {
  readonly positions?: Float32Array;
  readonly normals?: Float32Array;
  readonly tangents?: Float32Array;
}

/** Points, or lines of two vertices each: `indices` is a list of those. */
export interface LinesModel extends Omit<PrimitiveModel, 'targets'> {
  readonly mode: 'points' | 'lines';
}

export interface MeshModel {
  readonly name: string;
  /** Triangles. */
  readonly primitives: readonly PrimitiveModel[];
  /** Points and lines; read only if the output format keeps them. */
  readonly lines?: readonly LinesModel[];
  /** Names of the morph targets; empty if the source has none. */
  readonly targetNames?: readonly string[];
  /** Default weights of the morph targets, which a node may override; undefined: zeros. */
  readonly weights?: readonly number[];
}

/** Column-major 4×4. */
export type Matrix = Float64Array;

export interface NodeModel {
  readonly name: string;
  readonly parent: number | undefined;
  /** In the order in which they are visited. */
  readonly children: readonly number[];
  readonly local: Matrix;
  /** Into `meshes`. */
  readonly mesh: number | undefined;
  /** Into `skins`; only if the node has a mesh. */
  readonly skin: number | undefined;
  /** One matrix per instance of the mesh, relative to the node (16 numbers each). If undefined, the mesh is drawn once. */
  readonly instances: Float64Array | undefined;
  /** What `instances` is made of: translation 3, rotation 4 (x y z w), scale 3 for each. */
  readonly instancePoses?: Float32Array;
  /** `local` as translation, rotation and scale. If undefined, decompose `local`. */
  readonly rest?: RestPose;
  /** Weights of its mesh's morph targets, over those of the mesh. */
  readonly weights?: readonly number[];
  /** Into `cameras`. */
  readonly camera?: number;
  /** Into `lights`. */
  readonly light?: number;
  /** False: it and its descendants are hidden. */
  readonly visible?: boolean;
  /** For diagnostics. */
  readonly origin: Place;
}

export interface RestPose {
  readonly translation: readonly number[];
  /** x y z w. */
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
}

export type CameraModel = { readonly name: string; readonly znear: number } & (
  | {
      readonly is: 'perspective';
      readonly yfov: number;
      readonly aspect: number | undefined;
      /** Undefined if infinitely far. */
      readonly zfar: number | undefined;
    }
  | { readonly is: 'orthographic'; readonly xmag: number; readonly ymag: number; readonly zfar: number }
);

/** As in KHR_lights_punctual: along −Z of its node, in lux or candela. */
export interface LightModel {
  readonly name: string;
  readonly is: 'directional' | 'point' | 'spot';
  readonly color: readonly [number, number, number];
  readonly intensity: number;
  /** Undefined if unlimited. */
  readonly range: number | undefined;
  /** Radians; of spots. */
  readonly innerCone: number;
  readonly outerCone: number;
}

/** Application data of an element of the source, as JSON text. */
export interface ExtrasModel {
  readonly target: 'asset' | 'scene' | 'node' | 'mesh' | 'material' | 'camera' | 'light';
  /** Source index; 0 for the asset and the scene. */
  readonly index: number;
  readonly text: string;
}

export interface SkinModel {
  /** Into `nodes`, in the skin's order. */
  readonly joints: readonly number[];
  /** Column-major, 16 per joint. They apply to vertices in `space`. */
  readonly inverseBinds: Float32Array;
  /** From the source's vertices to the stored ones. Default: identity. */
  readonly space?: Matrix;
}

/** Levels of detail that the source contains: nodes that replace each other. */
export interface LodGroupModel {
  /** The nodes of each level with their descendants, the finest level first. A node is in one level of one group at most. */
  readonly levels: readonly (readonly number[])[];
  /** Nodes of groups inside a level, except for those of their finest level, which are in `levels`. */
  readonly inner: readonly number[];
  /** For diagnostics. */
  readonly origin: Place;
}

export interface SceneModel {
  /** Meshes that no visited node uses may be empty: importers do not read their data. */
  readonly meshes: readonly MeshModel[];
  readonly nodes: readonly NodeModel[];
  /** Where visiting starts, in order. */
  readonly roots: readonly number[];
  readonly skins: readonly SkinModel[];
  readonly materials: readonly MaterialModel[];
  /** By source index; undefined if no material in use refers to it. */
  readonly images: readonly (ImageModel | undefined)[];
  readonly animations: readonly ClipModel[];
  /** Names of the additional sets of materials in the source. */
  readonly variants?: readonly string[];
  /** By source index; undefined if one is broken. The same for lights. */
  readonly cameras?: readonly (CameraModel | undefined)[];
  readonly lights?: readonly (LightModel | undefined)[];
  readonly extras?: readonly ExtrasModel[];
  /** Without any, all nodes are shown together. */
  readonly lodGroups?: readonly LodGroupModel[];
}
