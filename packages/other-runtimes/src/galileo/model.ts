// A Galileo mesh as a program sees it.

/** One vertex group: what is drawn at once, de-interleaved. */
export interface GaliGroupModel {
  readonly center: readonly number[];
  readonly halfExtents: readonly number[];
  readonly indices: Uint32Array;
  /** Three floats a vertex; so are the normals. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Four floats a vertex; w is the handedness. */
  readonly tangents: Float32Array;
  /** Per channel two unorm values a vertex. */
  readonly texcoords: readonly Uint16Array[];
  /** Per channel four bytes a vertex. */
  readonly colors: readonly Uint8Array[];
  /** Per channel four joints a vertex, and as many unorm weights. */
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

/** An extension that some other writer added; kept, never interpreted. */
export interface GaliExtension {
  readonly name: string;
  readonly version: number;
  /** From its start to that of the extension behind it, or to the end of the buffer. */
  readonly data: Uint8Array;
  readonly next: number;
}

/** A mesh as it is read, extensions included. */
export interface Gali extends GaliModel {
  readonly groups: readonly GaliVertexGroup[];
  readonly extensions: readonly GaliExtension[];
  readonly nextExtension: number;
}
