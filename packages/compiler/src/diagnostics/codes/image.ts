// Problems with an image file.

import type { CodeDoc } from '../code-doc.js';

export const imageCodes = {
  'image/unknown-type': {
    summary: 'The file is not an image of a supported type (PNG, JPEG, WebP, AVIF, TGA, BMP, QOI, Radiance, OpenEXR).',
    remedy: 'Export the image as PNG, JPEG, WebP or TGA.',
  },
  'image/misnamed': {
    summary: 'The file has a different image type than its extension. It is read as the type that it really has.',
    remedy: 'Rename the file so that its extension matches its type.',
  },
  'image/too-large': {
    summary: 'The image is wider or higher than texture.limit allows. It was not decoded.',
    remedy: 'Make the image smaller, or raise texture.limit.',
  },
  'image/truncated': {
    summary: 'The file ends before its image does.',
    remedy: 'Export or copy the file again. It was probably cut off while being written.',
  },
  'image/corrupt': {
    summary: 'The file breaks the rules of its image type, so its pixels cannot be trusted.',
    remedy: 'Export the file again.',
  },
  'image/unsupported': {
    summary: 'The image is valid, but uses a variant of its format that is not supported.',
    remedy: 'Save the image as an ordinary 8- or 16-bit RGB or RGBA file.',
  },
  'image/animated': {
    summary:
      'The file contains an animation, but textures are still images. The first frame is used, or the still image if there is one.',
    remedy: 'Export the frame that you need as a still image.',
  },
  'image/color-profile': {
    summary:
      'The color profile of the image is not applied, and its colors are read as sRGB. The profile is damaged or uses tables (A2B, as for CMYK and Lab), the image is a CMYK JPEG, or it belongs to a glTF model, where glTF forbids profiles. Matrix profiles, gamma and primaries of other images are applied.',
    remedy:
      'Convert the image to sRGB when exporting, or remove the profile if the values are right as they are. texture.profile: ignore does the same for all images.',
  },
  'image/odd-data': {
    summary: 'The image is readable, but a part of it is not as it should be. The message states how it was read.',
    remedy: 'Export the file again to be sure of its content.',
  },
  'image/no-light': {
    summary:
      'An HDR image has values that light cannot have. NaN and negative values become 0. Infinite values become 65504, the largest half float.',
    remedy: 'Check for broken texels from the renderer or the panorama tool, and save the image again.',
  },
  'image/unused-channels': {
    summary:
      'An OpenEXR file contains more than one color image: other parts, layers or channels, such as depth. They are left out.',
    remedy: 'Ignore this if it is intended. Otherwise save the layer that you want as a separate image.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
