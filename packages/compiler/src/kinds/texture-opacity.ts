// The alpha of a texture as its file has it: of the image that the texture job encodes, at level 0, with bounds for what encoding changes.

import { isKtx2 } from '@assetc/formats/layouts';
import type { OpacityImage } from '../compilers/mesh/micromaps/opacity.js';
import { buildSurfaces, type TextureRequest } from '../compilers/texture/compile-texture.js';
import { ktx2ToImage } from '../compilers/texture/ktx2-to-image.js';
import { openKtx2 } from '../compilers/texture/open-ktx2.js';
import { modeOf, type TextureSettings, textureSettings } from '../compilers/texture/settings.js';
import { readOptions } from '../compilers/texture/texture-context.js';
import { packColorOpacity } from '../encoding/texture/pack-channels.js';
import { isHdr } from '../importers/image/is-hdr.js';
import { importBytes, readImage } from '../importers/image/read-image.js';
import type { Image } from '../model/image/image.js';
import { HDR_EXTENSION } from '../model/image/image-names.js';
import type { ImageSource, TextureMode } from '../model/image/texture-params.js';
import type { BytesRef } from '../model/kind/bytes-ref.js';
import type { CompileContext } from '../model/kind/compile-context.js';
import { settingsIn } from '../model/kind/setting.js';

/** `name`: of the derived texture. Undefined if the alpha is not known: the image is HDR, or made from parts without one. */
export async function opacityOfTexture(
  context: CompileContext,
  name: string,
  source: ImageSource,
  slotMode: TextureMode,
): Promise<OpacityImage | undefined> {
  const settings = settingsIn(context.settingsFor(name, [textureSettings.name]), textureSettings);
  const mode = modeOf(settings, slotMode);
  // Their files have no alpha.
  if (mode === 'normal' || mode === 'grayscale')
    return { width: 1, height: 1, low: Uint8Array.of(255), high: Uint8Array.of(255) };
  const image = await imageOf(context, source, settings, mode);
  if (image === undefined) return undefined;
  const request: TextureRequest = {
    mode,
    alphaCutoff: null,
    faceCount: 1,
    layerCount: 0,
    settings: { ...settings, mips: false },
  };
  const { surfaces } = await buildSurfaces(
    1,
    async () => image,
    request,
    (task, count, payload) => context.parallel(task, count, payload),
  );
  const level = surfaces.chains[0]?.[0];
  if (level === undefined) throw new Error('an image has a level 0');
  const { width, height } = level;
  const alpha = Uint8Array.from({ length: width * height }, (_, i) => level.pixels[i * 4 + 3] ?? 0);
  return settings.compress ? withError(width, height, alpha) : { width, height, low: alpha, high: alpha };
}

/** The texture job reports what is wrong with an image. */
const silent = (context: CompileContext) => ({
  readRef: (ref: BytesRef) => context.readRef(ref),
  warn: () => {},
});

async function imageOf(
  context: CompileContext,
  source: ImageSource,
  settings: TextureSettings,
  mode: TextureMode,
): Promise<Image | undefined> {
  const quiet = silent(context);
  if ('whole' in source) {
    const bytes = await context.readRef(source.whole);
    if (HDR_EXTENSION.test(source.whole.file) || isHdr(bytes)) return undefined;
    return isKtx2(bytes)
      ? ktx2ToImage(openKtx2(source.whole, bytes, settings), mode)
      : importBytes(quiet, source.whole, bytes, readOptions(settings, mode));
  }
  if (!('opacity' in source)) return undefined;
  const color = source.color && (await readImage(quiet, source.color, readOptions(settings, mode)));
  const opacity = await readImage(quiet, source.opacity, readOptions(settings, 'linear'));
  return packColorOpacity(color ?? undefined, opacity, (task, count, payload) =>
    context.parallel(task, count, payload),
  );
}

const BLOCK = 4;
/** Measured over all targets and qualities, for masks and gradients under random colors: at most 4 in blocks of one alpha, and 10 to 36 in others. */
const FLAT_ERROR = 8;
const MIXED_ERROR = 16;
const ERROR_OF_RANGE = 1 / 8;

/** Inside a block of 4×4 texels, an encoder may return any alpha between the lowest and the highest, and a little beyond. */
function withError(width: number, height: number, alpha: Uint8Array): OpacityImage {
  const low = new Uint8Array(alpha.length);
  const high = new Uint8Array(alpha.length);
  for (let top = 0; top < height; top += BLOCK)
    for (let left = 0; left < width; left += BLOCK) {
      const [bottom, right] = [Math.min(top + BLOCK, height), Math.min(left + BLOCK, width)];
      let [lowest, highest] = [255, 0];
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) {
          lowest = Math.min(lowest, alpha[y * width + x] ?? 0);
          highest = Math.max(highest, alpha[y * width + x] ?? 0);
        }
      const range = highest - lowest;
      const error = range === 0 ? FLAT_ERROR : Math.ceil(MIXED_ERROR + range * ERROR_OF_RANGE);
      for (let y = top; y < bottom; y++) {
        low.fill(Math.max(lowest - error, 0), y * width + left, y * width + right);
        high.fill(Math.min(highest + error, 255), y * width + left, y * width + right);
      }
    }
  return { width, height, low, high };
}
