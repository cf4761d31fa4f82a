// How a runtime takes textures: what its files keep of one, and who writes them where they are not KTX2.

import type { Texels } from '../../encoding/decode-texels.js';
import type { ResolvedSettings } from '../../model/setting.js';
import type { TextureNaming } from '../../model/texture-params.js';
import type { FormatSettings } from './mesh-format.js';

/** What a texture may have in a file, for the guide. */
export type TextureTrait = 'texels' | 'packing' | 'mips' | 'normals' | 'colorspace';

/** One way that a format writes a texture, for the guide. */
interface TextureForm {
  /** The value of the format's own setting that asks for it. */
  readonly chosenBy?: string;
  /** What `textures/oak.png` becomes. */
  readonly becomes: string;
  readonly keeps: { readonly [trait in TextureTrait]?: string };
  /** What there is instead of a trait that is dropped. */
  readonly instead?: { readonly [trait in TextureTrait]?: string };
}

export interface TextureFormat extends TextureNaming {
  readonly doc: string;
  readonly forms: readonly TextureForm[];
  /** Arrays and cubemaps too. */
  readonly holdsSeveral: boolean;
  readonly settings?: FormatSettings;
  /** For formats of plain texels; without it the texture compiler writes blocks or texels as KTX2. */
  readonly texels?: {
    hasMips(settings: ResolvedSettings): boolean;
    emit(levels: readonly Texels[], originalFile: string, settings: ResolvedSettings): Promise<Uint8Array>;
  };
}
