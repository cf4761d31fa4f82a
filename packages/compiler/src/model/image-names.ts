// What the name of an image file or folder says: whether it is one, and what its texels mean.

import type { SettingValue } from './setting.js';
import type { TextureMode } from './texture-params.js';

export const IMAGE_EXTENSION = /\.(?:png|jpe?g|webp|avif|tga|bmp|qoi)$/i;

/** Of high dynamic range. */
export const HDR_EXTENSION = /\.(?:hdr|exr)$/i;

export const TEXTURE_MODES: readonly TextureMode[] = ['color', 'linear', 'normal', 'grayscale'];

export const isTextureMode = (value: unknown): value is TextureMode => TEXTURE_MODES.some((mode) => mode === value);

/** Endings of names by the mode that they stand for, as `texture.suffixes` has them. */
export type ModeSuffixes = { readonly [mode: string]: readonly string[] };

export interface NamedMode {
  readonly mode: TextureMode;
  /** What of the name says so; undefined: nothing but its extension does. */
  readonly ending: string | undefined;
  /** By an ending of the user's. */
  readonly isChosen: boolean;
}

/**
 * By the part before the last extension: `.n` normals, `.ao .h .r` one value, else the longest of `suffixes`, else colour, or linear data
 * where images are of high dynamic range.
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

/** What the name says that the texels of an image mean. */
export const modeByName = (path: string, suffixes?: ModeSuffixes): TextureMode => modeOfName(path, suffixes).mode;

/** What is left of `suffixes` for one path: any two that mean the same for it are equal, and it means the same by what is left. */
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

/** Whether people mean normals by such a name. */
export const looksLikeNormals = (path: string): boolean => /(?:_n|_nrm|_nor|[_-]normal)$/i.test(stemOf(path));

/**
 * Whether a bump map is one of normals by its name, as programs and libraries of textures give it: `brick_n`, `brick_normal`, `BrickNormal`, `brick_nor_gl_2k`,
 * `brick_ddn`. More than `looksLikeNormals` takes, because somebody has said that it is a bump map. Those of DirectX have green the wrong way round.
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
