// What a material of any program says about its surface, before its maps are found and combined.

import type { AlphaMode, MaterialModel } from '../../../model/scene/material.js';
import type { FbxObject } from '../document/fbx-document.js';

export type Color = readonly [number, number, number];

/** The maps that a material can keep. `glossiness` is the inverse of `roughness`, `bump` a height or a normal map. */
export type MapName =
  | 'baseColor'
  | 'opacity'
  | 'metallic'
  | 'roughness'
  | 'glossiness'
  | 'normal'
  | 'bump'
  | 'occlusion'
  | 'emissive'
  | 'clearcoat'
  | 'clearcoatRoughness'
  | 'clearcoatNormal'
  | 'sheenColor'
  | 'specularColor'
  | 'transmission'
  | 'thickness';

/** Maps are objects of the kinds Texture and LayeredTexture. */
export type Maps = { readonly [name in MapName]?: FbxObject };

export interface Surface {
  readonly baseColor: Color;
  readonly opacity: number;
  readonly metallic: number;
  readonly roughness: number;
  readonly emissive: Color;
  /** Of the emissive map. */
  readonly emissiveStrength: number;
  readonly normalScale: number;
  readonly occlusionStrength: number;
  /** If the material states it; otherwise opacity decides. */
  readonly alphaMode: AlphaMode | undefined;
  readonly alphaCutoff: number;
  readonly doubleSided: boolean;
  readonly extensions: MaterialModel['extensions'];
  readonly maps: Maps;
  /** Names of maps that no slot keeps. */
  readonly droppedMaps: readonly string[];
  /** Of all maps: offset and scale of the coordinates. */
  readonly uv: { readonly offset: readonly [number, number]; readonly scale: readonly [number, number] } | undefined;
}

export const clampUnit = (n: number): number => Math.min(1, Math.max(0, n));
export const clampColor = ([r, g, b]: Color): Color => [clampUnit(r), clampUnit(g), clampUnit(b)];
export const positive = ([r, g, b]: Color): Color => [Math.max(0, r), Math.max(0, g), Math.max(0, b)];
export const scaled = ([r, g, b]: Color, factor: number): Color => [r * factor, g * factor, b * factor];
