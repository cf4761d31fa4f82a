// The texture kind: image files and images of models. The name of a file, like the slot of a model's image, determines what it is used for. Both get
// the same params, so equal images with equal use are encoded once.

import { modeOf, textureSettings } from '../../compilers/texture/settings.js';
import {
  HDR_EXTENSION,
  IMAGE_EXTENSION,
  looksLikeNormals,
  looksLikeSky,
  modeOfName,
  type NamedMode,
} from '../../model/image/image-names.js';
import type { ImageUse } from '../../model/image/image-use.js';
import { makingOf, partsOf, readTextureParams, type TextureMode } from '../../model/image/texture-params.js';
import type { Kind } from '../../model/kind/kind.js';
import { type ResolvedSettings, settingsIn } from '../../model/kind/setting.js';
import { lazily } from '../../model/lazily.js';
import type { Json } from '../../model/text/json.js';
import { chosenTexture } from '../../runtimes/format-settings.js';
import { versionWithBlocks } from '../blocks-version.js';
import { defineKind } from '../define-kind.js';
import { imagesMemory, imagesWork, isSmallImage } from '../image-memory.js';
import { alphaRule } from './alpha-rule.js';
import { textureUsage } from './texture-usage.js';

const textureJob = lazily(() => import('./texture-job.js'));

export const textureKind = defineKind({
  name: 'texture',
  // If level 0 changes, increase that of meshes as well: they bake opacity micromaps from it.
  version: versionWithBlocks(15),
  settings: ['texture'],
  hookable: 'image',
  usesPath: false,
  match: (entry) => !entry.isFolder && (IMAGE_EXTENSION.test(entry.path) || HDR_EXTENSION.test(entry.path)),
  nearMiss(path) {
    const other = /\.(psd|psb|xcf|kra|tiff?|gif|dds|svg|heic|jxl|ktx2?|ico)$/i.exec(path)?.[1];
    if (other === undefined) return undefined;
    const cause = `${other.toLowerCase()} images are not supported`;
    return {
      cause,
      remedy: 'Export it as PNG, JPEG, WebP, AVIF, TGA, BMP or QOI, or as OpenEXR or Radiance if it is HDR.',
      warns: false,
    };
  },
  base: (path) => path.replace(IMAGE_EXTENSION, '').replace(HDR_EXTENSION, ''),
  outputs: (settings) => [chosenTexture(settings).format.suffix],
  yieldsToReferences: (settings) =>
    settingsIn(settings, textureSettings).standalone === 'unreferenced'
      ? { setting: 'texture.standalone', keptBy: 'texture.standalone: all' }
      : undefined,
  listedAs: 'texture',
  paramsOf: (path, settings) =>
    paramsOfSource(path, { mode: namedMode(path, settings).mode, alpha: undefined }, settings),
  notesOn: (params, settings) => alphaRule(readTextureParams(params), settingsIn(settings, textureSettings)),
  meaningOf(path, settings) {
    const { mode, ending, isChosen } = namedMode(path, settings);
    if (isExplicit(settings)) return { is: settingsIn(settings, textureSettings).role, by: 'texture.role', isChosen };
    if (ending === undefined) return { is: mode, by: HDR_EXTENSION.test(path) ? 'its extension' : 'default', isChosen };
    const by = `name ends in ${JSON.stringify(ending)}`;
    return { is: mode, by: isChosen ? `${by}, texture.suffixes` : by, isChosen };
  },
  suspicionFor(path, settings, params) {
    if (looksLikeSky(path))
      return {
        code: 'texture/sky-as-image',
        message: 'is named like an environment, but is compiled as an ordinary 2D texture',
      };
    if (!looksLikeNormals(path) || isExplicit(settings) || namedMode(path, settings).isChosen) return undefined;
    if (readTextureParams(params).mode !== 'color') return undefined;
    return {
      code: 'texture/normals-as-color',
      message: 'is named like a normal map, but is compiled as sRGB color',
    };
  },
  usage: textureUsage({
    hasExplicitRole: (path, settings) => isExplicit(settings) || namedMode(path, settings).ending !== undefined,
    modeOf: modeOfSource,
    paramsFor: paramsOfSource,
  }),
  contentOf,
  // TGA has no signature, and a file with an HDR name must be HDR.
  typeByName: (file) => (/\.tga$/i.test(file) ? 'tga' : HDR_EXTENSION.test(file) ? 'hdr' : undefined),
  memoryOf(look) {
    const refs = look.params === undefined ? [] : contentOf(look.params).inputs;
    return imagesMemory(look, refs, refs.length === 1);
  },
  workOf: (look) => imagesWork(look, look.params === undefined ? [] : contentOf(look.params).inputs),
  isSmall: isSmallImage,
  async compile(context) {
    const { compileTextureJob } = await textureJob();
    await compileTextureJob(context);
  },
});

const isExplicit = (settings: ResolvedSettings): boolean => settingsIn(settings, textureSettings).role !== 'auto';

/** If `texture.role` is set, `texture.suffixes` has no effect, and changing it rebuilds nothing. */
function namedMode(path: string, settings: ResolvedSettings): NamedMode {
  return isExplicit(settings) ? modeOfName(path) : modeOfName(path, settingsIn(settings, textureSettings).suffixes);
}

/** What a source is compiled as: `texture.role` replaces the mode in its params. */
function modeOfSource(path: string, settings: ResolvedSettings): TextureMode {
  return modeOf(settingsIn(settings, textureSettings), namedMode(path, settings).mode);
}

function paramsOfSource(path: string, { mode, alpha }: ImageUse, settings: ResolvedSettings): Json {
  const { namesSource } = chosenTexture(settings).format;
  return {
    mode,
    alphaCutoff: null,
    image: { whole: { file: path } },
    ...(alpha === undefined ? {} : { alpha }),
    ...(namesSource ? { original: path } : {}),
  };
}

type Content = ReturnType<NonNullable<Kind['contentOf']>>;

/** Cached by params, which are never changed: a build asks about eight times per asset. */
const contents = new WeakMap<object, Content>();

function contentOf(params: Json): Content {
  if (typeof params !== 'object' || params === null) return readContent(params);
  const known = contents.get(params) ?? readContent(params);
  contents.set(params, known);
  return known;
}

function readContent(json: Json): Content {
  const { mode, alphaCutoff, alpha, image, ignoresProfile, original } = readTextureParams(json);
  const parts = partsOf(image);
  const shape = parts.map((ref) => ref !== null);
  const identity: Json = {
    mode,
    alphaCutoff,
    shape,
    ...makingOf(image),
    ...(alpha === undefined ? {} : { alpha }),
    ...(ignoresProfile === undefined ? {} : { ignoresProfile }),
    ...(original === undefined ? {} : { original }),
  };
  return { identity, inputs: parts.filter((ref) => ref !== null) };
}
