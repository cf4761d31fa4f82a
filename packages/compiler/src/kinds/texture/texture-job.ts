// The compiler of the texture kind, loaded when first needed.

import { isKtx2 } from '@assetc/formats/layouts';
import {
  buildSurfaces,
  canStreamRows,
  compileImageRows,
  compileTexture,
  type TextureRequest,
} from '../../compilers/texture/compile-texture.js';
import { modeOf } from '../../compilers/texture/settings.js';
import {
  emitTexture,
  emitTextures,
  type OtherEncoding,
  otherEncodings,
  readOptions,
  textureSettingsOf,
} from '../../compilers/texture/texture-context.js';
import type { Parallel } from '../../encoding/parallel.js';
import { extractRoughness, extractSpecular } from '../../encoding/specular-glossiness.js';
import { convertColors, isSrgb } from '../../encoding/texture/convert-colors.js';
import { packColorOpacity, packRoughnessMetallic } from '../../encoding/texture/pack-channels.js';
import { isHdr } from '../../importers/image/is-hdr.js';
import { openImageRows } from '../../importers/image/open-image-rows.js';
import { imageInfo, importBytes, readImage } from '../../importers/image/read-image.js';
import type { Image } from '../../model/image/image.js';
import { HDR_EXTENSION } from '../../model/image/image-names.js';
import {
  type ImageSource,
  readTextureParams,
  type TextureMode,
  type TextureParams,
} from '../../model/image/texture-params.js';
import { type BytesRef, placeIn } from '../../model/kind/bytes-ref.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { chosenTexture } from '../../runtimes/format-settings.js';
import { hookImage } from '../hook-image.js';

export async function compileTextureJob(context: CompileContext): Promise<void> {
  if (context.params === undefined) throw new Error('a texture needs params');
  const params = readTextureParams(context.params);
  const { image } = params;
  if ('whole' in image) return compileImage(context, image.whole, params);
  if ('specular' in image) return compilePart(context, image.specular, params, extractSpecular);
  if ('glossiness' in image)
    return compilePart(context, image.glossiness, params, (read) => extractRoughness(read, image.factor));
  if ('opacity' in image) return compileMasked(context, image.color, image.opacity, params);
  return compilePacked(context, image);
}

/** Compiles a part of an image. `take` returns a copy. */
async function compilePart(
  context: CompileContext,
  ref: BytesRef,
  { mode: slotMode }: TextureParams,
  take: (image: Image) => Image,
): Promise<void> {
  const settings = textureSettingsOf(context);
  const mode = modeOf(settings, slotMode);
  const request: TextureRequest = { mode, alphaCutoff: null, faceCount: 1, layerCount: 0, settings };
  const bytes = await context.readRef(ref);
  const image = isKtx2(bytes)
    ? await (await import('./ktx2-source.js')).decodeKtx2(ref, bytes, settings)
    : await importBytes(context, ref, bytes, readOptions(settings, 'linear'));
  const hooked = await hookImage(context, image, ref, mode);
  await compileOne(context, async () => take(hooked), request);
}

async function compileImage(
  context: CompileContext,
  ref: BytesRef,
  { mode: slotMode, alphaCutoff, alpha, ignoresProfile }: TextureParams,
): Promise<void> {
  const settings = textureSettingsOf(context);
  const mode = modeOf(settings, slotMode);
  const request: TextureRequest = {
    mode,
    alphaCutoff,
    alpha,
    faceCount: 1,
    layerCount: 0,
    settings,
  };
  if (await compileByRows(context, ref, request, ignoresProfile === true)) return;
  const read = await decodeOrTake(context, ref, mode);
  if (read === 'hdr-done') return;
  if (read instanceof Uint8Array) return emitTexture(context, read, mode);
  const { image, isKtx2: wasKtx2 } = read;
  const decoded = ignoresProfile ? withoutProfile(context, ref, image) : convertColors(image);
  const source = await hookImage(context, decoded, ref, mode);
  // Warnings about a KTX2 image depend on the target.
  await compileOne(context, async () => source, request, wasKtx2 ? [] : otherEncodings(context));
}

/** False if the image must be in memory whole, or is small enough for that. */
async function compileByRows(
  context: CompileContext,
  ref: BytesRef,
  request: TextureRequest,
  ignoresProfile: boolean,
): Promise<boolean> {
  const { texels, suffix } = chosenTexture(context.settings).format;
  if (texels !== undefined || context.hooks.length > 0) return false;
  const encodings = otherEncodings(context).filter(({ settings }) => settings.compress);
  return context.readPieces(ref, async (source) => {
    const about = imageInfo(context, ref, readOptions(request.settings, request.mode));
    const warnings: Parameters<typeof about.warn>[0][] = [];
    const rows = openImageRows({ ...about, warn: (diagnostic) => warnings.push(diagnostic), source });
    if (rows === undefined || !canStreamRows(rows, request)) return false;
    for (const warning of warnings.splice(0)) context.warn(warning);
    const image = ignoresProfile ? withoutProfile(context, ref, rows) : rows;
    const wanted = encodings.map(({ settings }) => settings);
    const files = await compileImageRows(image, request, wanted, parallelOf(context));
    for (const warning of warnings) context.warn(warning);
    emitTextures(context, files, encodings, request.mode, suffix);
    return true;
  });
}

