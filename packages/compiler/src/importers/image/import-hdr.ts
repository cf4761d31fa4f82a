// Decodes an HDR image. The type is detected from the bytes; a file extension that disagrees causes a warning.

import type { HdrImage } from '../../model/image/hdr-image.js';
import { decodeExr } from './exr/exr.js';
import { isExr } from './exr/exr-attributes.js';
import { type ImageInput, refuse, warnAbout } from './image-input.js';
import { decodeRadiance } from './radiance/radiance.js';
import { isRadiance } from './radiance/radiance-header.js';

const NAMES: Readonly<Record<string, string>> = { hdr: 'a Radiance picture', exr: 'an OpenEXR image' };

/** Image file names, as opposed to those of models that contain the image. */
const IMAGE_FILE = /\.(?:hdr|exr|png|jpe?g|webp|avif|tga|bmp|qoi)$/i;

export async function importHdr(input: ImageInput): Promise<HdrImage> {
  const extension = /\.([^./]+)$/.exec(input.file)?.[1]?.toLowerCase();
  if (input.bytes.length === 0) refuse(input, 'image/truncated', 0, 'the image file is empty');
  const type = isExr(input.bytes) ? 'exr' : isRadiance(input.bytes) ? 'hdr' : undefined;
  if (type === undefined)
    return refuse(
      input,
      'image/unknown-type',
      0,
      `the file is neither ${NAMES[extension ?? ''] ?? 'an HDR image'} nor an image of another supported type`,
      'Export the image as Radiance (.hdr) or OpenEXR (.exr).',
    );
  if (extension !== undefined && extension !== type && IMAGE_FILE.test(input.file))
    warnAbout(input, 'image/misnamed', 0, `the file is ${NAMES[type]}, but its extension is not`);
  return type === 'exr' ? decodeExr(input) : decodeRadiance(input);
}
