// The params of a derived texture: how a model wants one of its images compiled.

import type { BytesRef } from '../kind/bytes-ref.js';
import type { Json } from '../text/json.js';

/** How files of a texture format are named and referred to. */
export interface TextureNaming {
  /** Follows the texture's base in the output. */
  readonly suffix: string;
  /** The file contains the name of its source, so equal images of two sources are two files. */
  readonly namesSource: boolean;
  /** Tables and manifest name it by its path with the extension, not by the ref of its source. */
  readonly isNamedByPath: boolean;
}

export type TextureMode = 'color' | 'linear' | 'normal' | 'grayscale';

/** The first use decides. A normal map has only two channels, so if it is shared with linear data, all channels are kept. */
export function modeOfUses(modes: readonly TextureMode[]): TextureMode {
  const [first = 'color'] = modes;
  return first === 'normal' && modes.includes('linear') ? 'linear' : first;
}

/**
 * What alpha means in a color image that materials use. `hides`: all of them mask or blend by it, so transparent texels are invisible.
 * `ignored`: one of them shows colors regardless of it. `data`: the same, and alpha is an independent value.
 */
export const ALPHA_MEANINGS = ['hides', 'ignored', 'data'] as const;
export type AlphaMeaning = (typeof ALPHA_MEANINGS)[number];

export interface TextureParams {
  readonly mode: TextureMode;
  /** Set if a masked material uses the image's alpha: mips keep the share of texels at or above it. */
  readonly alphaCutoff: number | null;
  /** Only for color images; absent if no material is known to use it. */
  readonly alpha?: AlphaMeaning;
  readonly image: ImageSource;
  /** Only for color images: the file's color profile is ignored. */
  readonly ignoresProfile?: true;
  /** The source of the pixels, only for formats that store it in the file. Equal images of two sources then differ. */
  readonly original?: string;
}

/**
 * A whole image; a roughness and a metallic map packed into G and B (R is 255; an absent map is 255), whose roughness may be stored as
 * glossiness; colors with an opacity map (absent colors are white); or one part of a specular-glossiness map: the colors, or the glossiness as roughness in G.
 */
export type ImageSource =
  | { readonly whole: BytesRef }
  | { readonly specular: BytesRef }
  | { readonly glossiness: BytesRef; readonly factor: number }
  | { readonly color: BytesRef | null; readonly opacity: BytesRef }
  | { readonly roughness: BytesRef | null; readonly metallic: BytesRef | null; readonly isGlossy?: true };

/** Params come back as JSON. They were written as TextureParams, so anything else is our bug. */
export function readTextureParams(json: Json): TextureParams {
  const mode = fieldOf(json, 'mode');
  const alphaCutoff = fieldOf(json, 'alphaCutoff');
  const image = fieldOf(json, 'image');
  const original = fieldOf(json, 'original');
  const alpha = ALPHA_MEANINGS.find((meaning) => meaning === fieldOf(json, 'alpha'));
  const named = {
    ...(alpha === undefined ? {} : { alpha }),
    ...(fieldOf(json, 'ignoresProfile') === true ? { ignoresProfile: true as const } : {}),
    ...(typeof original === 'string' ? { original } : {}),
  };
  if (mode !== 'color' && mode !== 'linear' && mode !== 'normal' && mode !== 'grayscale')
    throw new Error(`texture params have the mode ${JSON.stringify(mode)}`);
  if (alphaCutoff !== null && typeof alphaCutoff !== 'number') throw new Error('texture params lack alphaCutoff');
  const whole = fieldOf(image, 'whole');
  if (whole !== undefined) return { mode, alphaCutoff, image: { whole: readBytesRef(whole) }, ...named };
  const specular = fieldOf(image, 'specular');
  if (specular !== undefined) return { mode, alphaCutoff, image: { specular: readBytesRef(specular) }, ...named };
  const glossiness = fieldOf(image, 'glossiness');
  const factor = fieldOf(image, 'factor');
  if (glossiness !== undefined && typeof factor === 'number')
    return { mode, alphaCutoff, image: { glossiness: readBytesRef(glossiness), factor }, ...named };
  const optional = (ref: Json | undefined) => (ref === null || ref === undefined ? null : readBytesRef(ref));
  const opacity = fieldOf(image, 'opacity');
  if (opacity !== undefined) {
    const color = optional(fieldOf(image, 'color'));
    return { mode, alphaCutoff, image: { color, opacity: readBytesRef(opacity) }, ...named };
  }
  return {
    mode,
    alphaCutoff,
    image: {
      roughness: optional(fieldOf(image, 'roughness')),
      metallic: optional(fieldOf(image, 'metallic')),
      ...(fieldOf(image, 'isGlossy') === true ? { isGlossy: true } : {}),
    },
    ...named,
  };
}

function readBytesRef(json: Json): BytesRef {
  const file = fieldOf(json, 'file');
  const pointer = fieldOf(json, 'pointer');
  const offset = fieldOf(json, 'offset');
  const length = fieldOf(json, 'length');
  if (typeof file !== 'string') throw new Error('texture params name no file');
  return {
    file,
    ...(typeof pointer === 'string' ? { pointer } : {}),
    ...(typeof offset === 'number' ? { offset } : {}),
    ...(typeof length === 'number' ? { length } : {}),
  };
}

function fieldOf(json: Json | undefined, name: string): Json | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  return Object.entries(json).find(([key]) => key === name)?.[1];
}

/** The parts of an image in a fixed order; null for an absent part. */
export function partsOf(image: ImageSource): readonly (BytesRef | null)[] {
  if ('whole' in image) return [image.whole];
  if ('specular' in image) return [image.specular];
  if ('opacity' in image) return [image.color, image.opacity];
  return 'glossiness' in image ? [image.glossiness] : [image.roughness, image.metallic];
}

/** How the parts are combined. Empty for a whole image and for roughness with metallic, which differ in the number of parts. */
export function makingOf(image: ImageSource): { readonly [key: string]: Json } {
  if ('specular' in image) return { part: 'specular' };
  if ('opacity' in image) return { part: 'opacity' };
  if ('glossiness' in image) return { part: 'glossiness', factor: image.factor };
  return 'isGlossy' in image ? { part: 'glossy' } : {};
}
