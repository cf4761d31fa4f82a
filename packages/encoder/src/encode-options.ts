// What encodeKtx2 takes.

import type { PackLevel } from './files/pack-level.js';
import type { EncoderPool } from './pool/encoder-pool.js';
import type { TextureMode } from './texture-mode.js';
import type { BcChoice, TextureTarget } from './texture-target.js';

/** An image: rows from the top, straight alpha. An ImageData is one. */
export interface SourceImage {
  readonly width: number;
  readonly height: number;
  /**
   * 1 (gray), 2 (red and green), 3 (RGB) or 4 (RGBA) channels a texel, as its length says; 8 or 16 bits each. It must not change while it is
   * being encoded.
   */
  readonly data: Uint8Array | Uint8ClampedArray | Uint16Array;
}

/** How a texture is encoded. All is optional. */
export interface EncodeOptions {
  /**
   * `universal` (default): UASTC, which loaders turn into what the GPU takes. `bc`: BC7, BC5 and BC4 as desktops take them. `astc`: ASTC 4×4.
   * `etc2`: ETC2 and EAC. `raw`: RGBA8.
   */
  readonly target?: TextureTarget | 'raw';
  /** Of the target bc, for colour and linear: BC7 (default), or half the memory: BC1 where all is opaque, BC3 where it is not. */
  readonly bc?: BcChoice;
  /** How long blocks are searched for; `normal` by default. */
  readonly quality?: 'fast' | 'normal' | 'high' | 'max';
  /** What texels mean; `color` by default. */
  readonly role?: TextureMode;
  /** Of the role color: false where the codes are not sRGB. They are then filtered as they are, and the file says linear. */
  readonly srgb?: boolean;
  /**
   * Of the role normal: `rg` (default) keeps red and green, from which a shader rebuilds the third; `xyz` keeps all three, as glTF has it.
   */
  readonly channels?: 'rg' | 'xyz';
  /** Whether there is a full chain of levels down to 1×1, or the image alone; true by default. */
  readonly mips?: boolean;
  /** How levels are filtered: `box` (default) is a true average, `kaiser` is sharper. */
  readonly filter?: 'box' | 'kaiser';
  /** What `kaiser` finds beyond the edges; `repeat` by default. */
  readonly wrap?: 'repeat' | 'clamp';
  /** Images with a longer side are made smaller; 0 (default) for none. */
  readonly maxSize?: number;
  /**
   * Both sides become multiples of it, 1 by default: images are scaled up to the next. glTF wants 4.
   */
  readonly multipleOf?: number;
  /**
   * Of the role color. `hides` (default): levels are filtered so that colour under alpha 0 does not bleed. `blends`: besides, blocks spend nothing
   * on colour that is not seen. `data`: alpha is a value of its own.
   */
  readonly alpha?: 'hides' | 'blends' | 'data';
  /** Of masked materials: every level keeps the share of texels whose alpha is at or above it. */
  readonly alphaCutoff?: number;
  /** How much quality is traded for blocks that Zstandard packs better: 0 (default) to about 4. UASTC, ASTC and BC7. */
  readonly rdo?: number;
  /** What blocks are searched by: squared differences of all channels alike (`rgb`, default), or as eyes weigh them. */
  readonly metric?: 'rgb' | 'perceptual';
  /** Makes a Zstandard frame of the bytes of a level. Without it levels are stored as they are. */
  readonly zstd?: PackLevel;
  /** Threads to work in; without them everything happens in the calling one. The bytes are the same. */
  readonly pool?: EncoderPool;
  /** Ends the work; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Is told from 0 to 1 how much is done. */
  readonly onProgress?: (done: number) => void;
}
