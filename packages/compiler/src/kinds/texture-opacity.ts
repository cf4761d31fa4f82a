// The alpha of a texture at level 0, as its file has it: the texture job runs inside the model's job, because blocks change alpha by amounts
// that only their encoder knows. In blocks of 12×12 texels a leaf may appear where the image has none.

import { decodeTexels as decodeBlocks, decodeKtx2, type Ktx2, texelFormatOf } from '@assetc/formats';
import { transcode } from '@assetc/formats/transcode';
import type { OpacityImage } from '../compilers/mesh/micromaps/opacity.js';
import { modeOf, textureSettings } from '../compilers/texture/settings.js';
import { decodeTexels, isHdrTexture, levelBytes } from '../encoding/texture/decode-texels.js';
import { loadZstd } from '../encoding/zstd.js';
import type { TextureMode } from '../model/image/texture-params.js';
import type { CompileContext } from '../model/kind/compile-context.js';
import type { Output } from '../model/kind/output.js';
import { type ResolvedSettings, settingsIn } from '../model/kind/setting.js';
import type { Json } from '../model/text/json.js';
import { compileTextureJob } from './texture/texture-job.js';

/** A derived texture of a model. */
interface DerivedTexture {
  readonly name: string;
  readonly mode: TextureMode;
  readonly params: Json;
}

/** Bounds for every form of the texture that a GPU may get. Undefined if the alpha is not known, because the image is HDR. */
export async function opacityOfTexture(
  context: CompileContext,
  { name, mode: slotMode, params }: DerivedTexture,
): Promise<OpacityImage | undefined> {
  const settings = context.settingsFor(name, [textureSettings.name]);
  const values = settingsIn(settings, textureSettings);
  const mode = modeOf(values, slotMode);
  // Their files have no alpha.
  if (mode === 'normal' || mode === 'grayscale')
    return { width: 1, height: 1, low: Uint8Array.of(255), high: Uint8Array.of(255) };
  const ktx = decodeKtx2(await textureFile(context, settings, params));
  if (isHdrTexture(ktx)) return undefined;
  const [texels] = await decodeTexels(ktx, 1);
  if (texels === undefined) throw new Error('a texture has a level 0');
  const { width, height } = texels;
  const bounds = { width, height, low: alphaOf(texels.pixels), high: alphaOf(texels.pixels) };
  if (!values.compress) return bounds;
  for (const pixels of await transcodedTexels(ktx)) widen(bounds, alphaOf(pixels));
  allowRounding(bounds);
  return bounds;
}

/** The KTX2 file of the texture. Formats of other runtimes store plain texels. */
async function textureFile(context: CompileContext, settings: ResolvedSettings, params: Json): Promise<Uint8Array> {
  const group = settings[textureSettings.name] ?? {};
  const isKtx2 = group.format === undefined || group.format === 'ktx2';
  const own = isKtx2 ? group : { ...group, format: 'ktx2', compress: false };
  const outputs: Output[] = [];
  await compileTextureJob({
    ...contextOf(context),
    params,
    settings: { ...settings, [textureSettings.name]: own },
    emit: (output) => outputs.push(output),
  });
  const [file] = outputs;
  if (file === undefined) throw new Error('a texture job emits a file');
  return file.bytes;
}

/** The model's context for a job inside it: reads are recorded as the model's, and the texture's own job reports what is wrong with the image. */
function contextOf(context: CompileContext): CompileContext {
  return {
    path: context.path,
    base: context.base,
    sourceRef: context.sourceRef,
    params: undefined,
    settings: {},
    otherPresets: [],
    hooks: [],
    signal: context.signal,
    settingsFor: (name, settings) => context.settingsFor(name, settings),
    settingsOf: (path, settings) => context.settingsOf(path, settings),
    exists: (path) => context.exists(path),
    refOf: (path, use, suffix) => context.refOf(path, use, suffix),
    mention: (path, use) => context.mention(path, use),
    read: (path) => context.read(path),
    tryRead: (path) => context.tryRead(path),
    list: (folder) => context.list(folder),
    readRef: (ref) => context.readRef(ref),
    readPieces: (ref, use) => context.readPieces(ref, use),
    resolve: (file, reference) => context.resolve(file, reference),
    recallPart: (inputs) => context.recallPart(inputs),
    keepPart: (inputs, bytes) => context.keepPart(inputs, bytes),
    parallel: (task, count, payload) => context.parallel(task, count, payload),
    warn: () => {},
    emit: () => {},
    emitForPreset: () => {},
    emitCopy: async () => {},
    derive: () => {},
  };
}

/** What loaders make of UASTC with alpha: see chooseTarget. ASTC and RGBA8 have its texels. */
const LOSSY_TARGETS = ['bc7', 'bc3', 'etc2-rgba'] as const;

async function transcodedTexels(ktx: Ktx2): Promise<readonly Uint8Array[]> {
  if (texelFormatOf(ktx) !== 'uastc') return [];
  const { pixelWidth: width, pixelHeight: height } = ktx;
  const bytes = levelBytes(ktx, 0, await loadZstd());
  return LOSSY_TARGETS.map((to) => decodeBlocks(to, transcode({ bytes, width, height }, { to }), width, height));
}

const alphaOf = (pixels: Uint8Array): Uint8Array =>
  Uint8Array.from({ length: pixels.length / 4 }, (_, i) => pixels[i * 4 + 3] ?? 0);

function widen({ low, high }: OpacityImage, alpha: Uint8Array): void {
  for (let i = 0; i < alpha.length; i++) {
    low[i] = Math.min(low[i] ?? 0, alpha[i] ?? 0);
    high[i] = Math.max(high[i] ?? 0, alpha[i] ?? 0);
  }
}

/** GPUs decode ASTC, BC3 and EAC to more than 8 bits, each rounding in its own way. */
function allowRounding({ low, high }: OpacityImage): void {
  for (let i = 0; i < low.length; i++) {
    low[i] = Math.max((low[i] ?? 0) - 1, 0);
    high[i] = Math.min((high[i] ?? 0) + 1, 255);
  }
}
