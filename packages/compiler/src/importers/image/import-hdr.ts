// Bytes of an image of high dynamic range → HdrImage. The type is told by the bytes; an extension that disagrees is worth a warning.

import type { HdrImage } from '../../model/hdr-image.js';
import { type ImageInput, refuse, warnAbout } from './image-input.js';
import { decodeRadiance } from './radiance/radiance.js';
import { isRadiance } from './radiance/radiance-header.js';

export async function importHdr(input: ImageInput): Promise<HdrImage> {
  const stated = /\.(hdr|exr)$/i.exec(input.file)?.[1]?.toLowerCase();
  if (input.bytes.length === 0) refuse(input, 'image/truncated', 0, 'the image file is empty');
  if (!isRadiance(input.bytes))
    return refuse(input, 'image/unknown-type', 0, 'the file is no image of high dynamic range that is read');
  if (stated === 'exr')
    warnAbout(input, 'image/misnamed', 0, 'the file is a Radiance picture, not OpenEXR as its name says');
  return decodeRadiance(input);
}
