// Decodes image bytes of any supported type. The type is detected from the bytes; a file extension that disagrees causes a warning.

import { extensionOf } from '../../diagnostics/portable-diagnostic.js';
import type { Image } from '../../model/image/image.js';
import { decodeAvif } from './avif/avif.js';
import { avifBrand } from './avif/avif-boxes.js';
import { decodeBmp } from './bmp/bmp.js';
import { isBmp } from './bmp/bmp-header.js';
import { type ImageInput, refuse } from './image-input.js';
import { type ImageType, titleOfExtension, warnIfMisnamed } from './image-types.js';
import { isHdr } from './is-hdr.js';
import { decodeJpeg } from './jpeg/jpeg.js';
import { decodePng } from './png/png.js';
import { decodeQoi } from './qoi.js';
import { decodeTga } from './tga/tga.js';
import { hasTgaFooter, isTga } from './tga/tga-header.js';
import { decodeWebp } from './webp/webp.js';

/** Without high dynamic range. */
type PlainType = Exclude<ImageType, 'Radiance' | 'OpenEXR'>;

const DECODERS: Readonly<Record<PlainType, (input: ImageInput) => Image | Promise<Image>>> = {
  PNG: decodePng,
  JPEG: decodeJpeg,
  WebP: decodeWebp,
  TGA: decodeTga,
  BMP: decodeBmp,
  QOI: decodeQoi,
  AVIF: decodeAvif,
};

/** Undefined if the bytes are of no supported type. */
function detectType(bytes: Uint8Array, extension: string): PlainType | undefined {
  if (hasBytes(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'PNG';
  if (hasBytes(bytes, 0, '\xff\xd8\xff')) return 'JPEG';
  if (hasBytes(bytes, 0, 'RIFF') && hasBytes(bytes, 8, 'WEBP')) return 'WebP';
  if (hasBytes(bytes, 0, 'qoif')) return 'QOI';
  if (avifBrand(bytes) !== undefined) return 'AVIF';
  if (isBmp(bytes)) return 'BMP';
  // TGA has no signature: old files are known by their name only. FBX embeds them, too.
  if ((extension === 'tga' || extension === 'fbx' || hasTgaFooter(bytes)) && isTga(bytes)) return 'TGA';
  return undefined;
}

export async function importImage(input: ImageInput): Promise<Image> {
  const extension = extensionOf(input.file);
  if (input.bytes.length === 0) refuse(input, 'image/truncated', 0, 'the image file is empty');
  if (isHdr(input.bytes))
    refuse(input, 'image/unsupported', 0, 'the image is HDR, which is not allowed here', 'Save the image as PNG.');
  const type = detectType(input.bytes, extension);
  if (type === undefined) {
    const isCutSignature = '\x89PNG\r\n\x1a\n'.startsWith(String.fromCharCode(...input.bytes.subarray(0, 8)));
    if (isCutSignature) refuse(input, 'image/truncated', input.bytes.length, 'the PNG ends inside its signature');
    const title = titleOfExtension(extension);
    return refuse(
      input,
      'image/unknown-type',
      0,
      title === undefined
        ? 'the image has no supported type'
        : `the file is neither ${title} nor an image of another supported type`,
    );
  }
  warnIfMisnamed(input, type);
  return DECODERS[type](input);
}

function hasBytes(bytes: Uint8Array, at: number, text: string): boolean {
  if (bytes.length < at + text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}
