// The transform: encodes every selected texture as KTX2 with UASTC, depending on its slots.

import { createEncoderPool, type EncoderPool, encodeKtx2, type SourceImage } from '@assetc/encoder';
import type { Document, ILogger, Texture, Transform } from '@gltf-transform/core';
import { KHRTextureBasisu } from '@gltf-transform/extensions';
import { decodeImage } from '#decode-image';
import type { CompressTexturesOptions } from './options.js';
import { separateUses } from './separate-uses.js';
import { edgesOf, meaningOf } from './texture-uses.js';

const KTX2 = 'image/ktx2';
/** Decodes one texture while workers encode others. */
const MAX_CONCURRENT = 3;
/** Extensions that declare an image type. They are removed with the last such image. */
const IMAGE_EXTENSIONS: readonly (readonly [string, string])[] = [
  ['EXT_texture_webp', 'image/webp'],
  ['EXT_texture_avif', 'image/avif'],
];

/**
 * Compresses textures to KTX2 with UASTC (`KHR_texture_basisu`), depending on their slots: colors as sRGB, normals with three channels,
 * others linear. A texture that is used as both gets a copy. Sizes that are not a multiple of 4 are scaled up, with a warning. Textures
 * that are KTX2 already, unused, or cannot be decoded are kept.
 *
 * @example
 * await document.transform(compressTextures({ quality: 'normal', slots: /baseColor|normal/ }));
 */
export function compressTextures(options: CompressTexturesOptions = {}): Transform {
  const compress: Transform = async (document) => {
    const own = options.pool === undefined ? createEncoderPool() : undefined;
    try {
      await compressAll(document, options, own ?? options.pool ?? undefined);
    } finally {
      own?.close();
    }
  };
  return Object.defineProperty(compress, 'name', { value: 'compressTextures' });
}

async function compressAll(
  document: Document,
  options: CompressTexturesOptions,
  pool: EncoderPool | undefined,
): Promise<void> {
  const logger = document.getLogger();
  const wanted = document
    .getRoot()
    .listTextures()
    .filter((texture) => isWanted(document, texture, options));
  const queue = wanted.flatMap((texture) => [texture, ...[separateUses(document, texture) ?? []].flat()]);
  for (const copy of queue.filter((texture) => !wanted.includes(texture)))
    logger.info(`compressTextures: ${label(copy)} is read as colors and as data, and is stored once for each`);
  let compressed = 0;
  const lane = async () => {
    for (let texture = queue.shift(); texture !== undefined; texture = queue.shift())
      if (await compressOne(document, texture, options, pool)) compressed++;
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, lane));
  if (compressed > 0) document.createExtension(KHRTextureBasisu).setRequired(true);
  dropImageExtensions(document);
  logger.debug(`compressTextures: ${compressed} textures compressed`);
}

function isWanted(document: Document, texture: Texture, { pattern, slots }: CompressTexturesOptions): boolean {
  const logger = document.getLogger();
  const edges = edgesOf(document, texture);
  if (texture.getMimeType() === KTX2) {
    logger.debug(`compressTextures: ${label(texture)} is KTX2 already`);
    return false;
  }
  if (pattern !== undefined && ![texture.getName(), texture.getURI()].some((name) => matches(pattern, name)))
    return false;
  if (slots !== undefined && !edges.some((edge) => matches(slots, edge.getName()))) return false;
  if (edges.length > 0) return true;
  logger.debug(`compressTextures: no slot uses ${label(texture)}`);
  return false;
}

/** `search` ignores the flags: a global expression would remember its position. */
const matches = (pattern: RegExp, text: string): boolean => text.search(pattern) >= 0;

async function compressOne(
  document: Document,
  texture: Texture,
  options: CompressTexturesOptions,
  pool: EncoderPool | undefined,
): Promise<boolean> {
  const { quality, mips, filter, wrap, maxSize, rdo, zstd, signal } = options;
  const logger = document.getLogger();
  signal?.throwIfAborted();
  const image = await decoded(texture, options, logger);
  if (image === undefined) return false;
  const given = { quality, mips, filter, wrap, maxSize, rdo, zstd, signal, pool };
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const file = await encodeKtx2(image, { ...set, ...meaningOf(edgesOf(document, texture)), multipleOf: 4 });
  const uri = texture.getURI();
  texture.setImage(file).setMimeType(KTX2);
  if (uri !== '') texture.setURI(uri.replace(/(\.[^./]*)?$/, '.ktx2'));
  return true;
}

/** Resolves to undefined, with a warning, if it cannot be decoded. */
async function decoded(
  texture: Texture,
  { decode = decodeImage }: CompressTexturesOptions,
  logger: ILogger,
): Promise<SourceImage | undefined> {
  const bytes = texture.getImage();
  const type = texture.getMimeType();
  const warn = (what: string) => logger.warn(`compressTextures: ${label(texture)} ${what}`);
  if (bytes === null) {
    warn('has no image, and stays as it is');
    return undefined;
  }
  try {
    const image = await decode(bytes, type);
    if (image === undefined) warn(`is ${type}, which is not decoded here: it stays as it is. See the option "decode"`);
    else if (image.width % 4 !== 0 || image.height % 4 !== 0)
      warn(
        `has ${image.width} × ${image.height} texels, and is scaled up to multiples of 4, as KHR_texture_basisu requires`,
      );
    return image;
  } catch (error) {
    warn(`cannot be decoded, and stays as it is: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function dropImageExtensions(document: Document): void {
  const types = new Set(
    document
      .getRoot()
      .listTextures()
      .map((texture) => texture.getMimeType()),
  );
  for (const extension of document.getRoot().listExtensionsUsed())
    for (const [name, type] of IMAGE_EXTENSIONS)
      if (extension.extensionName === name && !types.has(type)) extension.dispose();
}

const label = (texture: Texture): string => `"${texture.getName() || texture.getURI() || 'a texture without a name'}"`;
