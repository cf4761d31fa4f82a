// Rules of `audit:` that compiled files break. Their severity is the level of the rule.

import type { CodeDoc } from '../code-doc.js';

export const auditCodes = {
  'audit/power-of-two': {
    summary: 'The width or height of a texture is not a power of two.',
    remedy: 'Resize the image, or set texture.maxSize.',
  },
  'audit/multiple-of-4': {
    summary:
      'The width or height of a texture is not a multiple of four, so that blocks at its edges are partly empty.',
    remedy: 'Resize the image.',
  },
  'audit/texel-density': {
    summary: 'The base color texture of a material has too few or too many texels per meter of the mesh.',
    remedy: 'Change the size of the texture, or scale the texture coordinates.',
  },
  'audit/uv-range': {
    summary: 'Texture coordinates are outside 0 to 1, so that the texture repeats.',
    remedy: 'Move them into 0 to 1, or exempt meshes with repeating textures with another entry of the rule.',
  },
  'audit/uv-overlap': {
    summary: 'Triangles of a material use the same part of the texture, so that nothing can be baked into it.',
    remedy: 'Unwrap the mesh again, or exempt mirrored meshes with another entry of the rule.',
  },
  'audit/non-manifold': {
    summary: 'Edges belong to more than two triangles, which breaks shadows, physics and simplification.',
    remedy: 'Remove inner faces and duplicated triangles.',
  },
  'audit/degenerate': {
    summary: 'Triangles have two equal corners or no area.',
    remedy: 'Merge vertices by distance, and remove faces without area.',
  },
  'audit/triangles': {
    summary: 'A mesh has more triangles than the rule allows.',
    remedy: 'Simplify the mesh, or split it.',
  },
  'audit/materials': {
    summary: 'A mesh has more materials than the rule allows. Each is a draw of its own.',
    remedy: 'Merge materials, for example with an atlas.',
  },
  'audit/dimensions': {
    summary: 'The longest side of a mesh is outside the range of the rule. Often the source is in other units.',
    remedy: 'Apply the scale in the source, or export in meters.',
  },
  'audit/base-color': {
    summary: 'Base colors are darker or brighter than physical materials are.',
    remedy: 'Change the colors, and do not paint light or shadow into them.',
  },
  'audit/normal-map': {
    summary: 'Normals of a normal map do not have a length of one.',
    remedy: 'Bake the map again, and do not resize or blend it as a color image.',
  },
  'audit/unused-attributes': {
    summary: 'A mesh has vertex attributes that no material uses.',
    remedy: 'Remove the attribute in the source. Each makes every vertex larger.',
  },
  'audit/names': {
    summary: 'The path of a compiled file does not match the pattern of the rule.',
    remedy: 'Rename the source.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
