// Decodes an HDR image. The type is detected from the bytes; a file extension that disagrees causes a warning.

import type { HdrImage } from '../../model/image/hdr-image.js';
import { decodeExr } from './exr/exr.js';
import { isExr } from './exr/exr-attributes.js';
import { type ImageInput, refuse } from './image-input.js';
import { warnIfMisnamed } from './image-types.js';
import { decodeRadiance } from './radiance/radiance.js';
import { isRadiance } from './radiance/radiance-header.js';

export async function importHdr(input: ImageInput): Promise<HdrImage> {
  if (input.bytes.length === 0) refuse(input, 'image/truncated', 0, 'the image file is empty');
  const type = isExr(input.bytes) ? 'OpenEXR' : isRadiance(input.bytes) ? 'Radiance' : undefined;
  if (type === undefined)
    return refuse(
      input,
      'image/unknown-type',
      0,
      'the file is neither a Radiance picture nor an OpenEXR image',
      'Export the image as Radiance (.hdr) or OpenEXR (.exr). If it is an image of another type, correct its extension.',
    );
  warnIfMisnamed(input, type);
  return type === 'OpenEXR' ? decodeExr(input) : decodeRadiance(input);
}
