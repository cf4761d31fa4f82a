// The data that the page reads from the server, or from the files of an export: `api/*.json` next to the page, with paths relative to it.
// Bytes of outputs come from `files/<path>`, those of a pack from `files/<pack>`; both support `Range`.

/** `api/index.json`: the contents of the output. */
export interface UiIndex {
  /** Name of the folder or pack, never its whole path. */
  readonly title: string;
  /** The pack below `files/` that contains the entries. Absent for a folder. */
  readonly pack?: string;
  /** Files of a folder, sorted by path. For a pack, the pack alone: its entries are read from it. */
  readonly files: readonly UiFile[];
  /** Whether `api/events` exists: server-sent events, each a LiveEvent of `@assetc/formats/live`. */
  readonly live: boolean;
  /** Whether `api/asset/` exists. */
  readonly record: boolean;
  /** Whether `api/source/` exists: not for packs and exports. */
  readonly sources: boolean;
  /** Whether `api/forms/` exists: not for packs and exports. */
  readonly forms?: true;
  /** Lowercase path endings that a plug-in describes: `api/description/` exists for them. */
  readonly described: readonly string[];
  /** Whether rules can be changed: `api/edit/` exists. */
  readonly edit?: true;
  /** Titles of outputs to compare with: the first is at `other/0/`, with an `api/` of its own. */
  readonly others?: readonly string[];
  /** Whether `api/audit.json` exists: the project has rules for its files. */
  readonly audit?: true;
  /** Whether `api/suggestions/` exists. */
  readonly suggestions?: true;
  /** Whether the last build failed: then the manifest is missing, or older than the files. Absent without a record. */
  readonly isFailed?: boolean;
}

/** `api/forms/<mesh>.json`: its size with other settings; null if it has that form already, or cannot have it. The whole answer is null if it cannot be measured. */
export interface UiMeshForms {
  /** With `mesh.vertices: compact` and `mesh.indexWidth: smallest`. */
  readonly compactBytes: number | null;
  /** With `mesh.compression: meshopt`. */
  readonly compressedBytes: number | null;
  /** With all of them. */
  readonly bothBytes: number | null;
  /** The grid that compact vertices would have. */
  readonly grid: UiVertexGrid | null;
}

/** As in a `.hmesh`: VertexGrid of `@assetc/formats`. */
export interface UiVertexGrid {
  readonly step: number;
  readonly offset: readonly number[];
  readonly uvMin: readonly number[];
  readonly uvExtent: readonly number[];
  readonly uvs1Min: readonly number[];
  readonly uvs1Extent: readonly number[];
  readonly uvFormat: number;
  readonly uvs1Format: number;
  readonly morphNormalStep: number;
  readonly morphTangentStep: number;
  readonly positionError: number;
  readonly normalError: number;
  readonly uvError: number;
  readonly weightError: number;
}

export interface UiFile {
  readonly path: string;
  readonly size: number;
  /** Changes with the content. Sent as `?v=`, so that the browser's cache does not return an old file. */
  readonly version: string;
}

