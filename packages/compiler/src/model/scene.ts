// What the model importers make of a file and the mesh compiler reads: geometry in typed arrays, a flat list of nodes.
// Invariants: indices are in range and form triangles, positions and matrices are finite, joints are inside the skin,
// the node graph is a forest. Importers check them, so that nothing behind them has to.

import type { Place } from '../diagnostics/diagnostic.js';
import type { ClipModel } from './animation.js';
import type { ImageModel, MaterialModel } from './material.js';

export interface PrimitiveModel {
  /** For diagnostics: `{ pointer: '/meshes/0/primitives/1' }`, `{ line: 12 }`. */
  readonly origin: Place;
  /** 3 a vertex. */
  readonly positions: Float32Array;
  /** Whether the source has them as integers, which nodes or skins bring to size. */
  readonly isQuantized?: boolean;
  /** 3 a vertex; undefined: flat face normals are made. */
  readonly normals: Float32Array | undefined;
  /** 4 a vertex, w is the handedness (glTF's convention); undefined: made from the uvs where there are any. */
  readonly tangents: Float32Array | undefined;
  /** 2 a vertex, origin top left. */
  readonly uvs: Float32Array | undefined;
  /** RGBA, linear, 4 a vertex. Not every output format has room for them. */
  readonly colors: Float32Array | undefined;
  /** Further sets of both, the second first. Importers read them only where the output format keeps them. */
  readonly moreUvs?: readonly Float32Array[];
  readonly moreColors?: readonly Float32Array[];
  /** 4 a vertex, into `skin.joints` of the node's skin. Present exactly where `weights` is. */
  readonly joints: Uint16Array | undefined;
  /** 4 a vertex, as the source has them: not yet normalised. */
  readonly weights: Float32Array | undefined;
  /** A triangle list, counter-clockwise in front. */
  readonly indices: Uint32Array;
  /** Into `materials`. */
  readonly material: number | undefined;
  /** The materials that it has in variants; each variant once. Those that are absent keep `material`. */
  readonly variants?: readonly VariantMaterial[];
  /** Where the source has a name for this part alone. */
  readonly name?: string;
  /** How the source stores its colours; undefined: as floats. */
  readonly colorFormat?: 'unorm8' | 'unorm16' | 'float';
  /** As many for every primitive of a mesh. Importers read them only where the output format keeps them. */
  readonly targets?: readonly MorphTargetModel[];
}

export interface VariantMaterial {
  /** Into the names of the scene's variants. */
  readonly variant: number;
  /** Into `materials`. */
  readonly material: number;
}

/** What a morph target adds to a vertex, 3 numbers each; what is absent is not moved. */
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
  /** Those of triangles. */
  readonly primitives: readonly PrimitiveModel[];
  /** Those of points and lines; read only where the output format keeps them. */
  readonly lines?: readonly LinesModel[];
  /** Of the morph targets; empty names where the source has none. */
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
  /** Into `skins`; only where the node has a mesh. */
  readonly skin: number | undefined;
  /** One matrix for each instance of the mesh, relative to the node (16 numbers each); undefined: the mesh once, as the node lies. */
  readonly instances: Float64Array | undefined;
  /** What `instances` is made of: translation 3, rotation 4 (x y z w), scale 3 for each. */
  readonly instancePoses?: Float32Array;
  /** `local` as the source spells it, or taken apart; undefined: take it apart. */
  readonly rest?: RestPose;
  /** Weights of its mesh's morph targets, over those of the mesh. */
  readonly weights?: readonly number[];
  /** Into `cameras`. */
  readonly camera?: number;
  /** Into `lights`. */
  readonly light?: number;
  /** False: it and what is below it are hidden. */
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
      /** Undefined: infinitely far. */
      readonly zfar: number | undefined;
    }
  | { readonly is: 'orthographic'; readonly xmag: number; readonly ymag: number; readonly zfar: number }
);

/** As KHR_lights_punctual has it: along −Z of its node, in lux or candela. */
export interface LightModel {
  readonly name: string;
  readonly is: 'directional' | 'point' | 'spot';
  readonly color: readonly [number, number, number];
  readonly intensity: number;
  /** Undefined: without end. */
  readonly range: number | undefined;
  /** Radians; of spots. */
  readonly innerCone: number;
  readonly outerCone: number;
}

/** What a program put beside an element of the source, as JSON text. */
export interface ExtrasModel {
  readonly target: 'asset' | 'scene' | 'node' | 'mesh' | 'material' | 'camera' | 'light';
  /** Source index; 0 for the asset and the scene. */
  readonly index: number;
  readonly text: string;
}

export interface SkinModel {
  /** Into `nodes`, in the skin's order. */
  readonly joints: readonly number[];
  /** Column-major, 16 a joint. They are due to vertices in `space`. */
  readonly inverseBinds: Float32Array;
  /** From the vertices as the source has them to where they are stored; undefined: as they are. */
  readonly space?: Matrix;
}

export interface SceneModel {
  /** Meshes that no visited node uses may be empty: importers do not read their data. */
  readonly meshes: readonly MeshModel[];
  readonly nodes: readonly NodeModel[];
  /** Where visiting starts, in order. */
  readonly roots: readonly number[];
  readonly skins: readonly SkinModel[];
  readonly materials: readonly MaterialModel[];
  /** By source index; undefined where no material in use refers to it. */
  readonly images: readonly (ImageModel | undefined)[];
  readonly animations: readonly ClipModel[];
  /** Names of the sets of materials that the source offers besides the usual one. */
  readonly variants?: readonly string[];
  /** By source index; undefined where one is broken. The same of lights. */
  readonly cameras?: readonly (CameraModel | undefined)[];
  readonly lights?: readonly (LightModel | undefined)[];
  readonly extras?: readonly ExtrasModel[];
}
