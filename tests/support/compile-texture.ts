// Compiles a texture source through its kind. Checks every output with the validator, with ktx-parse and,
// if it is UASTC, with three's Basis transcoder.

import { adviseKtx2, ColorModel, decodeKtx2, type Ktx2, validateKtx2 } from '@assetc/formats';
import { read } from 'ktx-parse';
import { expect } from 'vitest';
import { AssetError, type Diagnostic } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { loadZstd } from '../../packages/compiler/src/encoding/zstd.js';
import { writePng } from '../../packages/compiler/src/importers/image/testing/write-png.js';
import type { SettingValue } from '../../packages/compiler/src/model/kind/setting.js';
import type { Json } from '../../packages/compiler/src/model/text/json.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { transcodeKtx2 } from '../../packages/kernels/src/testing/basis-transcoder.js';

export interface CompiledTexture {
  readonly context: TestContext;
  readonly bytes: Uint8Array;
  readonly ktx: Ktx2;
  /** The decompressed bytes of the levels, largest first. */
  readonly levels: readonly Uint8Array[];
  /** KTXswizzle. */
  readonly swizzle: unknown;
  readonly warnings: readonly string[];
}

export interface TextureSource {
  readonly path: string;
  readonly input: { readonly [path: string]: Uint8Array | string };
  readonly settings?: { readonly [setting: string]: SettingValue };
  readonly params?: Json;
}

function contextOf({ path, input, settings, params }: TextureSource): TestContext {
  const group = path.endsWith('.cube') ? 'lut' : 'texture';
  return new TestContext({
    path,
    input,
    ...(settings === undefined ? {} : { settings: { [group]: settings } }),
    ...(params === undefined ? {} : { params }),
  });
}

export async function compileTextureSource(source: TextureSource): Promise<CompiledTexture> {
  const context = await contextOf(source).compile();
  expect(context.outputs).toHaveLength(1);
  const bytes = context.output(context.outputs[0]?.suffix ?? '');
  expect(validateKtx2(bytes)).toEqual([]);
  expect(adviseKtx2(bytes)).toEqual([]);
  const ktx = decodeKtx2(bytes);
  const parsed = read(bytes);
  const { KTXswizzle: swizzle, ...keys } = parsed.keyValue;
  expect(keys).toEqual({ KTXwriter: 'assetc' });
  expect(parsed.levels).toHaveLength(ktx.levels.length);
  const zstd = await loadZstd();
  const levels = ktx.levels.map((level) =>
    level.supercompressionScheme === 0 ? level.bytes : zstd.decompress(level.bytes, level.uncompressedByteLength),
  );
  if (ktx.dataFormat.basic?.colorModel === ColorModel.uastc) {
    const rgba = await transcodeKtx2(bytes, 'rgba');
    expect(rgba.length).toBe(ktx.pixelWidth * ktx.pixelHeight * 4);
  }
  return { context, bytes, ktx, levels, swizzle, warnings: context.warnings.map((w) => w.code) };
}

/** Returns the diagnostic that refuses a source. */
export async function textureRefusal(source: TextureSource): Promise<Diagnostic> {
  try {
    await contextOf(source).compile();
  } catch (error) {
    if (error instanceof AssetError) return error.diagnostic;
    throw error;
  }
  throw new Error(`${source.path} was accepted`);
}

/** A PNG of RGBA texels. */
export function rgbaPng(width: number, height: number, texel: (x: number, y: number) => readonly number[]): Uint8Array {
  const samples = Array.from({ length: width * height }, (_, i) => texel(i % width, Math.floor(i / width))).flat();
  return writePng({ width, height, depth: 8, colorType: 6, samples, filter: (y) => y % 5 });
}

/** Peak signal-to-noise ratio over the given channels, in dB. */
export function psnr(a: ArrayLike<number>, b: ArrayLike<number>, channels: readonly number[] = [0, 1, 2, 3]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 4) for (const c of channels) sum += ((a[i + c] ?? 0) - (b[i + c] ?? 0)) ** 2;
  const mean = sum / ((a.length / 4) * channels.length);
  return mean === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255) / mean);
}
