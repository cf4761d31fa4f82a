// How textures are written for a runtime: what its files keep, and the writer if they are not KTX2.

import type { Texels } from '../../encoding/texture/decode-texels.js';
import type { TextureNaming } from '../../model/image/texture-params.js';
import type { ResolvedSettings } from '../../model/kind/setting.js';
import type { FormatSettings } from './mesh-format.js';

/** A property of texture files, for the guide. */
export type TextureTrait = 'texels' | 'packing' | 'mips' | 'normals' | 'colorspace';

/** One way that a format writes a texture, for the guide. */
interface TextureForm {
  /** The value of the format's setting that chooses it. */
  readonly chosenBy?: string;
  /** What `textures/oak.png` becomes. */
  readonly becomes: string;
  readonly keeps: { readonly [trait in TextureTrait]?: string };
  /** What replaces a dropped trait. */
  readonly instead?: { readonly [trait in TextureTrait]?: string };
}

export interface TextureFormat extends TextureNaming {
  readonly doc: string;
  readonly forms: readonly TextureForm[];
  /** Arrays and cubemaps too. */
  readonly holdsSeveral: boolean;
  readonly settings?: FormatSettings;
  /** The writer of formats with plain texels. If absent, the texture compiler writes KTX2. */
  readonly texels?: {
    hasMips(settings: ResolvedSettings): boolean;
    emit(levels: readonly Texels[], originalFile: string, settings: ResolvedSettings): Promise<Uint8Array>;
  };
}
