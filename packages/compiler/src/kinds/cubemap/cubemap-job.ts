// The work of the cubemap kind, loaded by the first one that has to be compiled.

import { compileTexture } from '../../compilers/texture/compile-texture.js';
import {
  emitTextures,
  modeOf,
  otherEncodings,
  readingOf,
  textureSettingsOf,
} from '../../compilers/texture/texture-context.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { convertColors } from '../../encoding/convert-colors.js';
import { readImage } from '../../importers/image/read-image.js';
import type { Image } from '../../model/image.js';
import { IMAGE_EXTENSION, modeByName } from '../../model/image-names.js';
import type { CompileContext } from '../../model/kind.js';
import { warnAboutSeveral } from '../../runtimes/format-settings.js';
import { FACES, faceByName } from './face-names.js';

export async function compileCubemap(context: CompileContext): Promise<void> {
  const settings = textureSettingsOf(context);
  warnAboutSeveral(context, 'cubemaps');
  const mode = modeOf(settings, modeByName(context.path));
  const files = await facesIn(context);
  let first: Image | undefined;
  const load = async (index: number): Promise<Image> => {
    const file = files[index] ?? '';
    const image = convertColors(await readImage(context, { file }, readingOf(settings, mode)));
    if (image.width !== image.height)
      throw new AssetError({
        code: 'texture/not-square',
        file,
        message: `the face is ${image.width}×${image.height} texels, not square`,
      });
    first ??= image;
    if (image.width !== first.width)
      throw new AssetError({
        code: 'texture/unequal-size',
        file,
        message: `the face is ${image.width}×${image.height} texels, ${files[0]} is ${first.width}×${first.height}`,
      });
    return image;
  };
  const parallel = (task: string, count: number, payload: unknown) => context.parallel(task, count, payload);
  const request = { mode, alphaCutoff: null, faceCount: 6, layerCount: 0, settings } as const;
  const others = otherEncodings(context);
  const wanted = others.map((other) => other.settings);
  emitTextures(context, await compileTexture(FACES.length, load, request, wanted, parallel), others, mode);
}

async function facesIn(context: CompileContext): Promise<readonly string[]> {
  const found = new Map<string, string>();
  for (const name of await context.list(context.path)) {
    const file = `${context.path}/${name}`;
    const face = faceByName(name.replace(IMAGE_EXTENSION, ''));
    if (face === undefined || !IMAGE_EXTENSION.test(name)) {
      context.warn({ code: 'texture/ignored-member', file, message: 'the file is not a face of the cubemap' });
      continue;
    }
    const other = found.get(face);
    if (other !== undefined)
      throw new AssetError({ code: 'texture/two-faces', file, message: `${other} is the face ${face} as well` });
    found.set(face, file);
  }
  return FACES.map((face) => {
    const file = found.get(face);
    if (file === undefined)
      throw new AssetError({
        code: 'texture/missing-face',
        file: context.path,
        message: `the cubemap lacks its face ${face}`,
        hint: `add ${context.path}/${face}.png (or .jpg, .webp, .avif, .tga, .bmp, .qoi)`,
      });
    return file;
  });
}
