// The compiler of the environment kind, loaded when first needed.

import { exposeImage } from '../../compilers/environment/expose.js';
import { rotationOf } from '../../compilers/environment/portable-trig.js';
import { environmentSettings } from '../../compilers/environment/settings.js';
import type { Sky } from '../../compilers/environment/sky.js';
import { splitFaces } from '../../compilers/environment/split-faces.js';
import { textureSettingsOf } from '../../compilers/texture/texture-context.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { importHdr } from '../../importers/image/import-hdr.js';
import type { HdrImage } from '../../model/image/hdr-image.js';
import { sharedFloats } from '../../model/image/hdr-image.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { settingsIn } from '../../model/kind/setting.js';
import { warnAboutSeveral } from '../../runtimes/format-settings.js';
import { checkFace, warnAboutAlpha } from './check-face.js';
import { emitHdrSky } from './emit-sky.js';
import { compilePlainFolder } from './plain-folder.js';
import { type EnvironmentFolder, readFolder } from './read-folder.js';

export async function compileEnvironment(context: CompileContext): Promise<void> {
  warnAboutSeveral(context, 'cubemaps');
  if (/\.env$/i.test(context.path)) {
    const folder = await readFolder(context);
    if (!folder.isHdr) return compilePlainFolder(context, folder);
    return emitHdrSky(context, cubeSky(context, await readFaces(context, folder)));
  }
  return emitHdrSky(context, await readEquirect(context));
}

async function readEquirect(context: CompileContext): Promise<Sky> {
  const image = await readHdr(context, context.path);
  if (image.width !== 2 * image.height)
    throw new AssetError({
      code: 'environment/not-equirectangular',
      file: context.path,
      message: `the image is ${image.width}×${image.height} texels, but an equirectangular image is twice as wide as it is high`,
    });
  return {
    shape: 'equirect',
    image,
    rotation: rotationOf(settingsIn(context.settings, environmentSettings).rotate / 360),
  };
}

const cubeSky = (context: CompileContext, faces: readonly HdrImage[]): Sky => ({
  shape: 'cube',
  faces,
  rotation: rotationOf(settingsIn(context.settings, environmentSettings).rotate / 360),
});

async function readFaces(context: CompileContext, { layout, files }: EnvironmentFolder): Promise<readonly HdrImage[]> {
  const images: HdrImage[] = [];
  for (const file of files) {
    const image = await readHdr(context, file);
    if (layout !== 'faces')
      return splitFaces(image, layout, file, sharedFloats).map((face) => ({ ...face, hasAlpha: false }));
    checkFace(image, file, images[0], files[0]);
    images.push(image);
  }
  return images;
}

async function readHdr(context: CompileContext, file: string): Promise<HdrImage> {
  const { limit } = textureSettingsOf(context);
  const image = await importHdr({ file, bytes: await context.read(file), limit, warn: (d) => context.warn(d) });
  warnAboutAlpha(context, [image], file);
  exposeImage(image, settingsIn(context.settings, environmentSettings));
  return image;
}
