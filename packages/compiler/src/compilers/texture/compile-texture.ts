// Compiles images to KTX2 files: builds mip chains by the settings, then encodes blocks or raw texels. One file, or several that differ only in their encoding.

import type { Parallel } from '../../encoding/parallel.js';
import { type BlockTextureOptions, encodeBlockTextures } from '../../encoding/texture/encode-block-texture.js';
import { encodeRawSurfaces } from '../../encoding/texture/encode-raw-texture.js';
import { encodeRows } from '../../encoding/texture/encode-rows.js';
import { encodeToQuality } from '../../encoding/texture/encode-to-quality.js';
import { buildMipChain, type MipLevel, type Surfaces } from '../../encoding/texture/mip-chain.js';
import { ZSTD_LEVELS, zstdPacker } from '../../encoding/zstd.js';
import type { Image, RowImage } from '../../model/image/image.js';
import type { AlphaMeaning, TextureMode } from '../../model/image/texture-params.js';
import { levelOf, type QualityNumber } from '../../model/image/texture-quality.js';
import type { TextureSettings } from './settings.js';

export interface TextureRequest {
  readonly mode: TextureMode;
  /** The cutoff of a masked material that uses the image, if any. */
  readonly alphaCutoff: number | null;
  /** See TextureParams. */
  readonly alpha?: AlphaMeaning | undefined;
  readonly faceCount: 1 | 6;
  /** 0 if it is not an array. */
  readonly layerCount: number;
  readonly settings: TextureSettings;
}

const DEFAULT_CUTOFF = 0.5;

/**
 * One file for the request's settings, and one for each of `otherSettings`, which share the same levels. `load` is called once per image, so that a
 * large array holds one decoded source at a time.
 */
export async function compileTexture(
  count: number,
  load: (index: number) => Promise<Image>,
  request: TextureRequest,
  otherSettings: readonly TextureSettings[],
  parallel: Parallel,
): Promise<readonly Uint8Array[]> {
  const { surfaces, hasAlpha } = await buildSurfaces(count, load, request, parallel);
  const transfer = request.mode === 'color' ? 'srgb' : 'linear';
  if (typeof request.settings.quality !== 'string' && request.settings.compress)
    return [await encodeByNumber(surfaces, hasAlpha, request, request.settings.quality, parallel)];
  const wanted = [request.settings, ...otherSettings];
  const blocks = wanted.filter(({ compress }) => compress).map((settings) => blockTextureOptions(request, settings));
  const encoded = blocks.length === 0 ? [] : [...(await encodeBlockTextures(surfaces, hasAlpha, blocks, parallel))];
  const files: Uint8Array[] = [];
  for (const { compress, quality } of wanted) {
    const file = compress
      ? encoded.shift()
      : await encodeRawSurfaces(surfaces, transfer, ZSTD_LEVELS[levelOf(quality)]);
    if (file === undefined) throw new Error('there is a file for each that is wanted');
    files.push(file);
  }
  return files;
}

/** The same for one image that is never in memory as a whole; requires `canStreamRows`. All `otherSettings` must compress. */
export function compileImageRows(
  image: RowImage,
  request: TextureRequest,
  otherSettings: readonly TextureSettings[],
  parallel: Parallel,
): Promise<readonly Uint8Array[]> {
  const { mode, settings } = request;
  const { mips, wrap } = settings;
  const wanted = [settings, ...otherSettings].map((each) => blockTextureOptions(request, each));
  return encodeRows(image, { mode, alphaHides: alphaHides(request), mips, wrap }, wanted, parallel);
}

/** Settings that only affect how levels are encoded, not their content. */
const ENCODING_SETTINGS: ReadonlySet<string> = new Set([
  'compress',
  'target',
  'bc',
  'astc',
  'hdrRaw',
  'quality',
  'metric',
  'rdo',
  'supercompress',
]);

/** Whether both settings give the same levels. */
export const sharesLevels = (a: object, b: object): boolean => levelSettings(a) === levelSettings(b);