/** `api/asset/<output path>.json`: what `assetc why` reports about the asset that wrote the file; null if no asset did. */
export interface UiAsset {
  /** `models/chair.glb#tex_0` */
  readonly id: string;
  readonly source: string;
  readonly kind: string;
  /** `normal, by the ending "_n" of its name (texture.suffixes)`. Absent if there is nothing to report. */
  readonly takenFor?: string;
  readonly outputs: readonly string[];
  /** Settings changed by the configuration come first. `from` is the layer or rule that set it, or `built-in`. */
  readonly settings: readonly { readonly name: string; readonly value: string; readonly from: string }[];
  readonly dependencies: readonly UiDependency[];
  /** Assets found inside it. */
  readonly derived: readonly string[];
  /** Why it was last built: `models/chair.bin changed`. Empty if unknown. */
  readonly why: readonly string[];
  /** What a build would do now. Empty: nothing. */
  readonly would: readonly string[];
  /** Duration of the last compilation. */
  readonly milliseconds?: number;
  readonly diagnostics: readonly UiDiagnostic[];
  /** Ids of the assets whose images `api/source/` decodes for this output; empty if none can be compared. */
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

/** A diagnostic of the last build, with the asset that it is about. */
export interface UiProblem extends UiDiagnostic {
  /** What the code means. */
  readonly explanation: string;
  /** `models/chair.glb#tex_0` */
  readonly asset: string;
  /** Its files in the output, sorted; empty if it has failed and was never built. */
  readonly outputs: readonly string[];
}

/** `api/status.json`: how the last build ended. Empty in packs and exports without settings. */
export interface UiStatus {
  /** Errors first. */
  readonly problems: readonly UiProblem[];
  readonly budgets: readonly { readonly glob: string; readonly limit: number; readonly used: number }[];
}

/** `api/audit.json`: what files of the output break of the project's rules. */
export interface UiAudit {
  /** Rules that are not off. */
  readonly rules: readonly { readonly name: string; readonly doc: string; readonly level: 'warn' | 'error' }[];
  readonly findings: readonly UiFinding[];
}

export interface UiFinding extends UiDiagnostic {
  /** Its name in assetc.yml. */
  readonly rule: string;
}

/**
 * `api/suggestions/all.json`: settings that make files smaller without loss, or within the errors that they state. Most bytes first.
 * `api/suggestions/first.json`: what is known before other encodings of textures are searched, which takes longest.
 */
export interface UiSuggestions {
  readonly list: readonly UiSuggestion[];
  /** Files that were not measured: too many, or too large. */
  readonly unmeasured: number;
}

export interface UiSuggestion {
  /** The output path. */
  readonly path: string;
  /** The source, as rules match it. */
  readonly match: string;
  readonly values: UiRuleChange['values'];
  readonly sizeBytes: number;
  /** With the settings. */
  readonly thenBytes: number;
  /** What it costs. */
  readonly note: string;
}

/** `api/edit/settings/<output path>.json`: the settings that a rule can change; null if no asset wrote the file. */
export interface UiEditable {
  readonly settings: readonly UiEditableSetting[];
  /** The glob that a rule for this asset alone has. */
  readonly match: string;
  /** The preset that is built. */
  readonly preset: string | null;
  /** Whether a rule of this server can be taken back. */
  readonly canUndo: boolean;
}

export interface UiEditableSetting {
  /** `texture.quality` */
  readonly name: string;
  readonly value: UiValue;
  /** The layer or rule that set it, or `built-in`. */
  readonly from: string;
  readonly doc: string;
  readonly input: UiSettingInput;
}

/** `value`: one of the choices, or JSON. */
export type UiSettingInput =
  | { readonly is: 'choice'; readonly values: readonly (string | boolean)[] }
  | { readonly is: 'number' | 'text' }
  | { readonly is: 'value'; readonly choices: readonly (string | boolean)[] };

/** As a configuration contains it. */
export type UiValue = boolean | number | string | readonly UiValue[] | { readonly [key: string]: UiValue };

/** Posted to `api/edit/preview`, `api/edit/trial` and `api/edit/apply`, with the token of the address in `X-Assetc-Token`. */
export interface UiRuleChange {
  /** The output path. */
  readonly path: string;
  /** Group → setting → value. */
  readonly values: { readonly [group: string]: { readonly [setting: string]: UiValue } };
  /** The glob of the rule. It must match the asset. Default: the asset alone. */
  readonly match?: string;
  /** Only in the preset that is built. */
  readonly onlyPreset?: boolean;
}

/** The lines of assetc.yml that change, or why none may. */
export type UiRulePreview =
  | { readonly because: string }
  | {
      readonly origin: string;
      readonly line: number;
      readonly removed: readonly string[];
      readonly added: readonly string[];
    };

/** `api/edit/apply`, and `api/edit/undo`. `isBuilt`: the output has followed. */
export type UiApplied = { readonly because: string } | { readonly origin: string; readonly isBuilt: boolean };

/**
 * The first line of the answer to `api/edit/trial`. Its files are at `trial/<id>/`, with an `api/` of their own, as long as the answer
 * is not ended: the page ends it. `milliseconds`: how long the asset took; null if its result was known.
 */
export type UiTrial =
  | { readonly because: string; readonly diagnostics: readonly UiDiagnostic[] }
  | { readonly id: string; readonly milliseconds: number | null };

/** `api/description/<output path>.json`: the plug-in's description of a file that it wrote. */
export interface UiDescription {
  /** The plug-in's kind. */
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
  /** Bytes of possibly equal files that were not compared yet. Ask again for more results. */
  readonly unreadBytes: number;
  readonly brokenReferences: readonly { readonly path: string; readonly wants: string }[];
}

export interface UiSize {
  readonly path: string;
  readonly kind: string;
  /** The asset that wrote it: `models/chair.glb`. Absent without a record. */
  readonly asset?: string;
  /** Source bytes, divided among the outputs of an asset by size. */
  readonly source?: number;
  readonly stored: number;
  /** Bytes on the GPU; 0 if it is not uploaded. */
  readonly video: number;
  readonly milliseconds?: number;
}

/**
 * `api/source/<output path>?layer=&face=`: the source as the compiler saw it before encoding, decoded as the build's record describes. A
 * header of four little-endian u32 (width, height, channels = 4, bytes per channel: 1 or 4), then the texels row by row. Floats are linear
 * light.
 */
export const SOURCE_HEADER_BYTES = 16;
