// The types of images, their names and extensions. Decoders report a file whose extension is that of another type.

import { type ImageInfo, warnAbout } from './image-input.js';

const TYPES = {
  PNG: { title: 'a PNG image', extensions: ['png'] },
  JPEG: { title: 'a JPEG image', extensions: ['jpg', 'jpeg'] },
  WebP: { title: 'a WebP image', extensions: ['webp'] },
  TGA: { title: 'a TGA image', extensions: ['tga'] },
  BMP: { title: 'a BMP image', extensions: ['bmp'] },
  QOI: { title: 'a QOI image', extensions: ['qoi'] },
  AVIF: { title: 'an AVIF image', extensions: ['avif'] },
  Radiance: { title: 'a Radiance picture', extensions: ['hdr'] },
  OpenEXR: { title: 'an OpenEXR image', extensions: ['exr'] },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly extensions: readonly string[] }>>;

export type ImageType = keyof typeof TYPES;

const extensionsOf = ({ extensions }: (typeof TYPES)[ImageType]): readonly string[] => extensions;

/** `a PNG image`; undefined if the extension is not that of an image. */
export const titleOfExtension = (extension: string): string | undefined =>
  Object.values(TYPES).find((type) => extensionsOf(type).includes(extension))?.title;

/** Equal images share a result, so the job does not decide it by its own file's name. */
export function warnIfMisnamed(input: ImageInfo, type: ImageType): void {
  const own = TYPES[type];
  const onlyFor = Object.values(TYPES).flatMap((other) => (other === own ? [] : extensionsOf(other)));
  const message = `the file is ${own.title}, but its extension is that of another type`;
  warnAbout(input, 'image/misnamed', 0, message, { onlyFor });
}
