// What every reader gives and every target takes: a mesh or a texture apart from any format, with the words for what may be lost.

import type { Texels } from '../../encoding/decode-texels.js';
import type { MeshPart } from '../../encoding/mesh-parts.js';
import type { MeshFeature } from './mesh-format.js';

/** `features`: what the file has, each in words. */
export interface NeutralMesh {
  readonly parts: readonly MeshPart[];
  readonly materials: readonly bigint[];
  readonly features: ReadonlyMap<MeshFeature, string>;
  /** Whether directions were floats, so that packing them costs precision. */
  readonly hasFloatNormals: boolean;
}

/** What a texture file may have and a format keep. */
export type TextureFeature = 'colorspace' | 'mips' | 'metadata' | 'blocks' | 'originalFile';

/** A texture apart from any format. */
export interface NeutralTexture {
  readonly features: ReadonlyMap<TextureFeature, string>;
  /** Why its texels cannot be had. */
  readonly refusal?: string | undefined;
  readonly colorspace: { readonly is: 'srgb' | 'linear'; readonly guessedBy: string | undefined };
  readonly originalFile: string | undefined;
  readonly rounded: readonly string[];
  /** The largest levels first; fewer than `most` where there are no more. */
  levels(most: number): Promise<readonly Texels[]>;
}

/** The words of what is not kept, in the order in which the file has it. */
export const lostBy = <F>(keeps: readonly F[], features: ReadonlyMap<F, string>): readonly string[] =>
  [...features].flatMap(([feature, words]) => (keeps.includes(feature) ? [] : [words]));
