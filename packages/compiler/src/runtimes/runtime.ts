// The contract of a target runtime: which files are written for it, what it needs of a model and what it keeps, and how
// compiled files become its own. Settings, warnings, help and the tables of the guide follow from the entries, which are
// light: what does the work is loaded when it is first needed.

import type { HmatxModel, HmeshModel, Material } from '@assetc/formats';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Texels } from '../encoding/decode-texels.js';
import type { MeshPart } from '../encoding/mesh-parts.js';
import type { Output } from '../model/kind.js';
import type { MorphRows } from '../model/morph-rows.js';
import type { Matrix, SceneModel } from '../model/scene.js';
import type { ResolvedSettings, SettingsGroup, SettingValue } from '../model/setting.js';
import type { SkeletonModel } from '../model/skeleton.js';
import type { TextureNaming } from '../model/texture-params.js';
import type { ReencodeTarget } from '../model/texture-target.js';

export interface Runtime {
  /** What `mesh.format` and `texture.format` call it. */
  readonly name: string;
  /** In sentences. */
  readonly title: string;
  readonly mesh?: MeshFormat;
  readonly texture?: TextureFormat;
  readonly convert: {
    /** What `assetc convert --to` takes. */
    readonly targets: readonly string[];
    load(): Promise<Converter>;
  };
}

/** What a model may have and a format keep. */
export type MeshFeature =
  | 'positions'
  | 'normals'
  | 'tangents'
  | 'uvs'
  | 'moreUvs'
  | 'colors'
  | 'colorAlpha'
  | 'moreColors'
  | 'weights'
  | 'skeleton'
  | 'clips'
  | 'lods'
  | 'meshlets'
  | 'clusters'
  | 'morphs'
  | 'lines'
  | 'names'
  | 'nodes'
  | 'scene'
  | 'slots'
  | 'materials'
  | 'materialExtras'
  | 'indices'
  | 'bounds'
  | 'extensions';

export interface MeshNeeds {
  /** False: primitives stay in their own space, and nodes place them, whatever `mesh.merge` says. */
  readonly merge: boolean;
  /** What is false here must not keep vertices apart either. */
  readonly tangents: boolean;
  readonly skins: boolean;
  /** Clips over joints. */
  readonly clips: boolean;
  readonly colors: boolean;
  /** The most further sets of texture coordinates and of colours. */
  readonly moreUvs: number;
  readonly moreColors: number;
  /** Morph targets, with clips of their weights. */
  readonly morphs: boolean;
  /** Points and lines. */
  readonly lines: boolean;
  readonly lods: boolean;
  /** Also the materials that nothing uses. */
  readonly allMaterials: boolean;
  /** What materials have beyond the rows of `.hmat`, with the textures of that. */
  readonly materialExtras: boolean;
}

interface MeshFormatBase {
  /** Follows the name in the text of the setting. */
  readonly doc: string;
  /** What `models/chair.glb` becomes, for the guide. */
  readonly becomes: string;
  /** What follows the base of any source, whatever is in it. */
  readonly suffixes: readonly string[];
  readonly needs: MeshNeeds;
  /** How each feature is kept, for the guide; what is absent is dropped, with a warning where a source has it. */
  readonly keeps: { readonly [feature in MeshFeature]?: string };
  /** What there is instead of a feature that is dropped, for the guide. */
  readonly instead?: { readonly [feature in MeshFeature]?: string };
  /** Made features that are missed even by those who did not ask for them. */
  readonly expected?: readonly MeshFeature[];
  /** Where a source without a scene (OBJ) is written as one object: its suffixes, and what is dropped besides. */
  readonly oneObject?: { readonly suffixes: readonly string[]; readonly drops: readonly MeshFeature[] };
  /** Settings of its own in the group `mesh`. */
  readonly settings?: FormatSettings;
}

/** Settings that a format adds to a group. */
export type FormatSettings = Pick<SettingsGroup<Record<string, SettingValue>>, 'name' | 'settings'>;

export type MeshFormat = MeshFormatBase &
  (
    | { readonly form: 'packed'; emit(mesh: PackedMesh, source: ModelSource): Promise<readonly Output[]> }
    | { readonly form: 'parts'; emit(mesh: PartedMesh, source: ModelSource): Promise<readonly Output[]> }
  );

/** As an `.hmesh` lays it out. */
export interface PackedMesh {
  readonly model: Omit<HmeshModel, 'materials'>;
  /** Source indices of the materials in use: index i is material slot i. Those that only variants use come last. */
  readonly materials: readonly number[];
  /** What its vertices follow. */
  readonly skeleton: SkeletonModel | undefined;
  /** The source index of the material that a submesh has in a variant, where that is not its own. */
  readonly variants: readonly { readonly variant: number; readonly submesh: number; readonly material: number }[];
  /** By node of the scene: which submeshes are its. */
  readonly ranges: ReadonlyMap<
    number,
    {
      readonly firstSubmesh: number;
      readonly submeshCount: number;
      readonly firstLine: number;
      readonly lineCount: number;
    }
  >;
  /** Which morph targets the weights of nodes move. */
  readonly morphRows: readonly MorphRows[];
}

