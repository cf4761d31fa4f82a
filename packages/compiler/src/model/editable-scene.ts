// The imported model and image as hooks of plug-ins see them: what may be changed can be set, what holds the model together cannot. Whatever a hook does
// here leaves a model that the compilers can take, or is told as its mistake.

import type { AlphaMode, MaterialSlot } from './material.js';
import type { TextureMode } from './texture-params.js';

/** What a program put beside an element of the source (glTF's `extras`): JSON, which may be changed or replaced; undefined where there is none. */
interface WithExtras {
  extras: unknown;
}

/** A model as it was imported, before anything is compiled. */
export interface EditableScene {
  /** Those that are shown, parents before their children. Those that were dropped are gone at once. */
  readonly nodes: readonly EditableNode[];
  /** Those that nodes show. */
  readonly meshes: readonly EditableMesh[];
  readonly materials: readonly EditableMaterial[];
  readonly lights: readonly EditableLight[];
  readonly clips: readonly EditableClip[];
  /** Of the scene. */
  extras: unknown;
}

/** A node of the scene. */
export interface EditableNode extends WithExtras {
  name: string;
  readonly parent: EditableNode | undefined;
  readonly children: readonly EditableNode[];
  readonly mesh: EditableMesh | undefined;
  readonly light: EditableLight | undefined;
  /** False: it and what is below it are hidden. */
  visible: boolean;
  /** Relative to its parent: column-major 4×4, finite. */
  matrix: readonly number[];
  /** Takes it and all below it out of the scene. Joints that a mesh follows cannot go. */
  drop(): void;
}

/** A mesh, shown by one node or several. */
export interface EditableMesh extends WithExtras {
  name: string;
  readonly primitives: readonly EditablePrimitive[];
}

/** Vertices of one material. Arrays are copies of its own: change what is in them, not their length. */
export interface EditablePrimitive {
  readonly vertexCount: number;
  /** Triangles, counter-clockwise in front. */
  readonly indices: Readonly<Uint32Array>;
  readonly material: EditableMaterial | undefined;
  /** 3 a vertex. */
  readonly positions: Float32Array;
  /** 3 a vertex; undefined: they are made. */
  readonly normals: Float32Array | undefined;
  /** 4 a vertex; undefined: they are made. */
  readonly tangents: Float32Array | undefined;
  /** 2 a vertex, origin top left. */
  readonly uvs: Float32Array | undefined;
  /** RGBA, linear, 4 a vertex. */
  readonly colors: Float32Array | undefined;
}

/** A material as glTF means it. Colours are linear. */
export interface EditableMaterial extends WithExtras {
  name: string;
  baseColorFactor: readonly [number, number, number, number];
  emissiveFactor: readonly [number, number, number];
  metallicFactor: number;
  roughnessFactor: number;
  normalScale: number;
  occlusionStrength: number;
  alphaCutoff: number;
  alphaMode: AlphaMode;
  doubleSided: boolean;
  /** The places that have a texture. */
  readonly textures: readonly MaterialSlot[];
  dropTexture(slot: MaterialSlot): void;
}

/** A light of the scene, as KHR_lights_punctual has it. */
export interface EditableLight extends WithExtras {
  name: string;
  readonly is: 'directional' | 'point' | 'spot';
  color: readonly [number, number, number];
  intensity: number;
}

/** An animation of the source. */
export interface EditableClip {
  name: string;
}

/** A decoded image: RGBA, straight alpha, rows from the top. */
export interface EditableImage {
  /** The file that it lies in, relative to the input: an image, or the model that holds it. */
  readonly file: string;
  /** What it is compiled as. */
  readonly role: TextureMode;
  readonly width: number;
  readonly height: number;
  /** Four channels a texel: change what is in it. 16-bit sources keep their precision. */
  readonly pixels: Uint8Array | Uint16Array;
  /** What a full channel is: 255 or 65535. */
  readonly full: number;
  /** Another image in its place; `pixels` of either depth. */
  replace(image: { readonly width: number; readonly height: number; readonly pixels: Uint8Array | Uint16Array }): void;
}
