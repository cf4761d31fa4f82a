// What an OBJ file says, as flat arrays.

/** A name with the line it first stands on. */
export interface NamedLine {
  readonly name: string;
  readonly line: number;
}

/** Lines or points: what each field says of faces it says of them. */
export type ObjStrokes = Pick<ObjText, 'corners' | 'faceStarts' | 'faceMaterials' | 'faceLines'>;

export interface ObjText {
  /** 3 a vertex. */
  readonly positions: Float32Array;
  /** RGBA, linear, 4 a vertex; undefined where no vertex has a colour (those without are white). */
  readonly colors: Float32Array | undefined;
  /** 2 each, V as in the file (origin bottom left). */
  readonly uvs: Float32Array;
  /** 3 each. */
  readonly normals: Float32Array;
  /** Vertex, texture coordinate and normal of each corner; −1 where absent. */
  readonly corners: Int32Array;
  /** First corner of each face, and one past the last. */
  readonly faceStarts: Int32Array;
  /** Into `materialNames`, −1 for none. */
  readonly faceMaterials: Int32Array;
  /** 0 is off. */
  readonly faceSmoothing: Int32Array;
  readonly faceLines: Int32Array;
  /** Each a run of two corners and more. */
  readonly lines: ObjStrokes;
  /** Each a run of one corner and more. */
  readonly points: ObjStrokes;
  readonly materialNames: readonly NamedLine[];
  /** Of the one object, or else the one group; empty where there is none or several. */
  readonly objectName: string;
  readonly libraries: readonly NamedLine[];
  /** Keywords that were left out, each with its first line. */
  readonly unsupported: readonly NamedLine[];
  readonly shortFaces: number;
  /** Texture coordinates and normals with something that is no finite number, and the line of the first. */
  readonly holes: { readonly count: number; readonly line: number } | undefined;
  /** Parts of corners that were ignored because the file has no such data: 1 texture coordinates, 2 normals. */
  readonly absentParts: readonly AbsentPart[];
  /** Zero bytes at the end of the file. */
  readonly trailingZeros: number;
}

export interface AbsentPart {
  readonly name: string;
  /** Of the first face that names one. */
  readonly line: number;
}