const levelSettings = (settings: object): string =>
  JSON.stringify(
    Object.entries(settings)
      .filter(([name]) => !ENCODING_SETTINGS.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Whether the settings need no operation on the whole image. */
export function canStreamRows(image: Omit<RowImage, 'read'>, request: TextureRequest): boolean {
  const { compress, mips, mipFilter, maxSize } = request.settings;
  // A search needs all levels again and again.
  if (typeof request.settings.quality !== 'string') return false;
  const isResized = maxSize > 0 && Math.max(image.width, image.height) > maxSize;
  const keepsCoverage = image.mayBeTransparent && cutoffOf(request) !== null;
  return compress && !isResized && (!mips || (mipFilter === 'box' && !keepsCoverage));
}

/** An image that no material uses may be drawn by its alpha. */
const alphaHides = ({ alpha }: TextureRequest): boolean => alpha === undefined || alpha === 'hides';

function blockTextureOptions(request: TextureRequest, settings: TextureSettings): BlockTextureOptions {
  const { mode, alpha } = request;
  // Explicit coverage means that alpha is tested.
  const isTested = alpha === 'hides' || settings.alphaCoverage === true;
  const isWeighted = mode === 'color' && alphaHides(request) && isTested;
  const { target, bc, astc, quality, metric, rdo } = settings;
  return {
    mode,
    target,
    bc,
    astc,
    quality: levelOf(quality),
    metric,
    alphaWeighted: isWeighted,
    rdo,
    zstdLevel: zstdLevelOf(settings),
  };
}

/** The smallest choice that reaches a number, or the best that fits one. */
async function encodeByNumber(
  surfaces: Surfaces,
  hasAlpha: boolean,
  request: TextureRequest,
  asked: QualityNumber,
  parallel: Parallel,
): Promise<Uint8Array> {
  const { supercompress } = request.settings;
  const { zstdLevel: _, ...options } = blockTextureOptions(request, request.settings);
  const packs = {
    pack: zstdPacker(ZSTD_LEVELS.normal),
    withRdo: supercompress !== 'none',
    without: supercompress === 'zstd',
  };
  const hidesColor = request.mode === 'color' && alphaHides(request);
  const { file } = await encodeToQuality(surfaces, hasAlpha, { asked, options, hidesColor, packs }, parallel);
  return file;
}

/** Zstandard level of blocks. If undefined, they are stored without compression. */
export function zstdLevelOf({ quality, rdo, supercompress }: TextureSettings): number | undefined {
  const isPacked = supercompress === 'zstd' || (supercompress === 'auto' && rdo > 0);
  return isPacked ? ZSTD_LEVELS[levelOf(quality)] : undefined;
}

/** The mip chains of every image, by the settings. */
export async function buildSurfaces(
  count: number,
  load: (index: number) => Promise<Image>,
  request: TextureRequest,
  parallel: Parallel,
): Promise<{ surfaces: Surfaces; hasAlpha: boolean }> {
  const { settings } = request;
  const chains: (readonly MipLevel[])[] = [];
  let hasAlpha = false;
  for (let i = 0; i < count; i++) {
    const image = await load(i);
    hasAlpha ||= image.hasAlpha;
    chains.push(
      await buildMipChain(
        image,
        {
          mode: request.mode,
          mips: settings.mips,
          filter: settings.mipFilter,
          // The faces of a cube end at its edges.
          wrap: request.faceCount === 6 ? 'clamp' : settings.wrap,
          maxSize: settings.maxSize,
          alphaCutoff: cutoffOf(request),
          alphaHides: alphaHides(request),
        },
        parallel,
      ),
    );
  }
  return { surfaces: { chains, faceCount: request.faceCount, layerCount: request.layerCount }, hasAlpha };
}

function cutoffOf({ settings, alphaCutoff, mode, alpha }: TextureRequest): number | null {
  if (settings.alphaCoverage === false || mode !== 'color' || alpha === 'data') return null;
  return settings.alphaCoverage === true ? (alphaCutoff ?? DEFAULT_CUTOFF) : alphaCutoff;
}
