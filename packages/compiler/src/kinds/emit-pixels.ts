// Emits pixels of a kind as a texture with the project's settings, as the texture kind does for an image.

import { manifestHash } from '@assetc/formats';
import { buildSurfaces, compileTexture, type TextureRequest } from '../compilers/texture/compile-texture.js';
import { modeOf, textureSettings } from '../compilers/texture/settings.js';
import { emitTexture } from '../compilers/texture/texture-context.js';
import type { Image } from '../model/image/image.js';
import { sharedBytes } from '../model/image/image.js';
import type { CompileContext } from '../model/kind/compile-context.js';
import type { Pixels, TextureRole } from '../model/kind/kind-context.js';
import { settingsIn } from '../model/kind/setting.js';
import { chosenTexture } from '../runtimes/format-settings.js';

/** No GPU supports larger textures. */
const MAX_SIZE = 32_768;

/** Returns the hash by which the manifest lists it. */
export async function emitPixels(
  context: CompileContext,
  pixels: Pixels,
  role: TextureRole,
  given?: string,
): Promise<bigint> {
  const image = imageOf(pixels);
  const resolved = context.settingsFor('texture', ['texture']);
  const settings = settingsIn(resolved, textureSettings);
  const mode = modeOf(settings, role);
  const { texels, suffix: usual } = chosenTexture(resolved).format;
  const suffix = given ?? usual;
  const request: TextureRequest = { mode, alphaCutoff: null, faceCount: 1, layerCount: 0, settings };
  const parallel = (task: string, count: number, payload: unknown) => context.parallel(task, count, payload);
  const load = async () => image;
  if (texels === undefined) {
    const [file] = await compileTexture(1, load, request, [], parallel);
    if (file === undefined) throw new Error('a texture was compiled to nothing');
    emitTexture(context, file, mode, suffix);
  } else {
    const mips = settings.mips && texels.hasMips(resolved);
    const { surfaces } = await buildSurfaces(1, load, { ...request, settings: { ...settings, mips } }, parallel);
    emitTexture(context, await texels.emit(surfaces.chains[0] ?? [], context.path, resolved), mode, suffix);
  }
  return manifestHash('texture', `${context.base}${suffix}`);
}

function imageOf({ width, height, data }: Pixels): Image {
  const isSize = (size: number) => Number.isInteger(size) && size > 0 && size <= MAX_SIZE;
  if (!isSize(width) || !isSize(height))
    throw new RangeError(`a texture has 1 to ${MAX_SIZE} texels a side, not ${width} × ${height}`);
  if (!(data instanceof Uint8Array) || data.length !== width * height * 4)
    throw new RangeError(`${width} × ${height} texels are ${width * height * 4} bytes of RGBA`);
  const pixels = sharedBytes(data.length);
  pixels.set(data);
  let hasAlpha = false;
  for (let at = 3; at < pixels.length && !hasAlpha; at += 4) hasAlpha = pixels[at] !== 255;
  return { width, height, pixels, hasAlpha };
}
