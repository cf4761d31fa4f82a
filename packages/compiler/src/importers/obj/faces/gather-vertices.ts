// Gathers the attributes of welded vertices.

import type { PrimitiveModel } from '../../../model/scene/scene.js';
import type { ObjText } from '../obj-text.js';
import { CORNER_NUMBERS } from './weld-corners.js';

type Attributes = Pick<PrimitiveModel, 'positions' | 'normals' | 'tangents' | 'uvs' | 'colors' | 'joints' | 'weights'>;

/** `numbers`: CORNER_NUMBERS per vertex; the normal is an index into `normals`. */
export function gatherVertices(
  text: Pick<ObjText, 'positions' | 'uvs' | 'colors'>,
  numbers: Int32Array,
  count: number,
  normals: Float32Array | undefined,
): Attributes {
  const positions = new Float32Array(count * 3);
  const uvs = new Float32Array(count * 2);
  const vertexNormals = normals === undefined ? undefined : new Float32Array(count * 3);
  const colors = text.colors === undefined ? undefined : new Float32Array(count * 4);
  let hasUvs = false;
  for (let i = 0; i < count; i++) {
    const vertex = numbers[i * CORNER_NUMBERS] ?? 0;
    const uv = numbers[i * CORNER_NUMBERS + 1] ?? 0;
    const normal = numbers[i * CORNER_NUMBERS + 2] ?? 0;
    for (let c = 0; c < 3; c++) positions[i * 3 + c] = text.positions[vertex * 3 + c] ?? 0;
    if (uv >= 0) {
      hasUvs = true;
      uvs[i * 2] = text.uvs[uv * 2] ?? 0;
      uvs[i * 2 + 1] = 1 - (text.uvs[uv * 2 + 1] ?? 0);
    }
    if (vertexNormals && normals) for (let c = 0; c < 3; c++) vertexNormals[i * 3 + c] = normals[normal * 3 + c] ?? 0;
    if (colors && text.colors) for (let c = 0; c < 4; c++) colors[i * 4 + c] = text.colors[vertex * 4 + c] ?? 1;
  }
  return {
    positions,
    normals: vertexNormals,
    tangents: undefined,
    uvs: hasUvs ? uvs : undefined,
    colors,
    joints: undefined,
    weights: undefined,
  };
}
