// The contents of an OBJ file, as flat arrays.

import type { Polygons } from '../../model/polygons/polygons.js';

/** A name with the first line that contains it. */
export interface NamedLine {
  readonly name: string;
  readonly line: number;
}

/** Lines or points, stored like faces. */
export type CornerRuns = Pick<ObjText, 'corners' | 'faceStarts' | 'faceMaterials' | 'faceLines'>;

export interface ObjText {
  /** 3 per vertex. */
  readonly positions: Float32Array;
  /** RGBA, linear, 4 per vertex; undefined if no vertex has a color (those without are white). */
  readonly colors: Float32Array | undefined;
  /** 2 each, v as in the file (origin bottom left). */
  readonly uvs: Float32Array;
  /** 3 each. */
  readonly normals: Float32Array;
  /** Vertex, texture coordinate and normal of each corner; −1 if missing. */
  readonly corners: Int32Array;
  /** First corner of each face, and the end of the last. */
  readonly faceStarts: Int32Array;
  /** Index into `materialNames`; −1 for none. */
  readonly faceMaterials: Int32Array;
  /** 0 is off. */
  readonly faceSmoothing: Int32Array;
  readonly faceLines: Int32Array;
  /** Each is a run of at least two corners. */
  readonly lines: CornerRuns;
  /** Each is a run of at least one corner. */
  readonly points: CornerRuns;
  readonly materialNames: readonly NamedLine[];
  /** The name of the only object, else of the only group; empty if there is none or more than one. */
  readonly objectName: string;
  readonly libraries: readonly NamedLine[];
  /** Unsupported keywords, each with its first line. */
  readonly unsupported: readonly NamedLine[];
  readonly shortFaces: number;
  /** Number of texture coordinates and normals that are not finite, and the line of the first. */
  readonly nonFinite: { readonly count: number; readonly line: number } | undefined;
  /** Parts of corners that were ignored because the file has no such data. */
  readonly missingParts: readonly MissingPart[];
  /** Number of zero bytes at the end of the file. */
  readonly trailingZeros: number;
}

/** For triangulation. */
export const polygonsOf = ({ positions, corners }: Pick<ObjText, 'positions' | 'corners'>): Polygons => ({
  positions,
  corners,
  stride: 3,
});

export interface MissingPart {
  readonly name: string;
  /** The first face that names one. */
  readonly line: number;
}
