// Skins vertices the way an engine does: the sum of weight × joint world × inverse bind.

import { type CompiledModel, submeshCorners } from '../../support/compile-model.js';

/** Corners of a submesh (8 numbers each; normals are not turned) with every joint at the given world matrix. */
export function posedCorners(
  model: CompiledModel,
  submesh: number,
  worlds: readonly (readonly number[])[],
): Float64Array {
  const corners = submeshCorners(model, submesh);
  const { firstIndex } = model.mesh.submeshes[submesh] ?? { firstIndex: 0 };
  const { skin } = model.mesh;
  if (skin === undefined) throw new Error('the mesh has no skin');
  const view = new DataView(skin.vertices.buffer, skin.vertices.byteOffset, skin.vertices.byteLength);
  for (let i = 0; i < corners.length / 8; i++) {
    const at = (model.mesh.indices[firstIndex + i] ?? 0) * 24;
    const point = [corners[i * 8] ?? 0, corners[i * 8 + 1] ?? 0, corners[i * 8 + 2] ?? 0];
    const posed = [0, 0, 0];
    for (let c = 0; c < 4; c++) {
      const joint = view.getUint16(at + c * 2, true);
      const weight = view.getFloat32(at + 8 + c * 4, true);
      const moved = transform(worlds[joint] ?? [], transform(skin.joints[joint]?.inverseBind ?? [], point));
      for (let axis = 0; axis < 3; axis++) posed[axis] = (posed[axis] ?? 0) + weight * (moved[axis] ?? 0);
    }
    corners.set(posed, i * 8);
  }
  return corners;
}

export const transform = (m: readonly number[], p: readonly number[]): number[] =>
  [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, k) => sum + (m[k * 4 + row] ?? 0) * (p[k] ?? 0), m[12 + row] ?? 0));
