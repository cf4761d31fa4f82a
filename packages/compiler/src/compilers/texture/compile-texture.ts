// Images → KTX2 files: mip chains by the settings, then blocks or raw texels. One file, or several that differ in their encoding alone.

import { type BlockTextureOptions, encodeBlockTextures } from '../../encoding/encode-block-texture.js';
import { encodeRawSurfaces } from '../../encoding/encode-raw-texture.js';
import { encodeRows } from '../../encoding/encode-rows.js';
import { buildMipChain, type MipLevel, type Surfaces } from '../../encoding/mip-chain.js';
import type { Parallel } from '../../encoding/parallel.js';
import { ZSTD_LEVELS } from '../../encoding/zstd.js';
import type { Image, RowImage } from '../../model/image.js';
import type { TextureMode } from '../../model/texture-params.js';
import type { TextureSettings } from './settings.js';

export interface TextureRequest {
  readonly mode: TextureMode;
  /** A masked material's cutoff, where one uses the image. */
  readonly alphaCutoff: number | null;
  /** See TextureParams. */
  readonly alphaIsData?: boolean;
  /** See TextureParams. */
  readonly alphaBlends?: boolean;
  readonly faceCount: 1 | 6;
  /** 0: not an array. */
  readonly layerCount: number;
  readonly settings: TextureSettings;
}

const DEFAULT_CUTOFF = 0.5;

/**
 * A file by the request's settings, and one by each of `others`, which `sharesLevels` with them. `load` is called once for each image, so that
 * a large array holds one decoded source at a time.
 */
export async function compileTexture(
  count: number,
  load: (index: number) => Promise<Image>,
  request: TextureRequest,
  others: readonly TextureSettings[],
  parallel: Parallel,
): Promise<readonly Uint8Array[]> {
  const { surfaces, hasAlpha } = await buildSurfaces(count, load, request, parallel);
  const transfer = request.mode === 'color' ? 'srgb' : 'linear';
  const wanted = [request.settings, ...others];
  const blocks = wanted.filter(({ compress }) => compress).map((settings) => blockTextureOptions(request, settings));
  const encoded = blocks.length === 0 ? [] : [...(await encodeBlockTextures(surfaces, hasAlpha, blocks, parallel))];
  const files: Uint8Array[] = [];
  for (const { compress, quality } of wanted) {
    const file = compress ? encoded.shift() : await encodeRawSurfaces(surfaces, transfer, ZSTD_LEVELS[quality]);
    if (file === undefined) throw new Error('there is a file for each that is wanted');
    files.push(file);
  }
  return files;
}

/** The same of one image that is never held whole, where `goesByRows` allows. `others` compress as well. */
export function compileRows(
  image: RowImage,
  request: TextureRequest,
  others: readonly TextureSettings[],
  parallel: Parallel,
): Promise<readonly Uint8Array[]> {
  const { mode, alphaIsData = false, settings } = request;
  const { mips, wrap } = settings;
  const wanted = [settings, ...others].map((each) => blockTextureOptions(request, each));
  return encodeRows(image, { mode, alphaIsData, mips, wrap }, wanted, parallel);
}

/** What says how levels are encoded, and nothing of what is in them. */
const ENCODING: ReadonlySet<string> = new Set([
  'compress',
  'target',
  'bc',
  'hdrRaw',
  'quality',
  'metric',
  'rdo',
  'supercompress',
]);

/** Whether the levels of a texture are the same by both. */
export const sharesLevels = (a: object, b: object): boolean => levelSettings(a) === levelSettings(b);

const levelSettings = (settings: object): string =>
  JSON.stringify(
    Object.entries(settings)
      .filter(([name]) => !ENCODING.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Whether the settings ask for nothing that needs the whole image at once. */
export function goesByRows(image: Omit<RowImage, 'read'>, request: TextureRequest): boolean {
  const { compress, mips, mipFilter, maxSize } = request.settings;
  const isResized = maxSize > 0 && Math.max(image.width, image.height) > maxSize;
  const keepsCoverage = image.mayBeTransparent && cutoffOf(request) !== null;
  return compress && !isResized && (!mips || (mipFilter === 'box' && !keepsCoverage));
}

function blockTextureOptions(
  { mode, alphaIsData = false, alphaBlends = false }: TextureRequest,
  settings: TextureSettings,
): BlockTextureOptions {
  // Who asks for coverage says that alpha is tested.
  const isWeighted = mode === 'color' && !alphaIsData && (alphaBlends || settings.alphaCoverage === true);
  const { target, bc, quality, metric, rdo } = settings;
  return { mode, target, bc, quality, metric, alphaWeighted: isWeighted, rdo, zstdLevel: zstdLevelOf(settings) };
}

/** Of blocks; undefined: they are stored as they are. */
export function zstdLevelOf({ quality, rdo, supercompress }: TextureSettings): number | undefined {
  const isPacked = supercompress === 'zstd' || (supercompress === 'auto' && rdo > 0);
  return isPacked ? ZSTD_LEVELS[quality] : undefined;
}

/** The mip chains of every image, as the settings ask for them. */
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
          alphaIsData: request.alphaIsData ?? false,
        },
        parallel,
      ),
    );
  }
  return { surfaces: { chains, faceCount: request.faceCount, layerCount: request.layerCount }, hasAlpha };
}

function cutoffOf({ settings, alphaCutoff, mode, alphaIsData = false }: TextureRequest): number | null {
  if (settings.alphaCoverage === false || mode !== 'color' || alphaIsData) return null;
  return settings.alphaCoverage === true ? (alphaCutoff ?? DEFAULT_CUTOFF) : alphaCutoff;
}
