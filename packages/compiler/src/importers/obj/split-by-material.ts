// Triangles → one primitive per material, in material order, those without a material first.

import { weldRows } from '@assetc/kernels';
import type { PrimitiveModel } from '../../model/scene.js';
import { type CornerNormals, cornerNormals } from './corner-normals.js';
import type { ObjText } from './obj-text.js';
import type { Triangles } from './triangulate.js';

/** `numbers` gives for each material name of the file its number in the material table, −1 for none. */
export function splitByMaterial(text: ObjText, triangles: Triangles, numbers: Int32Array): PrimitiveModel[] {
  const normals = cornerNormals(text, triangles);
  const materialOf = (face: number): number => {
    const name = text.faceMaterials[face] ?? -1;
    return name < 0 ? -1 : (numbers[name] ?? -1);
  };
  const chosen = new Map<number, Int32Array>();
  const counts = new Map<number, number>();
  for (const face of triangles.faces) {
    const material = materialOf(face);
    counts.set(material, (counts.get(material) ?? 0) + 1);
  }
  for (const [material, count] of counts) chosen.set(material, new Int32Array(count));
  counts.clear();
  for (let t = 0; t < triangles.faces.length; t++) {
    const material = materialOf(triangles.faces[t] ?? 0);
    const at = counts.get(material) ?? 0;
    const list = chosen.get(material);
    if (list !== undefined) list[at] = t;
    counts.set(material, at + 1);
  }
  return [...chosen]
    .sort(([a], [b]) => a - b)
    .map(([material, list]) => gather(text, triangles, normals, list, material < 0 ? undefined : material));
}

/**
 * The vertices that the chosen triangles use, in the order in which they do. Corners of equal numbers are one; where normals come of the
 * faces around, every corner is a vertex of its own: welding those is the mesh compiler's business.
 */
function gather(
  text: ObjText,
  triangles: Triangles,
  normals: CornerNormals | undefined,
  chosen: Int32Array,
  material: number | undefined,
): PrimitiveModel {
  const count = chosen.length * 3;
  const isByCorner = normals?.are === 'of corners';
  const { remap, rows, uniqueCount } = weldRows(count, 3, (bits) => {
    for (let i = 0; i < count; i++) {
      const at = (chosen[Math.trunc(i / 3)] ?? 0) * 3 + (i % 3);
      const corner = (triangles.corners[at] ?? 0) * 3;
      bits[i * 3] = text.corners[corner] ?? 0;
      bits[i * 3 + 1] = text.corners[corner + 1] ?? -1;
      bits[i * 3 + 2] = isByCorner ? at : normals === undefined ? 0 : (text.corners[corner + 2] ?? 0);
    }
  });
  const positions = new Float32Array(uniqueCount * 3);
  const uvs = new Float32Array(uniqueCount * 2);
  const ownNormals = normals === undefined ? undefined : new Float32Array(uniqueCount * 3);
  const colors = text.colors === undefined ? undefined : new Float32Array(uniqueCount * 4);
  let hasUvs = false;
  for (let i = 0; i < uniqueCount; i++) {
    const vertex = rows[i * 3] ?? 0;
    const uv = (rows[i * 3 + 1] ?? 0) | 0;
    const normal = rows[i * 3 + 2] ?? 0;
    for (let c = 0; c < 3; c++) positions[i * 3 + c] = text.positions[vertex * 3 + c] ?? 0;
    if (uv >= 0) {
      hasUvs = true;
      uvs[i * 2] = text.uvs[uv * 2] ?? 0;
      uvs[i * 2 + 1] = 1 - (text.uvs[uv * 2 + 1] ?? 0);
    }
    if (ownNormals && normals) for (let c = 0; c < 3; c++) ownNormals[i * 3 + c] = normals.values[normal * 3 + c] ?? 0;
    if (colors && text.colors) for (let c = 0; c < 4; c++) colors[i * 4 + c] = text.colors[vertex * 4 + c] ?? 1;
  }
  return {
    origin: { line: text.faceLines[triangles.faces[chosen[0] ?? 0] ?? 0] ?? 1 },
    positions,
    normals: ownNormals,
    tangents: undefined,
    uvs: hasUvs ? uvs : undefined,
    colors,
    joints: undefined,
    weights: undefined,
    indices: remap,
    material,
  };
}
