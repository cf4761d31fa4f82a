// Splits triangles into one primitive per material, in material order, those without a material first.

import type { PrimitiveModel } from '../../../model/scene/scene.js';
import type { ObjText } from '../obj-text.js';
import { type CornerNormals, cornerNormals } from './corner-normals.js';
import { gatherVertices } from './gather-vertices.js';
import type { Triangles } from './triangulate.js';
import { CORNER_NUMBERS, CornerWelder, keepCorners } from './weld-corners.js';

/** `numbers`: for each material name of the file, its row in the material table; −1 for none. */
export function splitByMaterial(text: ObjText, triangles: Triangles, numbers: Int32Array): PrimitiveModel[] {
  const normals = cornerNormals(text, triangles);
  const welder = new CornerWelder(text.positions.length / 3);
  return trianglesByMaterial(text, triangles, numbers).map(({ material, chosen: triangleList }) =>
    gather(text, triangles, normals, welder, triangleList, material < 0 ? undefined : material),
  );
}

/** Material −1 is none. Includes only materials with triangles. */
function trianglesByMaterial(
  { faceMaterials }: ObjText,
  { faces }: Triangles,
  numbers: Int32Array,
): { readonly material: number; readonly chosen: Int32Array }[] {
  const slots = numbers.reduce((max, number) => Math.max(max, number + 2), 1);
  const counts = new Int32Array(slots);
  const slotOf = (triangle: number): number => {
    const name = faceMaterials[faces[triangle] ?? 0] ?? -1;
    return name < 0 ? 0 : (numbers[name] ?? -1) + 1;
  };
  for (let t = 0; t < faces.length; t++) {
    const slot = slotOf(t);
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  const lists = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let t = 0; t < faces.length; t++) {
    const slot = slotOf(t);
    const at = counts[slot] ?? 0;
    const list = lists[slot];
    if (list !== undefined) list[at] = t;
    counts[slot] = at + 1;
  }
  return lists.map((chosen, slot) => ({ material: slot - 1, chosen })).filter(({ chosen }) => chosen.length > 0);
}

/**
 * Gathers the vertices of the chosen triangles, in order of use. Corners with equal indices become one vertex. If normals come from the
 * surrounding faces, every corner is a vertex: the mesh compiler welds those.
 */
function gather(
  text: ObjText,
  triangles: Triangles,
  normals: CornerNormals | undefined,
  welder: CornerWelder,
  chosen: Int32Array,
  material: number | undefined,
): PrimitiveModel {
  const isByCorner = normals?.indexedBy === 'corners';
  const fill = (corners: Int32Array): void => {
    for (let t = 0, to = 0; t < chosen.length; t++) {
      const first = (chosen[t] ?? 0) * 3;
      for (let at = first; at < first + 3; at++, to += CORNER_NUMBERS) {
        const from = (triangles.corners[at] ?? 0) * 3;
        corners[to] = text.corners[from] ?? 0;
        corners[to + 1] = text.corners[from + 1] ?? -1;
        corners[to + 2] = isByCorner ? at : normals === undefined ? 0 : (text.corners[from + 2] ?? 0);
      }
    }
  };
  const cornerCount = chosen.length * 3;
  const { remap, count, numbers } = isByCorner ? keepCorners(cornerCount, fill) : welder.weld(cornerCount, fill);
  return {
    origin: { line: text.faceLines[triangles.faces[chosen[0] ?? 0] ?? 0] ?? 1 },
    ...gatherVertices(text, numbers, count, normals?.values),
    indices: remap,
    material,
  };
}
