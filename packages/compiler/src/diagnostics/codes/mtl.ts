// Problems with the material library of an OBJ file.

import type { CodeDoc } from '../code-doc.js';

export const mtlCodes = {
  'mtl/duplicate-material': {
    summary: 'Two materials have the same name. The first is used.',
    remedy: 'Rename one of them.',
  },
  'mtl/bad-value': {
    summary: 'A statement of the material library cannot be read and was left out.',
    remedy: 'Correct the line in the message.',
  },
  'mtl/missing-map': {
    summary: 'A texture of a material cannot be read. The slot stays empty.',
    remedy: 'Put the image where the line points, relative to the .mtl file and inside the input folder. Case matters.',
  },
  'mtl/height-map': {
    summary: 'A height map cannot be used as a normal map and was dropped.',
    remedy:
      'Bake it to a normal map. If it already is one, refer to it with norm, or name the file <name>_normal.<ext> or <name>.n.<ext>.',
  },
  'mtl/dropped-map': {
    summary: 'The material uses a type of map that the material format has no slot for.',
    remedy: 'Ignore this if the material looks right without it.',
  },
  'mtl/two-mappings': {
    summary: 'A roughness and a metallic map, which become one texture, are moved, scaled or clamped differently.',
    remedy: 'Give both maps the same -o, -s and -clamp, or bake one of them to the coordinates of the other.',
  },
  'mtl/black-diffuse': {
    summary:
      'Kd is black although the material has a color map, which would make the map invisible. Kd was read as white.',
    remedy: 'Write Kd 1 1 1 into the material.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
