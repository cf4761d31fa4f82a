// How compiled files of a runtime are read, and how files of other runtimes are converted to its formats.

import type { HmeshModel } from '@assetc/formats';
import type { ReencodeTarget } from '../../model/image/texture-target.js';
import type { MeshFeature } from './mesh-format.js';
import type { NeutralMesh, NeutralTexture, TextureFeature } from './neutral-forms.js';

/** Reads compiled files of a runtime, and writes its formats. */
export interface Converter {
  readonly readers: readonly Reader[];
  readonly targets: readonly Target[];
}

export interface Reader {
  /** The name in error messages. */
  readonly name: string;
  /** The name that `info` shows. */
  readonly format: string;
  /** The name of its files in the guide. */
  readonly doc: string;
  /** If one format has several readers. */
  accepts?(bytes: Uint8Array): boolean;
  mesh?(file: CompiledFile): NeutralMesh;
  texture?(file: CompiledFile): Promise<NeutralTexture>;
  /** Conversions that keep more than the neutral form does, by target. */
  readonly direct?: { readonly [to: string]: DirectConversion };
}

/** A conversion between two specific formats. */
type DirectConversion = (file: FileWithSiblings, options: ConvertOptions) => Conversion | Promise<Conversion>;

export interface ConvertOptions {
  /** Textures stay KTX2 if the target allows it. */
  readonly ktx2: boolean;
  /** How vertices and indices are compressed, if the target allows it: the extension of glTF. */
  readonly meshopt: 'ext' | 'khr' | undefined;
  /** The block format of the texture, or raw texels. */
  readonly target?: ReencodeTarget | undefined;
}

/** A compiled file that is to become another. */
export interface CompiledFile {
  readonly bytes: Uint8Array;
  /** For a text form, the file that it names. */
  readonly blob: Uint8Array | undefined;
  /** From the manifest of its folder. */
  readonly colorspace: 'srgb' | 'linear' | undefined;
}

/** A file with access to the files next to it. */
export interface FileWithSiblings extends CompiledFile {
  /** Throws AssetError with the reason why it cannot be converted. */
  refuse(because: string): never;
  /** Describes the files that are missing. Throws AssetError if the files with this name do not fit each other. */
  checkFit(): Promise<readonly string[]>;
  /** The file of the same name with this extension; undefined if there is none. */
  sibling<T>(extension: string, decode: (bytes: Uint8Array) => T): T | undefined;
  /** The texture that a material refers to. */
  texture(ref: bigint): PlacedFile | undefined;
}

/** What a target wrote, and what changed on the way, in words. */
export interface Written {
  readonly bytes: Uint8Array;
  readonly rounded?: readonly string[];
  readonly guessed?: readonly string[];
}

/** The path by which the build knew a file, and its ref. */
export interface FileOrigin {
  readonly originalFile: string;
  readonly sourceRef: string;
}

/** What a target gets in addition to a mesh. */
interface MeshWriteContext extends FileOrigin {
  /** Packs the mesh the way both versions of `.hmesh` store it, with new meshlets. */
  buildHmesh(): Promise<HmeshModel>;
}

interface TargetBase {
  readonly to: string;
  /** Follows the name in the guide. */
  readonly doc?: string;
  readonly extension: string;
  /** Inserted before the extension if the result would replace the source: `.v1`. Default: `.<to>`. */
  readonly mark?: string;
  /** The reader whose files already have this format. */
  readonly own?: string;
  /** The settings with which a build writes it: group → setting → value. Absent if no build does. */
  readonly builtWith?: FormatChoice;
  /** Options that it supports. */
  readonly options?: readonly (keyof ConvertOptions)[];
}

/** Settings that select a format: group → setting → value. */
export type FormatChoice = { readonly [group: string]: { readonly [setting: string]: string } };

/** A format that files are converted to. */
export type Target =
  | (TargetBase & {
      readonly takes: 'mesh';
      readonly keeps: readonly MeshFeature[];
      write(mesh: NeutralMesh, context: MeshWriteContext): Promise<Written>;
      /** Conversions that keep more than the neutral form does, by reader. */
      readonly direct?: { readonly [reader: string]: DirectConversion };
    })
  | (TargetBase & {
      readonly takes: 'texture';
      readonly keeps: readonly TextureFeature[];
      write(texture: NeutralTexture, origin: FileOrigin, options: ConvertOptions): Promise<Written>;
    })
  | {
      readonly to: string;
      readonly takes: 'form';
      /** The form of the files that it changes. */
      readonly from: 'binary' | 'text';
      readonly formats: readonly string[];
      /** Files to write, the main one first; undefined if the file already has this form. `place` returns the path for a file name. */
      rewrite(file: CompiledFile, stem: string, place: (name: string) => string): readonly PlacedFile[] | undefined;
    };

/** Whether files of this format can be converted to the target. Files of the same format only if other blocks are requested. */
export function takes(
  target: Target,
  { reader, format }: { readonly reader: Reader | undefined; readonly format: string },
  options?: ConvertOptions,
): boolean {
  if (target.takes === 'form') return target.formats.includes(format);
  if (reader?.[target.takes] === undefined) return false;
  return target.own !== reader.name || (options?.target !== undefined && reader.direct?.[target.to] !== undefined);
}

/** A file with its path. */
export interface PlacedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A converted file, and what was lost or changed. */
export interface Conversion {
  readonly bytes: Uint8Array;
  /** Inserted before the extension if there are several files. */
  readonly mark?: string;
  /** Further files. */
  readonly moreFiles?: readonly { readonly mark: string; readonly bytes: Uint8Array }[];
  /** What the target cannot store, in words. */
  readonly lost: readonly string[];
  readonly rounded: readonly string[];
  readonly guessed: readonly string[];
  /** Files that are missing, in words. */
  readonly missing?: readonly string[];
}
