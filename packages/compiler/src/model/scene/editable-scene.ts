// The imported model and image as hooks of plug-ins see them. Only what may be changed is writable. Edits either
// leave a valid model, or are reported as the hook's mistake.

import type { TextureMode } from '../image/texture-params.js';
import type { AlphaMode, MaterialSlot } from './material.js';

/** Application data of an element (glTF's `extras`): JSON, which may be changed or replaced; undefined if there is none. */
interface WithExtras {
  extras: unknown;
}

/** A model as it was imported, before anything is compiled. */
export interface EditableScene {
  /** The nodes of the scene, parents before children, without dropped ones. */
  readonly nodes: readonly EditableNode[];
  /** The meshes that nodes use. */
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
  /** False: it and its descendants are hidden. */
  visible: boolean;
  /** Relative to its parent: column-major 4×4, finite. */
  matrix: readonly number[];
  /** Removes it and its descendants from the scene. Joints that a mesh follows cannot be removed. */
  drop(): void;
}

/** A mesh, used by one or more nodes. */
export interface EditableMesh extends WithExtras {
  name: string;
  readonly primitives: readonly EditablePrimitive[];
}

/** Vertices of one material. Arrays are copies: change their elements, not their length. */
export interface EditablePrimitive {
  readonly vertexCount: number;
  /** Triangles, counter-clockwise in front. */
  readonly indices: Readonly<Uint32Array>;
  readonly material: EditableMaterial | undefined;
  /** 3 per vertex. */
  readonly positions: Float32Array;
  /** 3 per vertex. If undefined, they are generated. */
  readonly normals: Float32Array | undefined;
  /** 4 per vertex. If undefined, they are generated. */
  readonly tangents: Float32Array | undefined;
  /** 2 per vertex, origin top left. */
  readonly uvs: Float32Array | undefined;
  /** RGBA, linear, 4 per vertex. */
  readonly colors: Float32Array | undefined;
}

/** A material as in glTF. Colors are linear. */
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
  /** The slots that have a texture. */
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
  /** Its file, relative to the input: an image, or the model that contains it. */
  readonly file: string;
  /** What it is compiled as. */
  readonly role: TextureMode;
  readonly width: number;
  readonly height: number;
  /** Four channels per texel, writable. 16-bit sources keep their precision. */
  readonly pixels: Uint8Array | Uint16Array;
  /** The maximum of a channel: 255 or 65535. */
  readonly full: number;
  /** Replaces the image; `pixels` may have either depth. */
  replace(image: { readonly width: number; readonly height: number; readonly pixels: Uint8Array | Uint16Array }): void;
}
