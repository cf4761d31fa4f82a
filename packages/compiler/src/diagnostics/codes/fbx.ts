// Problems with an FBX file.

import type { CodeDoc } from '../code-doc.js';

export const fbxCodes = {
  'fbx/not-fbx': {
    summary: 'The file is neither a binary FBX file nor FBX text.',
    remedy: 'Check that the file really is FBX, and export the model again.',
  },
  'fbx/damaged': {
    summary: 'The file does not follow the format at the place in the message. It was probably cut short.',
    remedy: 'Get the file again, or export the model again.',
  },
  'fbx/too-large': {
    summary: 'The file would need more memory or deeper nesting than any real model.',
    remedy: 'Split the model into several files.',
  },
  'fbx/dense-curve': {
    summary: 'A curve changes so fast that its keys stay further from it than 0.01° or 0.001 % of its range.',
    remedy:
      'Ignore this if the motion looks right; otherwise bake the animation to keys per frame and export it again.',
  },
  'fbx/bad-index': {
    summary: 'Polygons or layer elements refer to points or values that do not exist. The nearest ones are used.',
    remedy: 'Export the model again. If it happens again, clean up the mesh in the modeling program.',
  },
  'fbx/not-finite': {
    summary:
      'Points, normals, texture coordinates or colors are not finite numbers, or too large for 32-bit floats. They become 0.',
    remedy: 'Clean up the mesh in the modeling program, and export it again.',
  },
  'fbx/unsupported': {
    summary:
      'The file has something that no output can store: NURBS, lines, area lights, dual quaternion skinning. It is left out or replaced.',
    remedy: 'Convert it before exporting if it matters: curves and surfaces to polygons, other skins to linear ones.',
  },
  'fbx/merged-weights': {
    summary: 'Points follow more than four bones. Those with the largest weights are kept.',
    remedy: 'Limit the number of bones per vertex to four in the modeling program.',
  },
  'fbx/missing-texture': {
    summary: 'An image that a material names cannot be found. The slot stays empty.',
    remedy:
      'Put the image next to the model or into a folder textures/ next to it, inside the input, or export with embedded media. Case matters.',
  },
  'fbx/dropped-map': {
    summary: 'The material uses a type of map that the material format has no slot for.',
    remedy: 'Ignore this if the material looks right without it; otherwise bake the map to one that is kept.',
  },
  'fbx/dropped-value': {
    summary: 'A value of a material, a texture or an animation curve has no counterpart, so a near one is used.',
    remedy: 'Ignore this if the result looks right; otherwise change the value in the message and export again.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
