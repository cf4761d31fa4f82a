// What every image decoder is given, and how it complains: the file's name, its bytes, the size limit and a place for warnings.

import type { imageCodes } from '../../diagnostics/codes/image.js';
import { AssetError, type Diagnostic, type Place } from '../../diagnostics/diagnostic.js';
import type { ByteSource } from '../../model/byte-source.js';

type ImageCode = keyof typeof imageCodes;

/** What there is to know of an image besides its bytes. */
export interface ImageAbout {
  /** Named in diagnostics. */
  readonly file: string;
  /** Where the bytes begin, for images inside other files: a byte offset, or the pointer of a data URI. */
  readonly origin?: { readonly offset?: number; readonly pointer?: string };
  /** Largest width and height that may be decoded. */
  readonly limit: number;
  /** as-is: what the file says of its colours is not read, nor complained about. */
  readonly colors?: 'read' | 'as-is';
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
}

export interface ImageInput extends ImageAbout {
  readonly bytes: Uint8Array;
}

/** An image that is read where it lies, piece by piece. */
export interface ImageParts extends ImageAbout {
  readonly source: ByteSource;
}

function placeOf({ origin }: ImageAbout, offset: number): Place {
  if (origin?.pointer !== undefined) return { pointer: origin.pointer };
  return { offset: offset + (origin?.offset ?? 0) };
}

export function refuse(input: ImageAbout, code: ImageCode, offset: number, message: string, hint?: string): never {
  throw new AssetError({
    code,
    file: input.file,
    where: placeOf(input, offset),
    message,
    ...(hint === undefined ? {} : { hint }),
  });
}

export function warnAbout(input: ImageAbout, code: ImageCode, offset: number, message: string, hint?: string): void {
  input.warn({
    code,
    file: input.file,
    where: placeOf(input, offset),
    message,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Called with the dimensions of a header before anything is allocated for them. */
export function checkDimensions(input: ImageAbout, width: number, height: number, offset: number): void {
  if (width === 0 || height === 0) refuse(input, 'image/corrupt', offset, `the image is ${width}×${height} texels`);
  if (width > input.limit || height > input.limit)
    refuse(
      input,
      'image/too-large',
      offset,
      `the image is ${width}×${height} texels, the limit is ${input.limit}×${input.limit}`,
      'make the image smaller, or raise texture.limit',
    );
}
