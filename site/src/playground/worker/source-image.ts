// The source as the compiler reads it: decoded, in sRGB, and for HDR tone mapped to be shown.

import { toneMap } from '../../../../packages/compiler/src/encoding/hdr/tone-map.js';
import { convertColors } from '../../../../packages/compiler/src/encoding/texture/convert-colors.js';
import type { Texels } from '../../../../packages/compiler/src/encoding/texture/decode-texels.js';
import { importHdr } from '../../../../packages/compiler/src/importers/image/import-hdr.js';
import { importImage } from '../../../../packages/compiler/src/importers/image/import-image.js';
import { isHdr } from '../../../../packages/compiler/src/importers/image/is-hdr.js';
import type { Image } from '../../../../packages/compiler/src/model/image/image.js';

/** As `texture.limit`. */
const LIMIT = 16_384;

export interface SourceImage {
  readonly texels: Texels;
  readonly isHdr: boolean;
  readonly hasAlpha: boolean;
}

export async function readSource(name: string, bytes: Uint8Array, isColor: boolean): Promise<SourceImage> {
  const input = { file: name, bytes, limit: LIMIT, colors: isColor ? 'read' : 'as-is', warn: () => undefined } as const;
  if (isHdr(bytes) || /\.(?:hdr|exr)$/i.test(name)) {
    const { width, height, pixels, hasAlpha } = await importHdr({ ...input, colors: 'read' });
    return { texels: toneMap({ width, height, texels: pixels }, true), isHdr: true, hasAlpha };
  }
  const image = convertColors(await importImage(input));
  return { texels: inBytes(image), isHdr: false, hasAlpha: image.hasAlpha };
}

/** 16 bits become 8, by rounding. */
function inBytes({ width, height, pixels }: Image): Texels {
  if (pixels instanceof Uint8Array) return { width, height, pixels };
  const out = new Uint8Array(pixels.length);
  for (let i = 0; i < out.length; i++) out[i] = Math.round((pixels[i] ?? 0) / 257);
  return { width, height, pixels: out };
}
