// For each texture, another encoding that is better: smaller at equal quality, or better at equal size. Found by the search behind
// `texture.quality` as a number, by compiling the texture with it; so a build with the same setting writes the same file. The largest come
// first, up to a number of texels instead of a time: the list does not depend on the machine.

import { decodeKtx2, FormatError } from '@assetc/formats';
import type { ResolvedSettings } from '../model/kind/setting.js';
import { noteIn } from './chosen-textures.js';

/** A texture, and a better encoding of it. */
interface TextureChoice {
  /** Relative to the output. */
  readonly path: string;
  readonly sizeBytes: number;
  /** PSNR of level 0, in decibels. */
  readonly psnr: number;
  /** The value of `texture.quality` that chooses the encoding. */
  readonly quality: { readonly psnr: number } | { readonly bytes: number };
  /** `ASTC 6x6`, `BC7, RDO 2` */
  readonly choice: string;
  /** With it. */
  readonly thenBytes: number;
  readonly thenPsnr: number;
}

/** What better encodings would save. */
export interface ChoiceSavings {
  /** Those that have one, most bytes saved first. */
  readonly textures: readonly TextureChoice[];
  /** Textures that were not measured: too many, or too large. */
  readonly unmeasured: number;
  readonly unmeasuredBytes: number;
}

export const NO_CHOICES: ChoiceSavings = { textures: [], unmeasured: 0, unmeasuredBytes: 0 };

/** An asset of the project, to be compiled with other settings in memory. */
interface TextureTrial {
  /** Undefined if it cannot be compiled any more. */
  compile(settings: ResolvedSettings): Promise<Uint8Array | undefined>;
  /** PSNR as the search measures it; undefined if it cannot be. */
  psnr(ktx2: Uint8Array, unencoded: Uint8Array): Promise<number | undefined>;
}

/** Undefined if the project no longer has the asset as it was built. */
export type OpenTextureTrial = (file: RecordedFile) => TextureTrial | undefined;

interface RecordedFile {
  readonly path: string;
  readonly asset: string;
  readonly kind: string;
  readonly sizeBytes: number;
  readonly settings: string;
}

interface ChoiceBounds {
  readonly fileTexels: number;
  readonly texels: number;
}

/** One image of 2048², or eight of 1024² in all. */
const BOUNDS: ChoiceBounds = { fileTexels: 2 ** 22, texels: 2 ** 23 };
/** Less is not visible. */
const MIN_BETTER_DB = 0.5;
/** Less is not worth a rule. */
const MIN_SAVED = 0.01;
/** The largest number that `texture.quality` accepts. */
const MAX_PSNR = 99;

/** `files`: the largest first. */
export async function measureChoiceSavings<F extends RecordedFile>(
  files: readonly F[],
  read: (file: F) => Uint8Array | undefined,
  open: OpenTextureTrial,
  signal?: AbortSignal,
  bounds: ChoiceBounds = BOUNDS,
): Promise<ChoiceSavings> {
  const textures: TextureChoice[] = [];
  const rest = { unmeasured: 0, unmeasuredBytes: 0 };
  let left = bounds.texels;
  for (const file of files) {
    if (!mayChoose(file)) continue;
    signal?.throwIfAborted();
    const bytes = read(file);
    const texels = bytes === undefined ? undefined : texelsOf(bytes);
    if (bytes === undefined || texels === undefined) continue;
    if (texels > Math.min(left, bounds.fileTexels)) {
      rest.unmeasured++;
      rest.unmeasuredBytes += file.sizeBytes;
      continue;
    }
    const trial = open(file);
    if (trial === undefined) continue;
    left -= texels;
    const found = await betterChoice(file, bytes, trial);
    if (found !== undefined) textures.push(found);
  }
  return { textures: textures.sort((a, b) => saved(b) - saved(a) || (a.path < b.path ? -1 : 1)), ...rest };
}

const saved = ({ sizeBytes, thenBytes }: TextureChoice): number => sizeBytes - thenBytes;

/** Blocks of an image, whose encoding no number has chosen yet. */
function mayChoose({ path, kind, settings }: RecordedFile): boolean {
  if (kind !== 'texture' || !path.toLowerCase().endsWith('.ktx2')) return false;
  const { texture }: ResolvedSettings = JSON.parse(settings);
  return texture?.compress === true && typeof texture.quality === 'string';
}

function texelsOf(ktx2: Uint8Array): number | undefined {
  try {
    const { pixelWidth, pixelHeight, layerCount, faceCount } = decodeKtx2(ktx2);
    return pixelWidth * Math.max(1, pixelHeight) * Math.max(1, layerCount) * faceCount;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

async function betterChoice(
  { path, sizeBytes, settings: recorded }: RecordedFile,
  ktx2: Uint8Array,
  trial: TextureTrial,
): Promise<TextureChoice | undefined> {
  const settings: ResolvedSettings = JSON.parse(recorded);
  const texels = await trial.compile(unencoded(settings));
  const psnr = texels && (await trial.psnr(ktx2, texels));
  if (psnr === undefined) return undefined;
  const choose = async (quality: TextureChoice['quality']): Promise<TextureChoice | undefined> => {
    const made = await trial.compile({ ...settings, texture: { ...settings.texture, quality } });
    const note = made && noteIn(made);
    if (made === undefined || note?.reached !== true) return undefined;
    return { path, sizeBytes, psnr, quality, choice: note.choice, thenBytes: made.length, thenPsnr: note.value };
  };
  // Rounded to what people would write, and never to less.
  const smaller = await choose({ psnr: Math.min(MAX_PSNR, Math.max(1, Math.ceil(psnr * 100) / 100)) });
  if (smaller !== undefined && saved(smaller) >= sizeBytes * MIN_SAVED) return smaller;
  const better = await choose({ bytes: sizeBytes });
  return better !== undefined && better.thenBytes <= sizeBytes && better.thenPsnr >= psnr + MIN_BETTER_DB
    ? better
    : undefined;
}

/** Settings that do not encode texels. Settings that decide which texels there are stay unchanged. */
export const unencoded = (settings: ResolvedSettings): ResolvedSettings => ({
  ...settings,
  texture: { ...settings.texture, compress: false, mips: false, hdrRaw: 'rgba16f' },
});