/** A part's slot is the source index of its material. */
export interface PartedMesh {
  readonly parts: readonly MeshPart[];
  /** For each part, the mesh of the source that it comes from. */
  readonly meshes: readonly number[];
  /** What places the parts where they are not merged. */
  readonly nodes: readonly PlacingNode[];
}

export interface PlacingNode {
  readonly name: string;
  readonly local: Matrix;
  /** Into the nodes; −1: none. */
  readonly parent: number;
  readonly firstSubmesh: number;
  readonly submeshCount: number;
}

export interface ModelSource {
  readonly path: string;
  /** Of the outputs, relative to the output root. */
  readonly base: string;
  readonly sourceRef: string;
  readonly scene: Pick<SceneModel, 'meshes' | 'materials' | 'variants'>;
  /** It has no scene: see MeshFormat.oneObject. */
  readonly isOneObject: boolean;
  readonly settings: ResolvedSettings;
  /** Rows of a material table in this order of source indices, and a texture for each image that they show. */
  materials(order: readonly (number | undefined)[]): Promise<CompiledRows>;
  /** The bytes of an `.hanim`, where there are clips. */
  clips(skeleton: SkeletonModel | undefined): Uint8Array | undefined;
  /** The bytes of an `.hscene`, where there is something to say in one. */
  nodes(mesh: Pick<PackedMesh, 'ranges' | 'materials' | 'skeleton'>): Uint8Array | undefined;
  /** The bytes of an `.hanimx`, where clips move the weights of morph targets. */
  weights(rows: readonly MorphRows[]): Uint8Array | undefined;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
  readonly signal: AbortSignal;
}

export interface CompiledRows {
  readonly rows: readonly Material[];
  /** What the rows have no place for; undefined: nothing, or the format has none either. */
  readonly extras: HmatxModel | undefined;
  /** Hashes of the textures that the rows refer to. */
  readonly textures: readonly bigint[];
  /** By image: the texture's file, relative to the output root, and its hash. */
  readonly files: ReadonlyMap<number, { readonly path: string; readonly ref: bigint }>;
}

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
  readonly direct?: { readonly [to: string]: DirectWay };
}

/** A way between two formats alone. */
type DirectWay = (file: SurroundedFile, options: ConvertOptions) => Conversion | Promise<Conversion>;

export interface ConvertOptions {
  /** Textures stay KTX2 where the target allows it. */
  readonly ktx2: boolean;
  /** The blocks that a texture is to have, or raw texels. */
  readonly target?: ReencodeTarget | undefined;
}

export interface CompiledFile {
  readonly bytes: Uint8Array;
  /** Of a text form, the file beside it. */
  readonly blob: Uint8Array | undefined;
  /** As the manifest beside it says. */
  readonly colorspace: 'srgb' | 'linear' | undefined;
}

/** A file and those around it. */
export interface SurroundedFile extends CompiledFile {
  /** Throws AssetError: it cannot be converted, for this reason. */
  refuse(because: string): never;
  /** What is missing beside it, in words. Throws AssetError where the files of one name do not fit each other. */
  checkFit(): Promise<readonly string[]>;
  /** The file of the same name with this extension; undefined where there is none. */
  beside<T>(extension: string, decode: (bytes: Uint8Array) => T): T | undefined;
  /** The texture that a material names. */
  texture(ref: bigint): PlacedFile | undefined;
}

/** `features`: what the file has, each in words. */
export interface NeutralMesh {
  readonly parts: readonly MeshPart[];
  readonly materials: readonly bigint[];
  readonly features: ReadonlyMap<MeshFeature, string>;
  /** Whether directions were floats, so that packing them costs precision. */
  readonly hasFloatNormals: boolean;
}

export type TextureFeature = 'colorspace' | 'mips' | 'metadata' | 'blocks' | 'originalFile';

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

export type Target =
  | (TargetBase & {
      readonly takes: 'mesh';
      readonly keeps: readonly MeshFeature[];
      write(mesh: NeutralMesh, origin: FileOrigin): Promise<Written>;
      /** The same by reader. */
      readonly direct?: { readonly [reader: string]: DirectWay };
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

export interface PlacedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface Conversion {
  readonly bytes: Uint8Array;
  /** Stands before the extension, where there are several files. */
  readonly mark?: string;
  /** Files besides. */
  readonly others?: readonly { readonly mark: string; readonly bytes: Uint8Array }[];
  /** What had no place, in words. */
  readonly lost: readonly string[];
  readonly rounded: readonly string[];
  readonly guessed: readonly string[];
  /** Files that should be there, in words. */
  readonly missing?: readonly string[];
}

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The words of what is not kept, in the order in which the file has it. */
export const lostBy = <F>(keeps: readonly F[], features: ReadonlyMap<F, string>): readonly string[] =>
  [...features].flatMap(([feature, words]) => (keeps.includes(feature) ? [] : [words]));
