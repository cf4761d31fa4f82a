// Emits the outputs of a sky: its cube map, and if wanted its image-based light, with the table that shaders use with it.

import { buildLight, type Light, levelCountOf, lightSizeOf } from '../../compilers/environment/build-light.js';
import { buildCubeMips } from '../../compilers/environment/cube-mips.js';
import { encodeHdrCubes } from '../../compilers/environment/encode-hdr-cubes.js';
import type { CubeLevel } from '../../compilers/environment/prefilter.js';
import { nativeSize, resampleSky } from '../../compilers/environment/resample.js';
import { environmentSettings } from '../../compilers/environment/settings.js';
import type { Sky } from '../../compilers/environment/sky.js';
import { hdrOptions } from '../../compilers/texture/compile-hdr.js';
import { type OtherEncoding, otherEncodings, textureSettingsOf } from '../../compilers/texture/texture-context.js';
import { plural } from '../../diagnostics/plural.js';
import type { Parallel } from '../../encoding/parallel.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import type { Output } from '../../model/kind/output.js';
import { settingsIn } from '../../model/kind/setting.js';
import { DFG_BASE, DFG_KIND } from '../dfg-output-path.js';

const LARGEST_USUAL_SIZE = 1024;
const STRAIGHT = { sine: 0, cosine: 1 };

export const parallelOf =
  (context: CompileContext): Parallel =>
  (task, count, payload) =>
    context.parallel(task, count, payload);

/** Presets that want the same levels in another encoding. */
export function otherSkies(context: CompileContext): readonly OtherEncoding[] {
  const own = JSON.stringify(context.settings[environmentSettings.name]);
  return otherEncodings(context).filter(
    ({ index }) => JSON.stringify(context.otherPresets[index]?.[environmentSettings.name]) === own,
  );
}

/** The size of the faces: the setting, or else that of the source. */
export function cubeSizeOf(context: CompileContext, sky: Sky): number {
  const { size } = settingsIn(context.settings, environmentSettings);
  const { maxSize } = textureSettingsOf(context);
  const usual = sky.shape === 'cube' ? nativeSize(sky) : Math.min(nativeSize(sky), LARGEST_USUAL_SIZE);
  const wanted = size === 0 ? usual : size;
  return maxSize === 0 ? wanted : Math.min(wanted, maxSize);
}

export async function emitHdrSky(context: CompileContext, sky: Sky): Promise<void> {
  const parallel = parallelOf(context);
  const first = await resampleSky(sky, cubeSizeOf(context, sky), parallel);
  const levels = textureSettingsOf(context).mips ? buildCubeMips(first) : [first];
  const encodings = otherSkies(context);
  await emitCube(context, '.env.ktx2', levels, encodings);
  if (settingsIn(context.settings, environmentSettings).light !== false)
    await emitLight(context, sky, first, encodings);
}

/** `cube`: the resampled sky, which mirrors show. */
export async function emitLight(
  context: CompileContext,
  sky: Sky,
  cube: CubeLevel,
  encodings: readonly OtherEncoding[],
): Promise<void> {
  const asked = settingsIn(context.settings, environmentSettings).levels;
  const size = lightSizeOf(cube.size);
  const count = levelCountOf(size, asked);
  if (asked !== 0 && count !== asked)
    context.warn({
      code: 'environment/levels',
      message: `environment.levels is ${asked}, but light of ${size}×${size} texels has ${plural(count, 'level')}`,
    });
  const light = await buildLight(sky, mirrorOf(cube), size, count, parallelOf(context));
  await emitCube(context, '.ibl.ktx2', light.levels, encodings, light.irradiance);
  context.derive({ kind: DFG_KIND, name: 'dfg', base: DFG_BASE, params: {} });
}

function mirrorOf({ size, texels }: CubeLevel): Sky {
  const length = size * size * 4;
  const faces = [0, 1, 2, 3, 4, 5].map((face) => ({
    width: size,
    height: size,
    pixels: texels.subarray(face * length, (face + 1) * length),
    hasAlpha: false,
  }));
  return { shape: 'cube', faces, rotation: STRAIGHT };
}

async function emitCube(
  context: CompileContext,
  suffix: string,
  levels: readonly CubeLevel[],
  encodings: readonly OtherEncoding[],
  irradiance?: Light['irradiance'],
): Promise<void> {
  const wanted = [textureSettingsOf(context), ...encodings.map(({ settings }) => settings)];
  const [own, ...further] = await encodeHdrCubes(levels, wanted.map(hdrOptions), irradiance, parallelOf(context));
  if (own === undefined) throw new Error('a file is missing');
  const outputOf = (bytes: Uint8Array): Output => ({ suffix, bytes, asset: { kind: 'texture', colorspace: 'linear' } });
  context.emit(outputOf(own));
  for (const [i, bytes] of further.entries()) context.emitForPreset(encodings[i]?.index ?? -1, outputOf(bytes));
}
