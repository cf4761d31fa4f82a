// Reads a geometry: polygons with their layer elements become welded triangles.

import { srgbToLinear } from '@assetc/kernels';
import type { FbxObject } from '../document/fbx-document.js';
import { type FbxNode, textOf } from '../file/fbx-node.js';
import type { ImportContext } from '../import-context.js';
import type { SceneSpace } from '../scene/scene-space.js';
import type { GeometryData } from './geometry-data.js';
import { warnAboutBadIndices, warnAboutBadNumbers, warnAboutLines } from './geometry-warnings.js';
import {
  BINORMALS,
  COLORS,
  type CornerValues,
  cornerValues,
  type ElementArrays,
  elementsOf,
  faceValues,
  NORMALS,
  TANGENTS,
  UVS,
} from './layer-element.js';
import { legacyElements } from './legacy-elements.js';
import { type FbxPolygons, readPolygons } from './polygons.js';
import { smoothNormals } from './smooth-normals.js';
import { triangulateFaces } from './triangulate-faces.js';
import { type CornerAttribute, type Welded, weldCorners } from './weld-corners.js';

interface GeometryOptions {
  /** How many sets of texture coordinates and colors to keep. */
  readonly uvSets: number;
  readonly colorSets: number;
  readonly normals: boolean;
}

export function readGeometry(
  context: ImportContext,
  object: FbxObject,
  space: SceneSpace,
  options: GeometryOptions,
): GeometryData {
  const node = legacyElements(object.node);
  const polygons = readPolygons(node);
  const { corners, faceStarts } = polygons;
  const points = convertPoints(polygons, space);
  const read = (name: string, arrays: ElementArrays): { element: FbxNode; values: CornerValues }[] =>
    elementsOf(node, name).flatMap((element) => {
      const values = cornerValues(element, arrays, polygons);
      return values === undefined ? [] : [{ element, values }];
    });
  const [fileNormals] = read('LayerElementNormal', NORMALS);
  const faces = { positions: points, corners, faceStarts };
  const [smoothing] = elementsOf(node, 'LayerElementSmoothing');
  const normals =
    fileNormals === undefined
      ? options.normals
        ? smoothNormals(node, smoothing, faces)
        : undefined
      : mirror(fileNormals.values.values, space);
  const uvs = read('LayerElementUV', UVS).slice(0, options.uvSets);
  const colors = read('LayerElementColor', COLORS).slice(0, options.colorSets);
  const tangents = tangentsOf(
    read('LayerElementTangent', TANGENTS),
    read('LayerElementBinormal', BINORMALS),
    normals,
    space,
  );
  warnAboutBadIndices(context, object, polygons, [fileNormals, ...uvs, ...colors]);
  warnAboutBadNumbers(context, object, polygons, [fileNormals, ...uvs, ...colors]);
  const attributes: CornerAttribute[] = [
    ...(normals === undefined ? [] : [{ values: normals, width: 3 }]),
    ...uvs.map(({ values }) => ({ values: flipV(values.values), width: 2 })),
    ...colors.map(({ values }) => ({ values: toLinear(values.values), width: 4 })),
    ...(tangents === undefined ? [] : [{ values: tangents, width: 4 }]),
  ];
  const welded = weldCorners(corners, polygons.pointCount, attributes);
  const gathered = attributes.map((attribute) => gather(attribute, welded));
  const at = { file: context.path, where: object.place };
  const triangles = triangulateFaces(faces, at);
  if (triangles.lineFaces + triangles.pointFaces > 0) warnAboutLines(context, object, triangles);
  const first = normals === undefined ? 0 : 1;
  const slots = slotsOf(node, faceStarts.length - 1);
  return {
    object,
    points,
    vertexCount: welded.count,
    pointOfVertex: Uint32Array.from(welded.cornerOfVertex, (corner) => corners[corner] ?? 0),
    normals: normals === undefined ? undefined : gathered[0],
    tangents: tangents === undefined ? undefined : gathered.at(-1),
    uvs: gathered.slice(first, first + uvs.length),
    uvNames: uvs.map(({ element }) => textOf(element, 'Name') ?? ''),
    colors: gathered.slice(first + uvs.length, first + uvs.length + colors.length),
    indices: indicesOf(triangles.corners, welded, space.isMirrored),
    slots: slots === undefined ? undefined : Int32Array.from(triangles.faces, (face) => slots[face] ?? 0),
  };
}

