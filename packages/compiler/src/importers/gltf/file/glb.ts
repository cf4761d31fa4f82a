// Reads a GLB's chunks; reports errors of the container with their offset.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import { type Glb, splitGlb } from '../../../model/glb.js';

export function readGlb(file: string, bytes: Uint8Array): Glb {
  const glb = splitGlb(bytes);
  if (!('is' in glb)) return glb;
  const { is, offset, message } = glb;
  const code = is === 'other-version' ? 'gltf/version' : 'gltf/bad-glb';
  throw new AssetError({ code, file, where: { offset }, message });
}
