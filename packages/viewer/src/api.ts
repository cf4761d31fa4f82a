// What the page asks of the server, and what an export carries as files: `api/*.json` beside the page, every path below relative to it.
// Bytes of outputs come from `files/<path>`, those of a pack from `files/<pack>` by range; both honour `Range`.

/** `api/index.json`: what there is to look at. */
export interface UiIndex {
  /** The folder's or pack's own name, never its whole path. */
  readonly title: string;
  /** The pack below `files/` that holds the entries; absent where they are files of a folder. */
  readonly pack?: string;
  /** Files of a folder, sorted by path. Of a pack the pack alone: its entries are read from the pack itself. */
  readonly files: readonly UiFile[];
  /** Whether `api/events` is there: server-sent events, each a LiveEvent of `@assetc/formats/live`. */
  readonly live: boolean;
  /** Whether `api/asset/` is there. */
  readonly record: boolean;
  /** Whether `api/source/` is: not for packs and exports. */
  readonly sources: boolean;
  /** Ends of the paths that a plug-in describes, in small letters: then `api/description/` is there. */
  readonly described: readonly string[];
}

export interface UiFile {
  readonly path: string;
  readonly size: number;
  /** Changes with the content: asked for as `?v=`, so that a changed file is not taken from the browser's cache. */
  readonly version: string;
}

/** `api/asset/<output path>.json`: what `assetc why` knows of the asset that wrote the file; null where no asset did. */
export interface UiAsset {
  /** `models/chair.glb#tex_0` */
  readonly id: string;
  readonly source: string;
  readonly kind: string;
  /** `normal, by the ending "_n" of its name (texture.suffixes)`; absent where nothing is. */
  readonly takenFor?: string;
  readonly outputs: readonly string[];
  /** Those that the configuration sets first; `from` is the layer or rule that set it, or `built-in`. */
  readonly settings: readonly { readonly name: string; readonly value: string; readonly from: string }[];
  readonly dependencies: readonly UiDependency[];
  /** Assets found inside it. */
  readonly derived: readonly string[];
  /** Why it was last built: `models/chair.bin changed`; empty where that is not known. */
  readonly why: readonly string[];
  /** What a build would do now: nothing where `would` is empty. */
  readonly would: readonly string[];
  /** What it took when it was last compiled. */
  readonly milliseconds?: number;
  readonly diagnostics: readonly UiDiagnostic[];
  /** Pictures that `api/source/` decodes for this output: ids of assets; empty where none can be compared. */
  readonly sources: readonly string[];
}

interface UiDependency {
  readonly path: string;
  readonly what: string;
  readonly state: 'unchanged' | 'changed' | 'missing' | 'appeared';
}

export interface UiDiagnostic {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly file: string;
  readonly place: string;
  readonly message: string;
  readonly remedy: string;
}

/** `api/description/<output path>.json`: what the plug-in that wrote the file tells of it. */
export interface UiDescription {
  /** Of the plug-in's kind. */
  readonly kind: string;
  readonly statements: readonly string[];
}

/** `api/overview.json`. Sizes in bytes; `source` is absent in packs and exports. */
export interface UiOverview {
  readonly assets: readonly UiSize[];
  /** Textures that nothing refers to, although other files of the output refer to textures. */
  readonly unused: readonly string[];
  /** Files of equal bytes, each group sorted by path. */
  readonly duplicates: readonly (readonly string[])[];
  /** Bytes of files that may be equal and were not compared yet: whoever asks again hears more. */
  readonly unreadBytes: number;
  readonly diagnostics: readonly UiDiagnostic[];
  readonly budgets: readonly { readonly glob: string; readonly limit: number; readonly used: number }[];
  readonly brokenReferences: readonly { readonly path: string; readonly wants: string }[];
}

export interface UiSize {
  readonly path: string;
  readonly kind: string;
  /** What was read for it: shared among the outputs of an asset by their size. */
  readonly source?: number;
  readonly stored: number;
  /** On the GPU; 0 where it does not go there. */
  readonly video: number;
  readonly milliseconds?: number;
}

/**
 * `api/source/<output path>?layer=&face=`: the source as the compiler saw it before encoding, decoded by the record of the build. A
 * header of four u32, little endian (width, height, channels = 4, bytes a channel: 1 or 4), then the texels row by row; floats are
 * linear light.
 */
export const SOURCE_HEADER_BYTES = 16;
