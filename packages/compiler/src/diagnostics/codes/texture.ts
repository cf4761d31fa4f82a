// What can be wrong with textures beyond their image files.

import type { CodeDoc } from '../code-doc.js';

export const textureCodes = {
  'texture/missing-face': {
    summary: 'A cubemap folder (`*.env/`) lacks one of px, nx, py, ny, pz and nz.',
    remedy: 'Add an image of that name, or rename the one that is meant.',
  },
  'texture/two-faces': {
    summary: 'A cubemap folder holds two images for one face.',
    remedy: 'Remove or rename one of them.',
  },
  'texture/not-square': {
    summary: 'A face of a cubemap is not square.',
    remedy: 'Make width and height of the face equal.',
  },
  'texture/unequal-size': {
    summary: 'The images of a cubemap or array are not all of one size.',
    remedy: 'Resize the named image to the size of the others.',
  },
  'texture/empty-array': {
    summary: 'An array folder (`*.array/`) holds no images.',
    remedy: 'Add the images of the layers, or remove the folder.',
  },
  'texture/too-many-layers': {
    summary: 'An array folder holds more images than graphics hardware has layers.',
    remedy: 'Split the array.',
  },
  'texture/ignored-member': {
    summary: 'A file in a cubemap or array folder is not part of it.',
    remedy: 'Move the file elsewhere, or rename it if it was meant as a member.',
  },
  'texture/bad-ktx2': {
    summary: 'A KTX2 image inside a model is damaged.',
    remedy: 'Export the model again, or use a PNG or JPEG image.',
  },
  'texture/unsupported-ktx2': {
    summary:
      'A KTX2 image inside a model is not one 2D image (but a cubemap, an array or a 3D texture), is larger than texture.limit, or holds neither UASTC nor ETC1S nor RGBA8.',
    remedy: 'Use a PNG or JPEG image, or encode the KTX2 as UASTC or ETC1S.',
  },
  'texture/ktx2-as-it-is': {
    summary: 'A KTX2 image inside a model is copied, though texture.supercompress asks for another packing.',
    remedy: 'Use a PNG or JPEG image where the setting must hold.',
  },
  'texture/ktx2-anew': {
    summary:
      'A KTX2 image inside a model is not as textures must be: it lacks mips, states an orientation or a swizzle, is sRGB where its use is linear (or the reverse), is a video, or breaks a rule of the format. It was decoded and encoded again, which costs a little quality.',
    remedy:
      'Export it with full mips, the orientation rd, no swizzle and the colour space of its use, or use a PNG or JPEG image.',
  },
  'texture/only-ktx2': {
    summary: 'A cubemap or an array is written as KTX2 although texture.format asks for a format that holds one image.',
    remedy: 'Set texture.format to ktx2 for this folder with a rule, or exclude it.',
  },
  'texture/hdr-role': {
    summary:
      'An image of high dynamic range (`.hdr`, `.exr`) is named, set or used as a normal map or as one value a texel, which such textures cannot hold.',
    remedy: 'Save normals and single values as PNG; rename the image or set texture.role where it is light after all.',
  },
  'texture/hdr-format': {
    summary: 'texture.format asks for a format that has no high dynamic range, for an image that does.',
    remedy: 'Set texture.format to ktx2 for this image with a rule, or exclude it.',
  },
  'texture/hdr-alpha': {
    summary:
      'An image of high dynamic range uses alpha. No blocks of high dynamic range have room for it, so it becomes RGBA16F, of eight bytes a texel.',
    remedy:
      'Save the image without its alpha channel where nothing is meant by it; set texture.hdrRaw to rgba16f where it is.',
  },
  'texture/too-bright': {
    summary:
      'An image of high dynamic range has values above 65504, the largest that textures hold. They are cut to it.',
    remedy: 'Nothing, as a rule: it is the sun. Scale the image down where the difference matters.',
  },
  'texture/two-roles': {
    summary:
      "With texture.standalone: all, models or material files use one image in several roles. The first of them by path has its way under the image's own name; of a normal map and linear data it is linear data, so that no channel is lost.",
    remedy: 'Say what the image is under its own name with texture.role in a rule, or use two images.',
  },
  'texture/unequal-maps': {
    summary: 'A roughness and a metallic map that share a texture differ in size; the smaller one is enlarged.',
    remedy: 'Make both maps the same size.',
  },
  'texture/sky-as-image': {
    summary:
      'An image such as `sky.env.png` is named like an environment, but those are `*.env.hdr`, `*.env.exr` and folders `*.env/`. It is compiled as an ordinary 2D texture.',
    remedy:
      'Put the picture of all faces into a folder (`sky.env/cross.png`, `sky.env/strip.png`, or six faces), save the panorama as `sky.env.hdr` or `sky.env.exr`, or rename the image where a texture is meant.',
  },
  'texture/normals-as-color': {
    summary:
      'An image whose name ends in `_n`, `_nrm`, `_nor`, `_normal` or `-normal` is compiled on its own as sRGB colour, which bends normals.',
    remedy:
      'Say what such endings mean (`texture.suffixes: { normal: ["_n"] }`), call the file `<name>.n.png`, or set `texture.role` for it; `color` where it is one.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
