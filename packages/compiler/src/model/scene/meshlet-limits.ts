// How meshlets are built, and the values if no setting changes them.

export interface MeshletLimits {
  readonly maxVertices: number;
  readonly maxTriangles: number;
  /** How much meshlets prefer triangles that face the same way: 0 (compact) to 1 (easy to cull by their cone). */
  readonly coneWeight: number;
}

/** The numbers of vertices and triangles are the limits of `.hmesh`. */
export const MESHLET_DEFAULTS: MeshletLimits = {
  coneWeight: 0.25,
  maxVertices: 64,
  maxTriangles: 124,
};
