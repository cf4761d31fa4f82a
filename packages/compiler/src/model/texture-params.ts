// What a model asks of the texture compiler for one of its images: the params of a derived texture.

import type { BytesRef } from './bytes-ref.js';
import type { Json } from './json.js';

/** What a texture format asks of whoever names one of its files. */
export interface TextureNaming {
  /** Follows the texture's base in the output. */
  readonly suffix: string;
  /** The file says what it came from: equal images of two sources are then two. */
  readonly namesSource: boolean;
  /** Tables and manifest name it by its path with the extension, not by the ref of its source. */
  readonly isNamedByPath: boolean;
}

export type TextureMode = 'color' | 'linear' | 'normal' | 'grayscale';

/** The first use decides; but a normal map keeps two channels only, so that sharing with linear data keeps all of them. */
export function modeOfUses(modes: readonly TextureMode[]): TextureMode {
  const [first = 'color'] = modes;
  return first === 'normal' && modes.includes('linear') ? 'linear' : first;
}

export interface TextureParams {
  readonly mode: TextureMode;
  /** Set where a masked material uses the image's alpha: mips keep the share of texels at or above it. */
  readonly alphaCutoff: number | null;
  /** Of colour images alone: their alpha is a value of its own, and hides no colour. */
  readonly alphaIsData?: true;
  /** Of colour images alone: all who show it mask or blend by its alpha, so that what is transparent is not seen. */
  readonly alphaBlends?: true;
  readonly image: ImageSource;
  /** Of colour images alone: what the file says of its colours does not count. */
  readonly ignoresProfile?: true;
  /** Where the pixels come from, only for formats that name it in the file: then equal images of two sources differ. */
  readonly original?: string;
}

/**
 * One image as it is; a roughness and a metallic map packed into G and B (R is 255; an absent map is 255); colours with a map of
 * their opacity (absent colours are white); or of a specular-glossiness map the colours alone, or the glossiness as roughness in G.
 */
export type ImageSource =
  | { readonly whole: BytesRef }
  | { readonly specular: BytesRef }
  | { readonly glossiness: BytesRef; readonly factor: number }
  | { readonly color: BytesRef | null; readonly opacity: BytesRef }
  | { readonly roughness: BytesRef | null; readonly metallic: BytesRef | null };

/** Params come back as JSON; whoever derived them wrote them as TextureParams, so anything else is our own mistake. */
export function readTextureParams(json: Json): TextureParams {
  const mode = fieldOf(json, 'mode');
  const alphaCutoff = fieldOf(json, 'alphaCutoff');
  const image = fieldOf(json, 'image');
  const original = fieldOf(json, 'original');
  const named = {
    ...(fieldOf(json, 'alphaIsData') === true ? { alphaIsData: true as const } : {}),
    ...(fieldOf(json, 'alphaBlends') === true ? { alphaBlends: true as const } : {}),
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
    image: { roughness: optional(fieldOf(image, 'roughness')), metallic: optional(fieldOf(image, 'metallic')) },
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

/** What an image is made of, in one order; null where a part of it is absent. */
export function partsOf(image: ImageSource): readonly (BytesRef | null)[] {
  if ('whole' in image) return [image.whole];
  if ('specular' in image) return [image.specular];
  if ('opacity' in image) return [image.color, image.opacity];
  return 'glossiness' in image ? [image.glossiness] : [image.roughness, image.metallic];
}

/** What is made of it, but for the parts; nothing for an image as it is and for roughness with metallic, which the number of parts tells apart. */
export function makingOf(image: ImageSource): { readonly [key: string]: Json } {
  if ('specular' in image) return { part: 'specular' };
  if ('opacity' in image) return { part: 'opacity' };
  return 'glossiness' in image ? { part: 'glossiness', factor: image.factor } : {};
}
