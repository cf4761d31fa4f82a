// Checks that the faces of a cube are opaque squares of one size.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { HdrImage } from '../../model/image/hdr-image.js';
import type { CompileContext } from '../../model/kind/compile-context.js';

interface Extent {
  readonly width: number;
  readonly height: number;
}

/** `first`: the face whose size the others must have; undefined for the first face. */
export function checkFace(image: Extent, file: string, first: Extent | undefined, firstFile: string | undefined): void {
  if (image.width !== image.height)
    throw new AssetError({
      code: 'texture/not-square',
      file,
      message: `the face is ${image.width}×${image.height} texels, not square`,
    });
  if (first !== undefined && image.width !== first.width)
    throw new AssetError({
      code: 'texture/unequal-size',
      file,
      message: `the face is ${image.width}×${image.height} texels, but ${firstFile} is ${first.width}×${first.height}`,
    });
}

export function warnAboutAlpha(
  context: Pick<CompileContext, 'warn'>,
  images: readonly Pick<HdrImage, 'hasAlpha'>[],
  file: string,
): void {
  if (!images.some(({ hasAlpha }) => hasAlpha)) return;
  const message = 'the sky has transparent texels, which become darker';
  context.warn({ code: 'environment/alpha', file, message });
}
