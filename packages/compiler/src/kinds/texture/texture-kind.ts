// Images on their own, and images of models: in the format of the runtime. A file's name says what a model's slot says of its images, so both come
// here with the same params, and equal images of one meaning are encoded once.

import { textureSettings } from '../../compilers/texture/settings.js';
import { IMAGE_EXTENSION, modeByName } from '../../model/image-names.js';
import type { Json, Kind } from '../../model/kind.js';
import { settingsIn } from '../../model/setting.js';
import { readTextureParams } from '../../model/texture-params.js';
import { chosenTexture } from '../../runtimes/format-settings.js';
import { imagesMemory } from '../image-memory.js';

export const textureKind: Kind = {
  name: 'texture',
  version: 5,
  settings: ['texture'],
  usesPath: false,
  claims: (entry) => !entry.isFolder && IMAGE_EXTENSION.test(entry.path),
  nearMiss(path) {
    const other = /\.(psd|psb|xcf|kra|exr|hdr|tiff?|gif|dds|svg|avif|heic|jxl|ktx2?|ico)$/i.exec(path)?.[1];
    if (other === undefined) return undefined;
    const cause = `images of the format ${other.toLowerCase()} are not read`;
    return { cause, remedy: 'Export it as PNG, JPEG, WebP, TGA, BMP or QOI', warns: false };
  },
  base: (path) => path.replace(IMAGE_EXTENSION, ''),
  suffixes: (settings) => [chosenTexture(settings).format.suffix],
  yieldsToReferences: (settings) =>
    settingsIn(settings, textureSettings).standalone === 'unreferenced'
      ? { setting: 'texture.standalone', keptBy: 'texture.standalone: all' }
      : undefined,
  listedAs: 'texture',
  paramsOf: (path, settings) => ({
    mode: modeByName(path),
    alphaCutoff: null,
    image: { whole: { file: path } },
    ...(chosenTexture(settings).format.namesSource ? { original: path } : {}),
  }),
  describe(json) {
    const { mode, alphaCutoff, image, ignoresProfile, original } = readTextureParams(json);
    const parts = 'whole' in image ? [image.whole] : [image.roughness, image.metallic];
    const shape = parts.map((ref) => ref !== null);
    const identity: Json = {
      mode,
      alphaCutoff,
      shape,
      ...(ignoresProfile === undefined ? {} : { ignoresProfile }),
      ...(original === undefined ? {} : { original }),
    };
    return { identity, inputs: parts.filter((ref) => ref !== null) };
  },
  memoryOf: (look) =>
    look.params === undefined ? 0 : imagesMemory(look, textureKind.describe?.(look.params).inputs ?? []),
  async compile(context) {
    const { compileTextureJob } = await import('./texture-job.js');
    await compileTextureJob(context);
  },
};