function withoutProfile<T extends Pick<Image, 'colors'>>(
  context: CompileContext,
  ref: BytesRef,
  { colors, ...image }: T,
): Omit<T, 'colors'> {
  if (colors !== undefined && !isSrgb(colors))
    context.warn({
      code: 'image/color-profile',
      file: ref.file,
      where: placeIn(ref, 0),
      message: `the image states the color space "${colors.name}", which glTF ignores; its colors are read as sRGB`,
    });
  return image;
}

/** `hdr-done`: it is HDR, and was compiled. A separate function, so that the file's bytes are freed before the texels are compiled. */
async function decodeOrTake(
  context: CompileContext,
  ref: BytesRef,
  mode: TextureMode,
): Promise<{ readonly image: Image; readonly isKtx2: boolean } | Uint8Array | 'hdr-done'> {
  const bytes = await context.readRef(ref);
  if (HDR_EXTENSION.test(ref.file) || isHdr(bytes)) {
    const { compileHdrImage } = await import('./hdr-texture.js');
    await compileHdrImage(context, ref, mode, bytes);
    return 'hdr-done';
  }
  const settings = textureSettingsOf(context);
  if (!isKtx2(bytes))
    return { image: await importBytes(context, ref, bytes, readOptions(settings, mode)), isKtx2: false };
  const { reuseOrDecode } = await import('./ktx2-source.js');
  return await reuseOrDecode(context, ref, bytes, mode);
}

async function compilePacked(
  context: CompileContext,
  { roughness, metallic, isGlossy }: Extract<ImageSource, { readonly roughness: unknown }>,
): Promise<void> {
  const settings = textureSettingsOf(context);
  const mode = modeOf(settings, 'linear');
  const request: TextureRequest = { mode, alphaCutoff: null, faceCount: 1, layerCount: 0, settings };
  const reading = readOptions(settings, 'linear');
  const load = async (): Promise<Image> => {
    const read = async (ref: BytesRef | null) =>
      ref === null ? undefined : hookImage(context, await readImage(context, ref, reading), ref, mode);
    const [rough, metal] = [await read(roughness), await read(metallic)];
    if (rough !== undefined && metal !== undefined && (rough.width !== metal.width || rough.height !== metal.height))
      context.warn({
        code: 'texture/unequal-maps',
        file: context.path,
        message: `the roughness map is ${rough.width}×${rough.height} texels, but the metallic map is ${metal.width}×${metal.height}`,
      });
    return packRoughnessMetallic(rough, metal, parallelOf(context), isGlossy === true);
  };
  await compileOne(context, load, request);
}

/** Colors and an opacity map. A color profile only affects the colors. */
async function compileMasked(
  context: CompileContext,
  color: BytesRef | null,
  opacity: BytesRef,
  { mode: slotMode, alphaCutoff, alpha }: TextureParams,
): Promise<void> {
  const settings = textureSettingsOf(context);
  const mode = modeOf(settings, slotMode);
  const request: TextureRequest = { mode, alphaCutoff, alpha, faceCount: 1, layerCount: 0, settings };
  const load = async (): Promise<Image> => {
    const read = async (ref: BytesRef, role: TextureMode) =>
      hookImage(context, convertColors(await readImage(context, ref, readOptions(settings, role))), ref, role);
    const shown = color === null ? undefined : await read(color, mode);
    return packColorOpacity(shown, await read(opacity, 'linear'), parallelOf(context));
  };
  await compileOne(context, load, request);
}

const parallelOf =
  (context: CompileContext): Parallel =>
  (task, count, payload) =>
    context.parallel(task, count, payload);

async function compileOne(
  context: CompileContext,
  load: () => Promise<Image>,
  request: TextureRequest,
  encodings: readonly OtherEncoding[] = otherEncodings(context),
): Promise<void> {
  const parallel = parallelOf(context);
  const { texels, suffix } = chosenTexture(context.settings).format;
  if (texels === undefined) {
    const wanted = encodings.map(({ settings }) => settings);
    const files = await compileTexture(1, load, request, wanted, parallel);
    return emitTextures(context, files, encodings, request.mode, suffix);
  }
  const { original } = readTextureParams(context.params ?? null);
  if (original === undefined) throw new Error('a texture of this format names its source');
  const mips = request.settings.mips && texels.hasMips(context.settings);
  const settings = { ...request.settings, mips };
  const { surfaces } = await buildSurfaces(1, load, { ...request, settings }, parallel);
  const bytes = await texels.emit(surfaces.chains[0] ?? [], original, context.settings);
  emitTexture(context, bytes, request.mode, suffix);
}
