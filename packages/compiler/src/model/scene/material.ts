// Materials of all sources, in glTF's terms, and their images.

import type { ImageSource, TextureMode } from '../image/texture-params.js';
import type { TextureUse } from '../image/texture-use.js';
import { EXTENSION_TEXTURES, type ExtensionSlot, type MaterialExtensions } from './material-extensions.js';

/** In the order of the `.hmat` row's fields. The first use in this order decides the encoding of an image. */
export const TEXTURE_SLOTS = ['baseColor', 'metallicRoughness', 'normal', 'occlusion', 'emissive'] as const;
/** A texture slot of every `.hmat` row. */
export type TextureSlot = (typeof TEXTURE_SLOTS)[number];

/** The others, in the order of the rows of `.hmatx`. */
export const EXTENSION_SLOTS = Object.keys(EXTENSION_TEXTURES) as readonly ExtensionSlot[];

/** Any texture slot of a material. */
export type MaterialSlot = TextureSlot | ExtensionSlot;
export const MATERIAL_SLOTS: readonly MaterialSlot[] = [...TEXTURE_SLOTS, ...EXTENSION_SLOTS];

const CORE_MODES: { readonly [slot in TextureSlot]: TextureMode } = {
  baseColor: 'color',
  metallicRoughness: 'linear',
  normal: 'normal',
  occlusion: 'linear',
  emissive: 'color',
};

const isCore = (slot: MaterialSlot): slot is TextureSlot => TEXTURE_SLOTS.some((core) => core === slot);

/** How a slot interprets its image. */
export const modeOfSlot = (slot: MaterialSlot): TextureMode =>
  isCore(slot) ? CORE_MODES[slot] : EXTENSION_TEXTURES[slot].mode;

/** Whether a slot uses only alpha. */
export const usesAlphaOnly = (slot: MaterialSlot): boolean => !isCore(slot) && 'alphaOnly' in EXTENSION_TEXTURES[slot];

/** How alpha is used. */
export type AlphaMode = 'opaque' | 'mask' | 'blend';

/** Whether a material hides texels by the alpha of an image: only of its base color, but then in every slot that shows the same image. */
export const hidesByAlpha = (alphaMode: AlphaMode, isBaseColor: boolean): boolean =>
  isBaseColor && alphaMode !== 'opaque';

/** Factors and modes of one material: everything in a row but its textures. */
export interface MaterialFactors {
  readonly baseColorFactor: readonly [number, number, number, number];
  readonly emissiveFactor: readonly [number, number, number];
  readonly metallicFactor: number;
  readonly roughnessFactor: number;
  readonly normalScale: number;
  readonly occlusionStrength: number;
  readonly alphaCutoff: number;
  readonly alphaMode: AlphaMode;
  readonly doubleSided: boolean;
}

/** A material of a source. */
export interface MaterialModel extends MaterialFactors {
  /** As in the source; empty if it has none. */
  readonly name: string;
  /** The factor and strength of `emissiveFactor`, if the source has both. */
  readonly emission?: { readonly factor: readonly [number, number, number]; readonly strength: number };
  readonly textures: { readonly [slot in MaterialSlot]?: TextureUse };
  readonly extensions?: MaterialExtensions;
  /** An animation moves its textures, so their transforms cannot be baked into the coordinates. */
  readonly movesTextures?: true;
}

export interface ImageModel {
  readonly source: ImageSource;
  /** As declared or guessed by name; undefined if the texture compiler has to detect it. */
  readonly mimeType: string | undefined;
  /** The file's color profile is ignored, as glTF requires. */
  readonly ignoresProfile?: true;
}

/** glTF's defaults, which apply to every absent field of every source. */
export const DEFAULT_FACTORS: MaterialFactors = {
  baseColorFactor: [1, 1, 1, 1],
  emissiveFactor: [0, 0, 0],
  metallicFactor: 1,
  roughnessFactor: 1,
  normalScale: 1,
  occlusionStrength: 1,
  alphaCutoff: 0.5,
  alphaMode: 'opaque',
  doubleSided: false,
};
