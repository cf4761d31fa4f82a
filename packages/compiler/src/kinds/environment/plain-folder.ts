// Folders of 8-bit or 16-bit images: a cube map like any texture, and light if requested.

import { cubeToImages } from '../../compilers/environment/cube-to-images.js';
import { exposeImage } from '../../compilers/environment/expose.js';
import { imageToHdr } from '../../compilers/environment/image-to-hdr.js';
import { rotationOf } from '../../compilers/environment/portable-trig.js';
import { resampleSky } from '../../compilers/environment/resample.js';
import { environmentSettings } from '../../compilers/environment/settings.js';
import type { Sky } from '../../compilers/environment/sky.js';
import { splitFaces } from '../../compilers/environment/split-faces.js';
import { compileTexture } from '../../compilers/texture/compile-texture.js';
import { modeOf } from '../../compilers/texture/settings.js';
import {
  emitTextures,
  otherEncodings,
  readOptions,
  textureSettingsOf,
} from '../../compilers/texture/texture-context.js';
import { convertColors } from '../../encoding/texture/convert-colors.js';
import { readImage } from '../../importers/image/read-image.js';
import { type Image, sharedBytes } from '../../model/image/image.js';
import { modeByName } from '../../model/image/image-names.js';
import type { TextureMode } from '../../model/image/texture-params.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { settingsIn } from '../../model/kind/setting.js';
import { checkFace, warnAboutAlpha } from './check-face.js';
import { cubeSizeOf, emitLight, otherSkies, parallelOf } from './emit-sky.js';
import type { EnvironmentFolder } from './read-folder.js';

const FACE_COUNT = 6;

export async function compilePlainFolder(context: CompileContext, folder: EnvironmentFolder): Promise<void> {
  const settings = textureSettingsOf(context);
  const { size, rotate, exposure, clamp, light } = settingsIn(context.settings, environmentSettings);
  const mode = modeOf(settings, modeByName(context.path));
  const isChanged = size !== 0 || rotate !== 0 || exposure !== 0 || clamp !== 0;
  const load = faceLoader(context, folder, mode);
  // Kept in memory only if all faces are needed at once.
  const sky = isChanged || light === true ? await skyOf(context, load, mode) : undefined;
  const cube = sky === undefined ? undefined : await resampleSky(sky, cubeSizeOf(context, sky), parallelOf(context));
  const changed = cube === undefined || !isChanged ? undefined : cubeToImages(cube, transferOf(mode));
  const request = { mode, alphaCutoff: null, faceCount: FACE_COUNT, layerCount: 0, settings } as const;
  const encodings = light === true || isChanged ? otherSkies(context) : otherEncodings(context);
  const loadFace = changed === undefined ? load : async (index: number) => changed[index] ?? load(index);
  const wanted = encodings.map((other) => other.settings);
  const files = await compileTexture(FACE_COUNT, loadFace, request, wanted, parallelOf(context));
  emitTextures(context, files, encodings, mode, '.env.ktx2');
  if (light === true && sky !== undefined && cube !== undefined) await emitLight(context, sky, cube, encodings);
}

const transferOf = (mode: TextureMode): 'srgb' | 'linear' => (mode === 'color' ? 'srgb' : 'linear');

type LoadFace = (index: number) => Promise<Image>;

function faceLoader(context: CompileContext, { layout, files }: EnvironmentFolder, mode: TextureMode): LoadFace {
  const settings = textureSettingsOf(context);
  const read = async (file: string): Promise<Image> =>
    convertColors(await readImage(context, { file }, readOptions(settings, mode)));
  let first: Image | undefined;
  if (layout === 'faces')
    return async (index) => {
      const file = files[index] ?? '';
      const image = await read(file);
      checkFace(image, file, first, files[0]);
      first ??= image;
      return image;
    };
  let faces: Promise<readonly Image[]> | undefined;
  const file = files[0] ?? '';
  return async (index) => {
    faces ??= read(file).then((image) => facesOf(image, layout, file));
    const face = (await faces)[index];
    if (face === undefined) throw new Error(`there is no face ${index}`);
    return face;
  };
}

function facesOf({ pixels, hasAlpha, ...extent }: Image, layout: 'cross' | 'strip', file: string): readonly Image[] {
  const cut =
    pixels instanceof Uint16Array
      ? splitFaces({ ...extent, pixels }, layout, file, (length) => new Uint16Array(new SharedArrayBuffer(length * 2)))
      : splitFaces({ ...extent, pixels }, layout, file, sharedBytes);
  // The corners that a cross leaves empty are often transparent.
  return cut.map((face) => ({ ...face, hasAlpha: hasAlpha && hasTransparent(face.pixels) }));
}

function hasTransparent(pixels: Uint8Array | Uint16Array): boolean {
  const full = pixels instanceof Uint16Array ? 65535 : 255;
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== full) return true;
  return false;
}

async function skyOf(context: CompileContext, load: LoadFace, mode: TextureMode): Promise<Sky> {
  const settings = settingsIn(context.settings, environmentSettings);
  const faces = [];
  for (let face = 0; face < FACE_COUNT; face++) {
    const image = imageToHdr(await load(face), transferOf(mode));
    exposeImage(image, settings);
    faces.push(image);
  }
  warnAboutAlpha(context, faces, context.path);
  return { shape: 'cube', faces, rotation: rotationOf(settings.rotate / 360) };
}
