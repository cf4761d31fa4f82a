// What the page asks of the server, and what an export carries as files: `api/*.json` beside the page, every path below relative to it.
// Bytes of outputs come from `files/<path>`, those of a pack from `files/<pack>` by range; both honour `Range`.

/** `api/index.json`: what there is to look at. */
export interface UiIndex {
  /** The folder's or pack's own name, never its whole path. */
  readonly title: string;
  /** The pack below `files/` that holds the entries; absent where they are files of a folder. */
  readonly pack?: string;
  /** Files of a folder; the entries of a pack are read from the pack itself. */
  readonly files: readonly UiFile[];
  /** Whether `api/events` is there. */
  readonly live: boolean;
  /** Whether `api/asset/` and `api/source/` are: not for packs and exports. */
  readonly record: boolean;
}

export interface UiFile {
  readonly path: string;
  readonly size: number;
  /** Changes with the content: asked for as `?v=`, so that a changed file is not taken from the browser's cache. */
  readonly version: string;
}

/** `api/asset/<output path>.json`: what `assetc why` knows of the asset that wrote the file. */
export interface UiAsset {
  readonly source: string;
  readonly kind: string;
  readonly outputs: readonly string[];
  readonly settings: readonly { readonly name: string; readonly value: string; readonly from: string }[];
  readonly dependencies: readonly string[];
  readonly why: string;
  readonly milliseconds?: number;
  readonly diagnostics: readonly UiDiagnostic[];
  /** Pictures that `api/source/` decodes for this output; empty where none can be compared. */
  readonly sources: readonly string[];
}

export interface UiDiagnostic {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly file: string;
  readonly place: string;
  readonly message: string;
  readonly remedy: string;
}

/** `api/overview.json`. Sizes in bytes; `source` is absent in packs and exports. */
export interface UiOverview {
  readonly assets: readonly {
    readonly path: string;
    readonly kind: string;
    readonly source?: number;
    readonly stored: number;
    readonly video: number;
    readonly milliseconds?: number;
  }[];
  readonly unused: readonly string[];
  readonly duplicates: readonly (readonly string[])[];
  readonly diagnostics: readonly UiDiagnostic[];
  readonly budgets: readonly { readonly glob: string; readonly limit: number; readonly used: number }[];
  readonly brokenReferences: readonly { readonly path: string; readonly wants: string }[];
}

/**
 * `api/source/<output path>?layer=&face=`: the source as the compiler saw it before encoding, decoded by the record of the build. A
 * header of four u32 (width, height, channels = 4, bytes a channel: 1 or 4), then the texels row by row; floats are linear light.
 */
export const SOURCE_HEADER_BYTES = 16;
