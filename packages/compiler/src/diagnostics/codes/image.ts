// What can be wrong with an image file.

import type { CodeDoc } from '../code-doc.js';

export const imageCodes = {
  'image/unknown-type': {
    summary:
      'The bytes are those of no image type that is read (PNG, JPEG, WebP, AVIF, TGA, BMP, QOI, Radiance, OpenEXR).',
    remedy: 'Export the image as PNG, JPEG, WebP or TGA.',
  },
  'image/misnamed': {
    summary: 'The file is of another image type than its extension says. It is read as what it is.',
    remedy: 'Rename the file so that its extension tells its type.',
  },
  'image/too-large': {
    summary: 'The image is wider or higher than texture.limit allows. Nothing was allocated for it.',
    remedy: 'Make the image smaller, or raise texture.limit.',
  },
  'image/truncated': {
    summary: 'The file ends before its image does.',
    remedy: 'Export or copy the file again; it was probably cut off while being written.',
  },
  'image/corrupt': {
    summary: 'The file breaks the rules of its image type, so its pixels cannot be trusted.',
    remedy: 'Export the file again.',
  },
  'image/unsupported': {
    summary: 'A valid image, but of a variety that is not read.',
    remedy: 'Save the image as an ordinary 8- or 16-bit RGB or RGBA file.',
  },
  'image/animated': {
    summary:
      'The file holds an animation; textures are still images. Its first frame is used, or its still image, where it has one.',
    remedy: 'Export the frame that you need as a still image.',
  },
  'image/color-profile': {
    summary:
      'What the image says of its colours is not applied, and they are taken for sRGB: its profile is damaged or works by tables (A2B, as for CMYK and Lab), the image is a CMYK JPEG, or it belongs to a glTF model, and glTF forbids it. Profiles of curves and a matrix, gamma and primaries of other images are applied.',
    remedy:
      'Convert the image to sRGB when exporting, or remove the profile if the values are meant as they are; texture.profile: ignore says the same for all.',
  },
  'image/odd-data': {
    summary: 'The image is readable, but a part of it is not as it should be; the message tells how it was read.',
    remedy: 'Export the file again to be sure of its content.',
  },
  'image/no-light': {
    summary:
      'An image of high dynamic range has values that no light has. What is not a number or below zero becomes 0, what is infinite the largest half float, 65504.',
    remedy: 'Look for the texels that the renderer or the panorama tool left broken, and save the image again.',
  },
  'image/unused-channels': {
    summary:
      'An OpenEXR file holds more than one picture of colours: other parts, layers or channels, such as depth. They are left out.',
    remedy: 'Nothing, if that is meant; else save the layer that you want as an image of its own.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
