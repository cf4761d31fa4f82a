// What can be wrong with the material library of an OBJ file.

import type { CodeDoc } from '../code-doc.js';

export const mtlCodes = {
  'mtl/duplicate-material': {
    summary: 'Two materials have one name; the first is used.',
    remedy: 'Rename one of them.',
  },
  'mtl/bad-value': {
    summary: 'A statement of the material library cannot be read and was left out.',
    remedy: 'Correct the named line.',
  },
  'mtl/missing-map': {
    summary: 'A texture that a material names cannot be read; the slot stays empty.',
    remedy:
      'Put the image where the line says, relative to the .mtl file, inside the input folder. Upper and lower case count.',
  },
  'mtl/height-map': {
    summary: 'A height map cannot serve as a normal map and was dropped.',
    remedy:
      'Bake it to a normal map. If it is one, name it with norm, or call the file <name>_normal.<image> or <name>.n.<image>.',
  },
  'mtl/dropped-map': {
    summary: 'The material uses a kind of map that the material format has no slot for.',
    remedy: 'Nothing, if the look is right without it.',
  },
  'mtl/two-mappings': {
    summary: 'A roughness and a metallic map, which become one texture, are moved, scaled or clamped differently.',
    remedy: 'Give both maps the same -o, -s and -clamp, or bake one of them to the coordinates of the other.',
  },
  'mtl/black-diffuse': {
    summary: 'Kd is black though the material has a colour map, which would make it invisible; Kd was taken as white.',
    remedy: 'Write Kd 1 1 1 into the material.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
