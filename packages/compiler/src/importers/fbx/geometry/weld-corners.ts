// Joins corners of the same control point with equal attributes. The vertices of a point form a linked list, which is short in real models.

export interface CornerAttribute {
  /** For each corner. */
  readonly values: Float32Array;
  readonly width: number;
}

export interface Welded {
  readonly count: number;
  readonly vertexOfCorner: Uint32Array;
  /** The first corner of each vertex. */
  readonly cornerOfVertex: Uint32Array;
}

/** Further vertices of a point are not searched: a point with thousands of different normals would be slow. */
const MAX_LIST_LENGTH = 64;
const NONE = -1;

export function weldCorners(corners: Int32Array, pointCount: number, attributes: readonly CornerAttribute[]): Welded {
  const last = new Int32Array(pointCount).fill(NONE);
  const previous = new Int32Array(corners.length);
  const vertexOfCorner = new Uint32Array(corners.length);
  const cornerOfVertex = new Uint32Array(corners.length);
  let count = 0;
  for (let corner = 0; corner < corners.length; corner++) {
    const point = corners[corner] ?? 0;
    const head = last[point] ?? NONE;
    let vertex = head;
    for (let length = 0; vertex !== NONE; length++) {
      if (length === MAX_LIST_LENGTH) vertex = NONE;
      else if (areEqual(attributes, corner, cornerOfVertex[vertex] ?? 0)) break;
      else vertex = previous[vertex] ?? NONE;
      if (vertex === NONE) break;
    }
    if (vertex === NONE) {
      vertex = count++;
      cornerOfVertex[vertex] = corner;
      previous[vertex] = head;
      last[point] = vertex;
    }
    vertexOfCorner[corner] = vertex;
  }
  return { count, vertexOfCorner, cornerOfVertex: cornerOfVertex.slice(0, count) };
}

function areEqual(attributes: readonly CornerAttribute[], a: number, b: number): boolean {
  for (let n = 0; n < attributes.length; n++) {
    const attribute = attributes[n];
    if (attribute === undefined) continue;
    const { values, width } = attribute;
    for (let i = 0, x = a * width, y = b * width; i < width; i++, x++, y++) if (values[x] !== values[y]) return false;
  }
  return true;
}
