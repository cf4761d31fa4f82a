// What can be wrong with a material written by hand, and with how materials share images.

import type { CodeDoc } from '../code-doc.js';

export const materialCodes = {
  'material/unreadable': {
    summary: 'The .mat file is not UTF-8 text.',
    remedy: 'Save the file as UTF-8 text.',
  },
  'material/too-complex': {
    summary: 'The file is larger, or nests deeper, than a table of materials can sensibly be; it was not parsed.',
    remedy: 'Split the file, or check that it is the right one.',
  },
  'material/syntax': {
    summary: 'The .mat file is not valid YAML or JSON.',
    remedy: 'Fix the text at this place; indentation is by spaces.',
  },
  'material/duplicate-key': {
    summary: 'One material sets the same key twice.',
    remedy: 'Remove one of the two.',
  },
  'material/alias': {
    summary: 'An alias names no anchor, or the aliases of the file expand without end.',
    remedy: 'Write the value out where the alias stands.',
  },
  'material/wrong-type': {
    summary: 'A value is of the wrong type or out of range.',
    remedy: 'Give a value of the type that the message names; names and defaults are those of glTF.',
  },
  'material/unknown-key': {
    summary: 'A key that a material does not have. It is ignored.',
    remedy: 'Correct the spelling or remove the key.',
  },
  'material/empty': {
    summary: 'The .mat file holds no material.',
    remedy: 'Write one material, or a list of them; "assetc docs materials" shows how.',
  },
  'material/missing-texture': {
    summary:
      'A texture that the material names is not in the input folder, or nothing compiles it on its own: it is excluded, embedded or a part of another asset.',
    remedy: 'Give the path of the source image from the input root, with its extension: textures/oak.png.',
  },
  'material/not-a-texture': {
    summary: 'A texture slot names a file that is not an image.',
    remedy: 'Name a .png, .jpg, .jpeg, .webp, .avif, .tga, .bmp or .qoi file.',
  },
  'material/role-mismatch': {
    summary: 'A texture is encoded for another use than the slot it stands in, so that shading will look wrong.',
    remedy: 'Rename the image (name.n.png for normals, name.r.png for grayscale) or set texture.role for it.',
  },
  'material/two-modes': {
    summary: 'Materials use one image in two ways that need different encodings, such as colour and normal map.',
    remedy: 'Give each use an image of its own.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
