// What `compile` of a kind gets: all that the pipeline's context offers, and what makes it short to use. Ours and plug-ins' are the same.

import type { Diagnostic, Place } from '../diagnostics/diagnostic.js';
import type { BytesRef } from './bytes-ref.js';
import type { CompileContext } from './compile-context.js';
import type { AssetKind, DerivedAsset, Output } from './output.js';
import type { TextureMode } from './texture-params.js';

/** Where in which file; the source where no file is named. */
export interface Spot extends Place {
  /** Relative to the input. */
  readonly file?: string;
}

/** Pixels in memory: RGBA, 8 bits each, rows from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** `width × height × 4` bytes. */
  readonly data: Uint8Array;
}

/** What a texture's texels mean: colours in sRGB, linear values, directions, or one channel. */
export type TextureRole = TextureMode;

/** How the manifest lists an output. */
export interface EmitOptions {
  /** `embed` (kind 5, by its path) unless told; `none`: it is not listed. */
  readonly kind?: AssetKind | 'none';
  readonly colorspace?: 'linear' | 'srgb';
  /** Manifest hashes that it refers to, besides those that `ref` gave. */
  readonly refersTo?: readonly bigint[];
}

/** An image of the input, or a part of a file, that the texture compiler makes a file of. */
export interface DerivedTexture {
  readonly kind: 'texture';
  /** Unique within the asset: rules match `<source without extension>/<name>`. */
  readonly name: string;
  readonly image: BytesRef;
  readonly role: TextureRole;
  /** Of its output; `<base>/<name>` unless told. */
  readonly base?: string;
}

/** What `compile` of a kind sees and does. What is not read through it is not recorded, and makes outputs stale. */
export interface KindContext<Settings> extends Omit<CompileContext, 'settings' | 'warn' | 'emit' | 'derive'> {
  /** The kind's own settings, resolved for this source; or, where it lists names of groups, those by group. Cannot be changed. */
  readonly settings: Settings;
  /** A file of the input as UTF-8 text without a byte order mark, recorded. */
  readText(path: string): Promise<string>;
  /** An image of the input, decoded, recorded: PNG, JPEG, WebP, AVIF, TGA, BMP or QOI. Colours are sRGB's, alpha is straight. */
  readImage(path: string): Promise<Pixels>;
  /**
   * The 64-bit reference of another source's compiled file, by the rule of its kind: the key of the manifest. Recorded, and kept where
   * unreferenced files go. `use`: what for, as `color` or `normal` of an image; `suffix`: another than its first output.
   */
  ref(path: string, options?: { readonly use?: string; readonly suffix?: string }): Promise<bigint>;
  emit(output: Output): void;
  /** An output: the asset's base and the suffix make its path. */
  emit(suffix: string, bytes: Uint8Array, options?: EmitOptions): void;
  /** Pixels as a texture of the project's format and settings, `<base>.ktx2` unless told; returns its reference. */
  emitTexture(pixels: Pixels, role: TextureRole, options?: { readonly suffix?: string }): Promise<bigint>;
  derive(asset: DerivedAsset): void;
  /** Leaves an image to the texture compiler: equal images are compiled once. Returns its reference. */
  derive(texture: DerivedTexture): bigint;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
  /** `undefined` or `{}`: somewhere in the source. */
  warn(spot: Spot | undefined, message: string, remedy?: string): void;
  /** The asset fails when `compile` ends; several may be told. */
  error(spot: Spot | undefined, message: string, remedy?: string): void;
}
