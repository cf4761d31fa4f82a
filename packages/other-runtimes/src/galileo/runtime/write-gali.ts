// Parts of a mesh → a Galileo mesh: one vertex group per part, with separate attributes.

import { createHash } from 'node:crypto';
import { boundsOf, halfExtentsOf, joinBoxes, type MeshPart } from 'assetc/runtime-contract';
import { encodeGali } from '../encode.js';
import type { GaliGroupModel } from '../model.js';
import { galiUuid } from '../uuid.js';
import { packColors, packTexcoords, packWeights } from './unorm.js';

/** `wrapped` counts texture coordinates that did not fit. The UUID depends only on the source's ref. */
export function writeGali(
  parts: readonly MeshPart[],
  sourceRef: string,
): { readonly bytes: Uint8Array; readonly wrapped: number } {
  let wrapped = 0;
  const boxes = parts.map(({ positions }) => boundsOf(positions));
  const groups = parts.map((part, i): GaliGroupModel => {
    const bounds = boxes[i] ?? boundsOf(part.positions);
    return {
      center: bounds.sphereCenter,
      halfExtents: halfExtentsOf(bounds),
      indices: part.indices,
      positions: part.positions,
      normals: part.normals,
      tangents: part.tangents,
      texcoords: part.uvs.map((set) => {
        const packed = packTexcoords(set);
        wrapped += packed.wrapped;
        return packed.values;
      }),
      colors: part.colors.map(packColors),
      joints: part.joints,
      weights: part.weights.map(packWeights),
    };
  });
  const uuid = galiUuid(createHash('sha256').update(`assetc:${sourceRef}`).digest());
  const bytes = encodeGali({ uuid, ...joinBoxes(boxes), groups });
  return { bytes, wrapped };
}
