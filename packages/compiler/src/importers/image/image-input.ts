// The input of every image decoder, and how it reports errors and warnings.

import type { imageCodes } from '../../diagnostics/codes/image.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import type { PortableDiagnostic } from '../../diagnostics/portable-diagnostic.js';
import type { ByteSource } from '../../model/byte-source.js';
import { placeIn } from '../../model/kind/bytes-ref.js';

type ImageCode = keyof typeof imageCodes;

/** What is known about an image apart from its bytes. */
export interface ImageInfo {
  /** The name in diagnostics. */
  readonly file: string;
  /** The position of the bytes for images inside other files: a byte offset, or the pointer of a data URI. */
  readonly origin?: { readonly offset?: number; readonly pointer?: string };
  /** Maximum width and height. */
  readonly limit: number;
  /** as-is: color information in the file is neither read nor checked. */
  readonly colors?: 'read' | 'as-is';
  warn(diagnostic: Omit<PortableDiagnostic, 'severity'>): void;
}

export interface ImageInput extends ImageInfo {
  readonly bytes: Uint8Array;
}

/** An image that is read from its source piece by piece. */
export interface StreamedImageInput extends ImageInfo {
  readonly source: ByteSource;
}

export function refuse(input: ImageInfo, code: ImageCode, offset: number, message: string, hint?: string): never {
  throw new AssetError({
    code,
    file: input.file,
    where: placeIn(input.origin ?? {}, offset),
    message,
    ...(hint === undefined ? {} : { hint }),
  });
}

export function warnAbout(
  input: ImageInfo,
  code: ImageCode,
  offset: number,
  message: string,
  more: Pick<PortableDiagnostic, 'hint' | 'onlyFor'> = {},
): void {
  input.warn({ code, file: input.file, where: placeIn(input.origin ?? {}, offset), message, ...more });
}

/** Checks the dimensions in a header before anything is allocated for them. */
export function checkDimensions(input: ImageInfo, width: number, height: number, offset: number): void {
  if (width === 0 || height === 0) refuse(input, 'image/corrupt', offset, `the image is ${width}×${height} texels`);
  if (width > input.limit || height > input.limit)
    refuse(
      input,
      'image/too-large',
      offset,
      `the image is ${width}×${height} texels; the limit is ${input.limit}×${input.limit} (texture.limit)`,
      'Make the image smaller, or raise texture.limit.',
    );
}