/** Numbers that are not finite, also as 32-bit floats, become 0. */
function convertPoints({ points, pointCount }: FbxPolygons, { unit, isMirrored }: SceneSpace): Float32Array {
  const out = new Float32Array(pointCount * 3);
  for (let i = 0; i < out.length; i++) {
    const value = Math.fround((points[i] ?? 0) * unit);
    out[i] = Number.isFinite(value) ? value : 0;
  }
  return isMirrored ? mirror(out, { isMirrored }) : out;
}

/** In place, along Z. */
function mirror(vectors: Float32Array, { isMirrored }: Pick<SceneSpace, 'isMirrored'>): Float32Array {
  if (isMirrored) for (let i = 2; i < vectors.length; i += 3) vectors[i] = -(vectors[i] ?? 0);
  return vectors;
}

function flipV(uvs: Float32Array): Float32Array {
  for (let i = 1; i < uvs.length; i += 2) uvs[i] = 1 - (uvs[i] ?? 0);
  return uvs;
}

/** Programs show vertex colors as sRGB. */
function toLinear(colors: Float32Array): Float32Array {
  for (let i = 0; i < colors.length; i++) {
    const value = colors[i] ?? 0;
    if (i % 4 !== 3 && value > 0 && value < 1) colors[i] = srgbToLinear(value);
  }
  return colors;
}

/** Tangents without binormals are left out: their handedness is unknown. They are computed again. */
function tangentsOf(
  tangents: readonly { readonly values: CornerValues }[],
  binormals: readonly { readonly values: CornerValues }[],
  normals: Float32Array | undefined,
  space: SceneSpace,
): Float32Array | undefined {
  const [t, b] = [tangents[0]?.values.values, binormals[0]?.values.values];
  if (t === undefined || b === undefined || normals === undefined) return undefined;
  mirror(t, space);
  mirror(b, space);
  const out = new Float32Array((t.length / 3) * 4);
  for (let i = 0, to = 0; i < t.length; i += 3, to += 4) {
    const [tx, ty, tz] = [t[i] ?? 0, t[i + 1] ?? 0, t[i + 2] ?? 0];
    const [nx, ny, nz] = [normals[i] ?? 0, normals[i + 1] ?? 0, normals[i + 2] ?? 0];
    const length = Math.sqrt(tx * tx + ty * ty + tz * tz);
    if (!(length > 0)) return undefined;
    const side =
      (ny * tz - nz * ty) * (b[i] ?? 0) + (nz * tx - nx * tz) * (b[i + 1] ?? 0) + (nx * ty - ny * tx) * (b[i + 2] ?? 0);
    out[to] = tx / length;
    out[to + 1] = ty / length;
    out[to + 2] = tz / length;
    out[to + 3] = side < 0 ? -1 : 1;
  }
  return out;
}

function gather({ values, width }: CornerAttribute, { count, cornerOfVertex }: Welded): Float32Array {
  const out = new Float32Array(count * width);
  for (let vertex = 0, to = 0; vertex < count; vertex++) {
    const from = (cornerOfVertex[vertex] ?? 0) * width;
    for (let i = 0; i < width; i++) out[to++] = values[from + i] ?? 0;
  }
  return out;
}

/** Mirroring turns triangles around. */
function indicesOf(corners: Int32Array, { vertexOfCorner }: Welded, isMirrored: boolean): Uint32Array {
  const out = new Uint32Array(corners.length);
  for (let i = 0; i < corners.length; i += 3) {
    out[i] = vertexOfCorner[corners[i] ?? 0] ?? 0;
    out[i + 1] = vertexOfCorner[corners[isMirrored ? i + 2 : i + 1] ?? 0] ?? 0;
    out[i + 2] = vertexOfCorner[corners[isMirrored ? i + 1 : i + 2] ?? 0] ?? 0;
  }
  return out;
}

/** Undefined if all faces have the first material. */
function slotsOf(node: FbxNode, faceCount: number): Int32Array | undefined {
  const [element] = elementsOf(node, 'LayerElementMaterial');
  return element === undefined ? undefined : faceValues(element, 'Materials', faceCount);
}
