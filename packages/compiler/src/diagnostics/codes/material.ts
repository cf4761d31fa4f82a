// Problems with a material written by hand, and with images that materials share.

import type { CodeDoc } from '../code-doc.js';

export const materialCodes = {
  'material/unreadable': {
    summary: 'The .mat file is not UTF-8 text.',
    remedy: 'Save the file as UTF-8 text.',
  },
  'material/too-complex': {
    summary: 'The file is too large, or nests too deeply, for a table of materials. It was not parsed.',
    remedy: 'Split the file, or check that it is the right one.',
  },
  'material/syntax': {
    summary: 'The .mat file is not valid YAML or JSON.',
    remedy: 'Fix the text at this place. Indent with spaces.',
  },
  'material/duplicate-key': {
    summary: 'One material sets the same key twice.',
    remedy: 'Remove one of the two.',
  },
  'material/alias': {
    summary: 'An alias refers to an anchor that does not exist, or the aliases of the file expand without end.',
    remedy: 'Write out the value instead of the alias.',
  },
  'material/wrong-type': {
    summary: 'A value has the wrong type or is out of range.',
    remedy: 'Give a value of the type that the message names. Names and defaults are those of glTF.',
  },
  'material/unknown-key': {
    summary: 'Materials do not have this key. It is ignored.',
    remedy: 'Correct the spelling or remove the key.',
  },
  'material/empty': {
    summary: 'The .mat file contains no material.',
    remedy: 'Write one material, or a list of them; "assetc docs materials" shows how.',
  },
  'material/missing-texture': {
    summary:
      'A texture of the material is not in the input folder, or is not compiled on its own: it is excluded, embedded or a part of another asset.',
    remedy: 'Give the path of the source image relative to the input folder, with its extension: textures/oak.png.',
  },
  'material/not-a-texture': {
    summary: 'A texture slot names a file that is not an image.',
    remedy: 'Name a .png, .jpg, .jpeg, .webp, .avif, .tga, .bmp or .qoi file.',
  },
  'material/role-mismatch': {
    summary: 'A texture is encoded for a different use than its slot in the material, so shading will look wrong.',
    remedy: 'Rename the image (name.n.png for normals, name.r.png for grayscale), or set texture.role for it.',
  },
  'material/two-modes': {
    summary: 'Materials use one image in two ways that need different encodings, such as color and normal map.',
    remedy: 'Use a separate image for each use.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
