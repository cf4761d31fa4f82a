// The context of a kind's `compile`: the pipeline's context, and shortcuts. The same for our kinds and those of plug-ins.

import type { Place } from '../../diagnostics/diagnostic.js';
import type { PortableDiagnostic } from '../../diagnostics/portable-diagnostic.js';
import type { TextureMode } from '../image/texture-params.js';
import type { BytesRef } from './bytes-ref.js';
import type { CompileContext } from './compile-context.js';
import type { AssetKind, DerivedAsset, Output } from './output.js';

/** A place in a file. Default: the source. */
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

/** What a texture's texels mean: colors in sRGB, linear values, directions, or one channel. */
export type TextureRole = TextureMode;

/** How the manifest lists an output. */
export interface EmitOptions {
  /** Default: `embed` (kind 5, by its path). `none`: it is not listed. */
  readonly kind?: AssetKind | 'none';
  readonly colorspace?: 'linear' | 'srgb';
  /** Manifest hashes that it refers to, in addition to those that `ref` returned. */
  readonly refersTo?: readonly bigint[];
}

/** An image of the input, or a part of a file, to be compiled as a texture. */
export interface DerivedTexture {
  readonly kind: 'texture';
  /** Unique within the asset: rules match `<source without extension>/<name>`. */
  readonly name: string;
  readonly image: BytesRef;
  readonly role: TextureRole;
  /** Base of its output. Default: `<base>/<name>`. */
  readonly base?: string;
}

/** All input and output of a kind's `compile`. Anything read elsewhere is not recorded, so outputs become stale. */
export interface KindContext<Settings> extends Omit<CompileContext, 'settings' | 'warn' | 'emit' | 'derive'> {
  /** The kind's own settings, resolved for this source; or, if it lists names of groups, those by group. Read-only. */
  readonly settings: Settings;
  /** A file of the input as UTF-8 text without a byte order mark, recorded. */
  readText(path: string): Promise<string>;
  /** An image of the input, decoded, recorded: PNG, JPEG, WebP, AVIF, TGA, BMP or QOI. Colors are sRGB, alpha is straight. */
  readImage(path: string): Promise<Pixels>;
  /**
   * The 64-bit reference of another source's compiled file, by the rule of its kind: the key of the manifest. Recorded; the file counts as
   * referenced. `use`: what for, such as `color` or `normal` of an image. `suffix`: selects an output other than the first.
   */
  ref(path: string, options?: { readonly use?: string; readonly suffix?: string }): Promise<bigint>;
  emit(output: Output): void;
  /** Emits an output. Its path is the asset's base and the suffix. */
  emit(suffix: string, bytes: Uint8Array, options?: EmitOptions): void;
  /** Emits pixels as a texture with the project's format and settings, by default `<base>.ktx2`. Returns its reference. */
  emitTexture(pixels: Pixels, role: TextureRole, options?: { readonly suffix?: string }): Promise<bigint>;
  derive(asset: DerivedAsset): void;
  /** Derives a texture asset: equal images are compiled once. Returns its reference. */
  derive(texture: DerivedTexture): bigint;
  warn(diagnostic: Omit<PortableDiagnostic, 'severity'>): void;
  /** If `spot` is `undefined` or `{}`, the warning is about the whole source. */
  warn(spot: Spot | undefined, message: string, remedy?: string): void;
  /** The asset fails when `compile` ends. Several errors may be reported. */
  error(spot: Spot | undefined, message: string, remedy?: string): void;
}
