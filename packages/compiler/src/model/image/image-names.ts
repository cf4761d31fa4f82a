// Recognizes images by the name of a file or folder, and what their texels mean.

import type { SettingValue } from '../kind/setting.js';
import type { TextureMode } from './texture-params.js';

export const IMAGE_EXTENSION = /\.(?:png|jpe?g|webp|avif|tga|bmp|qoi)$/i;

/** HDR images. */
export const HDR_EXTENSION = /\.(?:hdr|exr)$/i;

export const TEXTURE_MODES: readonly TextureMode[] = ['color', 'linear', 'normal', 'grayscale'];

export const isTextureMode = (value: unknown): value is TextureMode => TEXTURE_MODES.some((mode) => mode === value);

/** Endings of names by mode, as in `texture.suffixes`. */
export type ModeSuffixes = { readonly [mode: string]: readonly string[] };

export interface NamedMode {
  readonly mode: TextureMode;
  /** The part of the name that determines the mode; undefined if only its extension does. */
  readonly ending: string | undefined;
  /** By an ending of `texture.suffixes`. */
  readonly isChosen: boolean;
}

/**
 * By the part before the last extension: `.n` normals, `.ao .h .r` one value, else the longest of `suffixes`, else color, or linear data
 * for HDR images.
 */
export function modeOfName(path: string, suffixes: ModeSuffixes = {}): NamedMode {
  const name = stemOf(path);
  const fixed = /\.(?:n|ao|h|r)$/i.exec(name)?.[0];
  if (fixed !== undefined)
    return { mode: fixed.toLowerCase() === '.n' ? 'normal' : 'grayscale', ending: fixed, isChosen: false };
  const plain = comparable(name);
  let best: { readonly mode: TextureMode; readonly ending: string } | undefined;
  for (const mode of TEXTURE_MODES)
    for (const ending of suffixes[mode] ?? [])
      if (plain.endsWith(comparable(ending)) && (best === undefined || ending.length > best.ending.length))
        best = { mode, ending };
  return best === undefined
    ? { mode: HDR_EXTENSION.test(path) ? 'linear' : 'color', ending: undefined, isChosen: false }
    : { mode: best.mode, ending: best.ending, isChosen: true };
}

/** What the texels of an image mean, by its name. */
export const modeByName = (path: string, suffixes?: ModeSuffixes): TextureMode => modeOfName(path, suffixes).mode;

/** The part of `suffixes` that matters for one path. Equal if two values of the setting have the same effect on it. */
export function suffixesOfPath(suffixes: ModeSuffixes, path: string): ModeSuffixes {
  const { mode, isChosen } = modeOfName(path, suffixes);
  return isChosen ? { [mode]: [''] } : {};
}

/** The value of the setting, which is checked against its declaration, with its type. */
export function suffixesIn(value: SettingValue | undefined): ModeSuffixes {
  if (typeof value !== 'object' || Array.isArray(value)) return {};
  const texts = (list: SettingValue) => (Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []);
  return Object.fromEntries(Object.entries(value).map(([mode, list]) => [mode, texts(list)]));
}

/** Whether such a name suggests normals. */
export const looksLikeNormals = (path: string): boolean => /(?:_n|_nrm|_nor|[_-]normal)$/i.test(stemOf(path));

/**
 * Whether a bump map contains normals, by its name in programs and texture libraries: `brick_n`, `brick_normal`, `BrickNormal`, `brick_nor_gl_2k`,
 * `brick_ddn`. Accepts more than `looksLikeNormals`, because it is known to be a bump map. Maps for DirectX have green inverted.
 */
export function namesNormals(path: string): boolean {
  const stem = stemOf(path).replace(/[_-]?\d+k$/i, '');
  if (/(?:dx|directx)$/i.test(stem)) return false;
  return (
    /(?:^|[^a-z])(?:n|nrm|nor|norm|normals?|normal[ _-]?map|ddn)(?:[_-]?(?:gl|ogl|opengl))?$/i.test(stem) ||
    /[a-z0-9]Normals?(?:Map|GL)?$/.test(stem)
  );
}

/** `sky.env.png`: environments are files of high dynamic range, or folders. */
export const looksLikeSky = (path: string): boolean => IMAGE_EXTENSION.test(path) && /\.env$/i.test(stemOf(path));

const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
/** Some disks keep names decomposed. */
const comparable = (text: string): string => text.normalize('NFC').toLowerCase();
