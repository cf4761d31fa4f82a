// The parameters of encodeKtx2.

import type { PackLevel } from './files/pack-level.js';
import type { EncoderPool } from './pool/encoder-pool.js';
import type { TextureMode } from './texture-mode.js';
import type { AstcChoice, BcChoice, TextureTarget } from './texture-target.js';

/** An image: rows from the top, straight (not premultiplied) alpha. An ImageData fits. */
export interface SourceImage {
  readonly width: number;
  readonly height: number;
  /**
   * 1 (gray), 2 (red and green), 3 (RGB) or 4 (RGBA) channels per texel, which follows from the length; 8 or 16 bits each. It must not
   * change during encoding.
   */
  readonly data: Uint8Array | Uint8ClampedArray | Uint16Array;
}

/** How a texture is encoded. Every option is optional. */
export interface EncodeOptions {
  /**
   * `universal` (default): UASTC, which loaders transcode to what the GPU supports. `bc`: BC7, BC5 and BC4 for desktop GPUs. `astc`: ASTC
   * with the block size of `astc`. `etc2`: ETC2 and EAC. `raw`: RGBA8.
   */
  readonly target?: TextureTarget | 'raw';
  /**
   * For target `bc` with role `color` or `linear`. `bc7` (default), or `small` for half the memory: BC1 for opaque images, BC3 for others.
   */
  readonly bc?: BcChoice;
  /**
   * For target `astc`: texels per block. Larger blocks take less memory at lower quality. Default: `4x4`. `auto`: 5x5 for normal maps, 6x6 for
   * others.
   */
  readonly astc?: AstcChoice;
  /** How thoroughly blocks are searched. Default: `normal`. `draft` hardly searches: for previews. It ignores `rdo`, and most block formats ignore `metric`. */
  readonly quality?: 'draft' | 'fast' | 'normal' | 'high' | 'max';
  /** What the texels mean. Default: `color`. */
  readonly role?: TextureMode;
  /** For role `color`: false if the values are not sRGB. They are then filtered without conversion, and the file declares linear values. */
  readonly srgb?: boolean;
  /**
   * For role `normal`: `rg` (default) stores red and green, and a shader rebuilds the third channel; `xyz` stores all three, as glTF
   * requires.
   */
  readonly channels?: 'rg' | 'xyz';
  /** Whether to write all mip levels down to 1×1, or the image alone. Default: true. */
  readonly mips?: boolean;
  /** How mip levels are filtered: `box` (default) is an area average, `kaiser` is sharper. */
  readonly filter?: 'box' | 'kaiser';
  /** What `kaiser` samples beyond the edges. Default: `repeat`. */
  readonly wrap?: 'repeat' | 'clamp';
  /** Images with a longer side are scaled down. 0 (default): no limit. */
  readonly maxSize?: number;
  /** Both sides are scaled up to the next multiple of it. Default: 1. glTF requires 4. */
  readonly multipleOf?: number;
  /**
   * For role `color`. `hides` (default): mip levels are filtered so that color under alpha 0 does not bleed. `blends`: blocks also spend no
   * bits on invisible color. `data`: alpha is independent of color.
   */
  readonly alpha?: 'hides' | 'blends' | 'data';
  /** For masked materials: every mip level keeps the share of texels whose alpha is at or above this value. */
  readonly alphaCutoff?: number;
  /** How much quality to trade for blocks that Zstandard compresses better: 0 (default) to about 4. Only UASTC, ASTC and BC7. */
  readonly rdo?: number;
  /**
   * The error that the block search minimizes: squared differences with equal channel weights (`rgb`, default), or weighted by perception.
   */
  readonly metric?: 'rgb' | 'perceptual';
  /** Compresses the bytes of a level to one Zstandard frame. If absent, levels are not compressed. */
  readonly zstd?: PackLevel;
  /** Threads to use. If absent, everything runs on the calling thread. The bytes are the same. */
  readonly pool?: EncoderPool;
  /** Aborts the encoding. The promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with the progress from 0 to 1. */
  readonly onProgress?: (done: number) => void;
}
