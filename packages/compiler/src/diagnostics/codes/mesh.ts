// What can go wrong between a model that was read and its mesh, materials and clips.

import type { CodeDoc } from '../code-doc.js';

export const meshCodes = {
  'mesh/too-large': {
    summary:
      'The mesh would have more submeshes or triangles than the limits allow, or triangles that take too long to order.',
    remedy:
      'Split the model, turn mesh.merge off so that instances are not multiplied, or raise the setting that the message names.',
  },
  'mesh/overflow': {
    summary: 'A vertex leaves the range of 32-bit floats when its node is applied.',
    remedy: 'Look for a huge scale in the node or one of its parents.',
  },
  'mesh/dropped-colors': {
    summary: 'Vertex colours have no place in the output format and are dropped.',
    remedy: 'Bake them into a texture, or choose a mesh.format that keeps them.',
  },
  'mesh/dropped': {
    summary:
      'The mesh format that was chosen has no place for something that the source has, or that the settings ask for.',
    remedy:
      'Choose a mesh.format that keeps it (see "assetc docs other-runtimes"); set mesh.lods to [] to silence levels of detail.',
  },
  'mesh/wrapped-texcoords': {
    summary:
      'Texture coordinates outside 0 to 1 do not fit where the mesh format stores them unsigned, and are wrapped into it.',
    remedy: 'Keep the coordinates inside 0 to 1, or choose a mesh.format with floating-point coordinates.',
  },
  'mesh/second-skin': {
    summary: 'Only the first skin is exported; what other skins deform is frozen in its bind pose.',
    remedy: 'Join the armatures, or put each skinned model into a file of its own.',
  },
  'mesh/unbound-static': {
    summary: 'A mesh without a skin has no joint above it; it is bound rigidly to joint 0.',
    remedy: 'Parent it to the joint that it should follow, or give it a file of its own.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
