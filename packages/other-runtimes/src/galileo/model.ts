// A Galileo mesh in memory.

/** One vertex group: one draw, with separate attributes. */
export interface GaliGroupModel {
  readonly center: readonly number[];
  readonly halfExtents: readonly number[];
  readonly indices: Uint32Array;
  /** Three floats per vertex, like the normals. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Four floats per vertex; w is the handedness. */
  readonly tangents: Float32Array;
  /** Per channel, two unorm values per vertex. */
  readonly texcoords: readonly Uint16Array[];
  /** Per channel, four bytes per vertex. */
  readonly colors: readonly Uint8Array[];
  /** Per channel, four joints per vertex and as many unorm weights. */
  readonly joints: readonly Uint16Array[];
  readonly weights: readonly Uint16Array[];
}

/** What `encodeGali` takes. */
export interface GaliModel {
  readonly uuid: Uint8Array;
  readonly center: readonly number[];
  readonly halfExtents: readonly number[];
  readonly groups: readonly GaliGroupModel[];
}

/** A vertex group as it is read. */
export interface GaliVertexGroup extends GaliGroupModel {
  readonly vertexCount: number;
  readonly extensionChannels: number;
  /** Attributes that only an extension can explain. */
  readonly extensionAttributes: Uint8Array;
  readonly nextExtension: number;
  /** In the file. */
  readonly byteOffset: number;
}

/** An extension that another writer added; kept, never interpreted. */
export interface GaliExtension {
  readonly name: string;
  readonly version: number;
  /** From its start to the start of the next extension, or to the end of the buffer. */
  readonly data: Uint8Array;
  readonly next: number;
}

/** A mesh as it is read, extensions included. */
export interface Gali extends GaliModel {
  readonly groups: readonly GaliVertexGroup[];
  readonly extensions: readonly GaliExtension[];
  readonly nextExtension: number;
}
