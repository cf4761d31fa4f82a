// Layer elements: what corners, points or faces have, by every mapping and reference mode. The result has a value for each corner or face.

import { childOf, childrenOf, type FbxArray, type FbxNode, numbersOf, textOf } from '../file/fbx-node.js';
import type { FbxPolygons } from './polygons.js';

/** Names of the arrays of an element. */
export interface ElementArrays {
  readonly values: string;
  readonly indices: string;
  /** Numbers per value. */
  readonly width: number;
}

export const NORMALS: ElementArrays = { values: 'Normals', indices: 'NormalsIndex', width: 3 };
export const TANGENTS: ElementArrays = { values: 'Tangents', indices: 'TangentsIndex', width: 3 };
export const BINORMALS: ElementArrays = { values: 'Binormals', indices: 'BinormalsIndex', width: 3 };
export const UVS: ElementArrays = { values: 'UV', indices: 'UVIndex', width: 2 };
export const COLORS: ElementArrays = { values: 'Colors', indices: 'ColorIndex', width: 4 };

/** Elements of a type, by their number. */
export function elementsOf(geometry: FbxNode, name: string): readonly FbxNode[] {
  const numberOf = ({ values }: FbxNode): number => (typeof values[0] === 'number' ? values[0] : 0);
  return childrenOf(geometry, name).toSorted((a, b) => numberOf(a) - numberOf(b));
}

type Mapping = 'corner' | 'point' | 'face' | 'all' | 'edge';

export function mappingOf(element: FbxNode): Mapping | undefined {
  switch (textOf(element, 'MappingInformationType')) {
    case 'ByPolygonVertex':
      return 'corner';
    case 'ByVertex':
    case 'ByVertice':
      return 'point';
    case 'ByPolygon':
      return 'face';
    case 'AllSame':
      return 'all';
    case 'ByEdge':
      return 'edge';
    default:
      return undefined;
  }
}

export interface CornerValues {
  /** `width` numbers for each corner, finite. */
  readonly values: Float32Array;
  /** Corners that name a value that does not exist. */
  readonly badCorners: number;
  /** Stored numbers that are not finite, also as 32-bit floats; they count as 0. */
  readonly badNumbers: number;
}

/** Undefined if the element is empty, or mapped in a way that gives corners no value. */
export function cornerValues(
  element: FbxNode,
  { values: name, indices: indexName, width }: ElementArrays,
  polygons: FbxPolygons,
): CornerValues | undefined {
  const stored = numbersOf(childOf(element, name));
  const count = Math.floor(stored.length / width);
  const mapping = mappingOf(element);
  if (count === 0 || mapping === undefined || mapping === 'edge') return undefined;
  const indices = indicesOf(element, indexName);
  const badNumbers = countBad(stored);
  const isDirect = mapping === 'corner' && indices === undefined && count >= polygons.corners.length;
  if (isDirect) return { values: finiteFloats(stored, polygons.corners.length * width), badCorners: 0, badNumbers };
  const chosen = elementOfCorners(mapping, polygons);
  return { ...pick(stored, width, chosen, indices), badNumbers };
}

/** Undefined if values are stored directly. */
function indicesOf(element: FbxNode, name: string): FbxArray | undefined {
  if (textOf(element, 'ReferenceInformationType') === 'Direct') return undefined;
  const indices = childOf(element, name);
  return indices === undefined || indices.values.length === 0 ? undefined : numbersOf(indices);
}

/** For each corner, the number of its point, face or itself. */
function elementOfCorners(mapping: Mapping, { corners, faceStarts }: FbxPolygons): Int32Array {
  if (mapping === 'point') return corners;
  const chosen = new Int32Array(corners.length);
  if (mapping === 'all') return chosen;
  if (mapping === 'corner') {
    for (let i = 0; i < chosen.length; i++) chosen[i] = i;
    return chosen;
  }
  for (let face = 0; face + 1 < faceStarts.length; face++)
    chosen.fill(face, faceStarts[face] ?? 0, faceStarts[face + 1] ?? 0);
  return chosen;
}

function pick(
  stored: FbxArray,
  width: number,
  chosen: Int32Array,
  indices: FbxArray | undefined,
): Omit<CornerValues, 'badNumbers'> {
  const values = new Float32Array(chosen.length * width);
  const count = Math.floor(stored.length / width);
  let badCorners = 0;
  for (let corner = 0, to = 0; corner < chosen.length; corner++, to += width) {
    const element = chosen[corner] ?? 0;
    const index = indices === undefined ? element : (indices[element] ?? -1);
    const isBad = !(index >= 0 && index < count);
    if (isBad) badCorners++;
    const from = (isBad ? (index < 0 ? 0 : count - 1) : index) * width;
    for (let i = 0; i < width; i++) values[to + i] = finite(stored[from + i] ?? 0);
  }
  return { values, badCorners };
}

function finiteFloats(stored: FbxArray, length: number): Float32Array {
  const values = new Float32Array(length);
  for (let i = 0; i < length; i++) values[i] = finite(stored[i] ?? 0);
  return values;
}

const MAX_FLOAT = 3.4e38;

/** Also as a 32-bit float. */
const finite = (value: number): number => (Math.abs(value) <= MAX_FLOAT ? value : 0);

/** Of numbers that are not finite, also as 32-bit floats. */
export function countBad(stored: FbxArray): number {
  let count = 0;
  for (let i = 0; i < stored.length; i++) if (!(Math.abs(stored[i] ?? 0) <= MAX_FLOAT)) count++;
  return count;
}

/** Whole numbers for each face: materials, smoothing groups. Undefined if the element is not stored for faces. */
export function faceValues(element: FbxNode, name: string, faceCount: number): Int32Array | undefined {
  const stored = numbersOf(childOf(element, name));
  const mapping = mappingOf(element);
  if (stored.length === 0 || (mapping !== 'face' && mapping !== 'all')) return undefined;
  const values = new Int32Array(faceCount);
  if (mapping === 'all') return values.fill(stored[0] ?? 0);
  for (let face = 0; face < faceCount; face++) values[face] = stored[face] ?? 0;
  return values;
}
