// vkguide's assets in memory.

import type { JsonObject } from './json-fields.js';
import type { VkguideVertexFormat } from './layout.js';

/** What `encodeAssetFile` takes. */
export interface AssetFileModel {
  /** Four ASCII characters: one of `VKGUIDE_TYPES`, or a type of your own. */
  readonly type: string;
  /** Default: 1. */
  readonly version?: number;
  /** Written with its keys in the order given. */
  readonly metadata: JsonObject;
  readonly blob: Uint8Array;
}

/** One asset, whether it came from a binary file or from its text form. */
export interface AssetFile extends AssetFileModel {
  readonly version: number;
  /** Where the blob begins in its file. */
  readonly blobOffset: number;
  /** Where a key of the metadata is in the file. */
  readonly offsetOf: (key: string) => number;
}

/** How a blob is stored. */
export type VkguideCompression = 'LZ4' | 'None';

export const VKGUIDE_COMPRESSIONS: readonly VkguideCompression[] = ['LZ4', 'None'];

/** One mip level as stored in the file; `readVkguidePage` or `unpackInto` return its pixels. */
export interface VkguidePage {
  readonly width: number;
  readonly height: number;
  readonly originalSize: number;
  readonly stored: Uint8Array;
  readonly compressed: boolean;
  /** In the file of the blob. */
  readonly byteOffset: number;
}

/** A texture as it is read; nothing is decompressed yet. */
export interface VkguideTexture {
  readonly format: 'RGBA8';
  readonly compression: VkguideCompression;
  readonly originalFile: string;
  readonly paged: boolean;
  /** Largest first; exactly one in the original form. */
  readonly pages: readonly VkguidePage[];
}

/** What `encodeVkguideTexture` takes. */
export interface VkguideTextureModel {
  readonly paged: boolean;
  readonly originalFile: string;
  readonly compression?: VkguideCompression;
  /** RGBA8, largest first. */
  readonly levels: readonly { readonly width: number; readonly height: number; readonly pixels: Uint8Array }[];
}

export const PIXEL_BYTES = 4;

/** Three, three, three and two floats per vertex. */
export interface VkguideAttributes {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly colors: Float32Array;
  readonly uvs: Float32Array;
}

/** A box by center and half extents, and a sphere around the same center. */
export interface VkguideBounds {
  readonly origin: readonly number[];
  readonly radius: number;
  /** Half of the box's size. */
  readonly extents: readonly number[];
}

/** What `encodeVkguideMesh` takes. */
export interface VkguideMeshModel {
  readonly vertexFormat: VkguideVertexFormat;
  readonly originalFile: string;
  readonly bounds: VkguideBounds;
  readonly vertices: Uint8Array;
  readonly indices: Uint16Array | Uint32Array;
  readonly compression?: VkguideCompression;
}

/** The metadata of a mesh, with the blob as stored: `unpackInto` fills a buffer of `vertexBytes + indexBytes` from it. */
export interface VkguideMeshInfo {
  readonly vertexFormat: VkguideVertexFormat;
  readonly originalFile: string;
  readonly compression: VkguideCompression;
  readonly bounds: VkguideBounds;
  readonly vertexCount: number;
  readonly vertexBytes: number;
  readonly indexBytes: number;
  /** Bytes of an index. */
  readonly indexSize: 2 | 4;
  readonly stored: Uint8Array;
  /** Of the blob in its file. */
  readonly byteOffset: number;
}

/** A mesh as it is read, decompressed. */
export interface VkguideMesh extends VkguideMeshModel {
  readonly compression: VkguideCompression;
  readonly vertexCount: number;
}

/** How a material is blended. */
export type VkguideTransparency = 'opaque' | 'transparent' | 'masked';

/** A material: an effect and its textures. */
export interface VkguideMaterial {
  readonly baseEffect: string;
  /** Slot → path. */
  readonly textures: ReadonlyMap<string, string>;
  readonly customProperties: ReadonlyMap<string, string>;
  readonly transparency: VkguideTransparency;
}

/** The mesh and the material that a node of a prefab draws. */
export interface VkguideNodeMesh {
  readonly meshPath: string;
  readonly materialPath: string;
}

/** Keys are node ids. */
export interface VkguidePrefab {
  /** Node → index of its matrix. */
  readonly nodeMatrices: ReadonlyMap<number, number>;
  readonly nodeNames: ReadonlyMap<number, string>;
  readonly nodeParents: ReadonlyMap<number, number>;
  readonly nodeMeshes: ReadonlyMap<number, VkguideNodeMesh>;
  /** Sixteen floats per matrix. */
  readonly matrices: Float32Array;
}

/** The text form of an asset, before its blob has been read. */
export interface TextAsset {
  readonly type: string;
  readonly version: number;
  /** Without `type`, `version`, `blob` and `matrices`. */
  readonly metadata: JsonObject;
  /** The file in the same folder that contains the blob. */
  readonly blobName: string | undefined;
  readonly matrices: Float32Array | undefined;
  readonly offsetOf: (key: string) => number;
}
