// Problems with textures beyond their image files.

import type { CodeDoc } from '../code-doc.js';

export const textureCodes = {
  'texture/missing-face': {
    summary: 'A cubemap folder (`*.env/`) lacks one of px, nx, py, ny, pz and nz.',
    remedy: 'Add an image with that name, or rename the one that you meant.',
  },
  'texture/two-faces': {
    summary: 'A cubemap folder contains two images for one face.',
    remedy: 'Remove or rename one of them.',
  },
  'texture/not-square': {
    summary: 'A face of a cubemap is not square.',
    remedy: 'Make the width and height of the face equal.',
  },
  'texture/unequal-size': {
    summary: 'The images of a cubemap or array do not all have the same size.',
    remedy: 'Resize the image in the message to the size of the others.',
  },
  'texture/empty-array': {
    summary: 'An array folder (`*.array/`) contains no images.',
    remedy: 'Add the images of the layers, or remove the folder.',
  },
  'texture/too-many-layers': {
    summary: 'An array folder contains more images than graphics hardware supports layers.',
    remedy: 'Split the array.',
  },
  'texture/ignored-member': {
    summary: 'A file in a cubemap or array folder is not part of it.',
    remedy: 'Move the file elsewhere, or rename it if it belongs to the texture.',
  },
  'texture/bad-ktx2': {
    summary: 'A KTX2 image inside a model is damaged.',
    remedy: 'Export the model again, or use a PNG or JPEG image.',
  },
  'texture/unsupported-ktx2': {
    summary:
      'A KTX2 image inside a model is not one 2D image (but a cubemap, an array or a 3D texture), is larger than texture.limit, is HDR, or has a format that cannot be decoded. Supported are UASTC, ETC1S, RGB8, RGBA8, BC1, BC3, BC4, BC5, BC7, ETC2, EAC and ASTC 4×4.',
    remedy: 'Use a PNG or JPEG image, or encode the KTX2 as UASTC or ETC1S.',
  },
  'texture/ktx2-as-it-is': {
    summary: 'A KTX2 image inside a model is copied, although texture.supercompress asks for a different compression.',
    remedy: 'Use a PNG or JPEG image if the setting must apply.',
  },
  'texture/ktx2-anew': {
    summary:
      'A KTX2 image inside a model cannot be used as it is: it lacks mips, states an orientation or a swizzle, is sRGB but its use is linear (or the reverse), is a video, or breaks a rule of the format. It was decoded and encoded again, which costs a little quality.',
    remedy:
      'Export it with full mips, the orientation rd, no swizzle and the color space of its use, or use a PNG or JPEG image.',
  },
  'texture/only-ktx2': {
    summary:
      'A cubemap or an array is written as KTX2, although texture.format asks for a format that stores only one image.',
    remedy: 'Set texture.format to ktx2 for this folder with a rule, or exclude it.',
  },
  'texture/hdr-role': {
    summary:
      'An HDR image (`.hdr`, `.exr`) is named, configured or used as a normal map or as a single-channel texture, which HDR textures cannot be.',
    remedy: 'Save normals and single channels as PNG. If the image does contain light, rename it or set texture.role.',
  },
  'texture/hdr-format': {
    summary: 'texture.format asks for a format without high dynamic range, but the image is HDR.',
    remedy: 'Set texture.format to ktx2 for this image with a rule, or exclude it.',
  },
  'texture/hdr-alpha': {
    summary:
      'An HDR image uses alpha. HDR block formats have no alpha, so it becomes RGBA16F with eight bytes per texel.',
    remedy: 'Save the image without its alpha channel if you do not need it. Otherwise set texture.hdrRaw to rgba16f.',
  },
  'texture/too-bright': {
    summary: 'An HDR image has values above 65504, the largest that textures can store. They are clamped.',
    remedy: 'Usually you can ignore this: it is the sun. Scale the image down if the difference matters.',
  },
  'texture/quality-unreached': {
    summary:
      'texture.quality is a number that no encoding of the image for its target reaches. The best one is written; for a size, the smallest.',
    remedy:
      'Ask for less, choose a texture.target with better or smaller blocks, or set texture.maxSize to reduce the image. A rule can do so for this image alone.',
  },
  'texture/two-roles': {
    summary:
      'With texture.standalone: all, models or material files use one image in several roles. The first of them by path decides the role of the image under its own name. Between a normal map and linear data, linear data wins, so that no channel is lost.',
    remedy: 'Set the role of the image under its own name with texture.role in a rule, or use two images.',
  },
  'texture/unequal-maps': {
    summary: 'A roughness and a metallic map that share a texture differ in size. The smaller one is enlarged.',
    remedy: 'Make both maps the same size.',
  },
  'texture/sky-as-image': {
    summary:
      'An image such as `sky.env.png` is named like an environment, but environments are `*.env.hdr`, `*.env.exr` and folders `*.env/`. It is compiled as an ordinary 2D texture.',
    remedy:
      'Put the image of all faces into a folder (`sky.env/cross.png`, `sky.env/strip.png`, or six faces), save the panorama as `sky.env.hdr` or `sky.env.exr`, or rename the image if it is a plain texture.',
  },
  'texture/normals-as-color': {
    summary:
      'An image whose name ends in `_n`, `_nrm`, `_nor`, `_normal` or `-normal` is compiled on its own as sRGB color, which distorts normals.',
    remedy:
      'Declare what such endings mean (`texture.suffixes: { normal: ["_n"] }`), name the file `<name>.n.png`, or set `texture.role` for it (`color` if it is a color image).',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
