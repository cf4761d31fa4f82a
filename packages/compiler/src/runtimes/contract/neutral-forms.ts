// The neutral form between readers and targets: a mesh or a texture without a file format, and descriptions of what may be lost.

import type { MeshPart } from '../../encoding/mesh/mesh-parts.js';
import type { Texels } from '../../encoding/texture/decode-texels.js';
import type { MeshFeature } from './mesh-format.js';

/** A mesh without a file format. `features`: what the file has, each in words. */
export interface NeutralMesh {
  readonly parts: readonly MeshPart[];
  readonly materials: readonly bigint[];
  readonly features: ReadonlyMap<MeshFeature, string>;
  /** Whether directions were floats, so that packing them loses precision. */
  readonly hasFloatNormals: boolean;
}

/** A feature that a texture file may have and a format may keep. */
export type TextureFeature = 'colorspace' | 'mips' | 'metadata' | 'blocks' | 'originalFile';

/** A texture without a file format. */
export interface NeutralTexture {
  readonly features: ReadonlyMap<TextureFeature, string>;
  /** Why its texels cannot be decoded. */
  readonly refusal?: string | undefined;
  readonly colorspace: { readonly is: 'srgb' | 'linear'; readonly guessedBy: string | undefined };
  readonly originalFile: string | undefined;
  readonly rounded: readonly string[];
  /** At most `maxCount` levels, the largest first. */
  levels(maxCount: number): Promise<readonly Texels[]>;
}

/** Descriptions of the features that are not kept, in the order of the file. */
export const lostBy = <F>(keeps: readonly F[], features: ReadonlyMap<F, string>): readonly string[] =>
  [...features].flatMap(([feature, words]) => (keeps.includes(feature) ? [] : [words]));
