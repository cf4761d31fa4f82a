// The compiler of the array kind, loaded when first needed.

import { compileTexture } from '../../compilers/texture/compile-texture.js';
import { compareNatural } from '../../compilers/texture/natural-order.js';
import { modeOf } from '../../compilers/texture/settings.js';
import {
  emitTextures,
  otherEncodings,
  readOptions,
  textureSettingsOf,
} from '../../compilers/texture/texture-context.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { convertColors } from '../../encoding/texture/convert-colors.js';
import { readImage } from '../../importers/image/read-image.js';
import type { Image } from '../../model/image/image.js';
import { HDR_EXTENSION, IMAGE_EXTENSION, modeByName } from '../../model/image/image-names.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { warnAboutSeveral } from '../../runtimes/format-settings.js';
import { hookImage } from '../hook-image.js';

/** The limit of desktop hardware. */
const MAX_LAYERS = 2048;

export async function compileArray(context: CompileContext): Promise<void> {
  const settings = textureSettingsOf(context);
  warnAboutSeveral(context, 'texture arrays');
  const mode = modeOf(settings, modeByName(context.path));
  const files = await layersIn(context);
  let first: Image | undefined;
  const load = async (index: number): Promise<Image> => {
    const file = files[index] ?? '';
    const read = convertColors(await readImage(context, { file }, readOptions(settings, mode)));
    const image = await hookImage(context, read, { file }, mode);
    first ??= image;
    if (image.width !== first.width || image.height !== first.height)
      throw new AssetError({
        code: 'texture/unequal-size',
        file,
        message: `the layer is ${image.width}×${image.height} texels, but ${files[0]} is ${first.width}×${first.height}`,
      });
    return image;
  };
  const parallel = (task: string, count: number, payload: unknown) => context.parallel(task, count, payload);
  const request = { mode, alphaCutoff: null, faceCount: 1, layerCount: files.length, settings } as const;
  const encodings = otherEncodings(context);
  const wanted = encodings.map((other) => other.settings);
  emitTextures(context, await compileTexture(files.length, load, request, wanted, parallel), encodings, mode);
}

async function layersIn(context: CompileContext): Promise<readonly string[]> {
  const names: string[] = [];
  let hasHdr = false;
  for (const name of await context.list(context.path)) {
    if (IMAGE_EXTENSION.test(name) && !name.includes('/')) names.push(name);
    else {
      const isHdr = HDR_EXTENSION.test(name);
      hasHdr ||= isHdr;
      context.warn({
        code: 'texture/ignored-member',
        file: `${context.path}/${name}`,
        message: isHdr
          ? 'the image is HDR, which layers of a texture array cannot be'
          : 'the file is not an image directly in the array folder',
      });
    }
  }
  const stem = (name: string) => name.replace(IMAGE_EXTENSION, '');
  names.sort((a, b) => compareNatural(stem(a), stem(b)) || compareNatural(a, b));
  if (names.length === 0)
    throw new AssetError({
      code: 'texture/empty-array',
      file: context.path,
      message: `the array folder contains no images${hasHdr ? ' except HDR images, which cannot be layers' : ''}`,
    });
  if (names.length > MAX_LAYERS)
    throw new AssetError({
      code: 'texture/too-many-layers',
      file: context.path,
      message: `the array has ${names.length} layers; the limit is ${MAX_LAYERS}`,
    });
  return names.map((name) => `${context.path}/${name}`);
}
