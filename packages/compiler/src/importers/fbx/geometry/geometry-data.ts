// A geometry of the file as welded vertices in meters, before the geometric transform of a model is applied.

import type { FbxObject } from '../document/fbx-document.js';

export interface GeometryData {
  readonly object: FbxObject;
  /** Control points, 3 numbers each. */
  readonly points: Float32Array;
  readonly vertexCount: number;
  /** The control point of each vertex: skins and shapes refer to those. */
  readonly pointOfVertex: Uint32Array;
  readonly normals: Float32Array | undefined;
  /** 4 per vertex. */
  readonly tangents: Float32Array | undefined;
  /** Origin top left. */
  readonly uvs: readonly Float32Array[];
  readonly uvNames: readonly string[];
  /** RGBA, linear. */
  readonly colors: readonly Float32Array[];
  /** Triangles, counter-clockwise in front. */
  readonly indices: Uint32Array;
  /** The material of each triangle, into the materials of the model. Undefined: all have the first. */
  readonly slots: Int32Array | undefined;
}
