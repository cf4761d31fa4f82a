// How compiled files of a runtime are read, and what files of others become for it.

import type { HmeshModel } from '@assetc/formats';
import type { ReencodeTarget } from '../../model/texture-target.js';
import type { MeshFeature } from './mesh-format.js';
import type { NeutralMesh, NeutralTexture, TextureFeature } from './neutral-forms.js';

/** How compiled files of the runtime are read, and what others become. */
export interface Converter {
  readonly readers: readonly Reader[];
  readonly targets: readonly Target[];
}

export interface Reader {
  /** As refusals call it. */
  readonly name: string;
  /** As `info` calls it. */
  readonly format: string;
  /** As the guide calls its files. */
  readonly doc: string;
  /** Where one format has several readers. */
  accepts?(bytes: Uint8Array): boolean;
  mesh?(file: CompiledFile): NeutralMesh;
  texture?(file: CompiledFile): Promise<NeutralTexture>;
  /** Ways that keep more than the neutral form does, by target. */
  readonly direct?: { readonly [to: string]: DirectConversion };
}

/** A way between two formats alone. */
type DirectConversion = (file: FileWithSiblings, options: ConvertOptions) => Conversion | Promise<Conversion>;

export interface ConvertOptions {
  /** Textures stay KTX2 where the target allows it. */
  readonly ktx2: boolean;
  /** The blocks that a texture is to have, or raw texels. */
  readonly target?: ReencodeTarget | undefined;
}

/** A compiled file that is to become another. */
export interface CompiledFile {
  readonly bytes: Uint8Array;
  /** Of a text form, the file beside it. */
  readonly blob: Uint8Array | undefined;
  /** As the manifest beside it says. */
  readonly colorspace: 'srgb' | 'linear' | undefined;
}

/** A file and those around it. */
export interface FileWithSiblings extends CompiledFile {
  /** Throws AssetError: it cannot be converted, for this reason. */
  refuse(because: string): never;
  /** What is missing beside it, in words. Throws AssetError where the files of one name do not fit each other. */
  checkFit(): Promise<readonly string[]>;
  /** The file of the same name with this extension; undefined where there is none. */
  sibling<T>(extension: string, decode: (bytes: Uint8Array) => T): T | undefined;
  /** The texture that a material names. */
  texture(ref: bigint): PlacedFile | undefined;
}

/** What a target wrote, and what changed on the way, in words. */
export interface Written {
  readonly bytes: Uint8Array;
  readonly rounded?: readonly string[];
  readonly guessed?: readonly string[];
}

/** Where a file comes from: what its build called it, and the ref of that. */
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
  /** Stands before the extension where the result would take the place of the file: `.v1`. Without it `.<to>`. */
  readonly mark?: string;
  /** The reader whose files are of this kind already. */
  readonly own?: string;
  /** What it can be asked for besides. */
  readonly options?: readonly (keyof ConvertOptions)[];
}

/** A format that files are converted to. */
export type Target =
  | (TargetBase & {
      readonly takes: 'mesh';
      readonly keeps: readonly MeshFeature[];
      write(mesh: NeutralMesh, context: MeshWriteContext): Promise<Written>;
      /** The same by reader. */
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
      /** Files to write, the main one first; undefined where the file has this form. `place`: where a file of this name goes. */
      rewrite(file: CompiledFile, stem: string, place: (name: string) => string): readonly PlacedFile[] | undefined;
    };

/** Whether files of a format, read by its reader, can become this; of its own kind only where other blocks are asked for. */
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

/** A converted file, and what it costs. */
export interface Conversion {
  readonly bytes: Uint8Array;
  /** Stands before the extension, where there are several files. */
  readonly mark?: string;
  /** Files besides. */
  readonly moreFiles?: readonly { readonly mark: string; readonly bytes: Uint8Array }[];
  /** What had no place, in words. */
  readonly lost: readonly string[];
  readonly rounded: readonly string[];
  readonly guessed: readonly string[];
  /** Files that should be there, in words. */
  readonly missing?: readonly string[];
}
