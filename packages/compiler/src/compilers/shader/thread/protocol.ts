// What passes between a worker of the build and its shader thread. Plain data; one request is answered by one reply.

export type MatrixLayout = 'column' | 'row';
export type NagaStage = 'vertex' | 'fragment' | 'compute';

/** A file as the compiler shall see it. Paths are absolute inside the compiler's own file system. */
export interface VirtualFile {
  readonly path: string;
  readonly text: string;
}

export interface SlangRequest {
  readonly do: 'slang';
  readonly layout: MatrixLayout;
  readonly files: readonly VirtualFile[];
  /** One of `files`. */
  readonly root: string;
  /** The stage of a bare `main`, where the file declares no entry point itself. */
  readonly mainStage: number | undefined;
}

export interface WgslRequest {
  readonly do: 'wgsl';
  readonly source: string;
}

export interface GlslRequest {
  readonly do: 'glsl';
  readonly source: string;
  readonly stage: NagaStage;
  readonly defines: { readonly [name: string]: string };
}

export interface ValidateRequest {
  readonly do: 'validate';
  readonly spirv: Uint8Array;
}

export type ThreadRequest = SlangRequest | WgslRequest | GlslRequest | ValidateRequest;

/** One SPIR-V module per entry for slang, one for all entries for naga, none for validation. */
export interface ThreadReply {
  readonly ok: boolean;
  readonly modules: readonly { readonly entry: string; readonly spirv: Uint8Array }[];
  /** The compiler's own words: errors where not `ok`, else warnings. */
  readonly log: string;
  /** Set where the compiler itself broke; the thread is not used again. */
  readonly crash?: string;
  /** Validation: naga could not read the module, which says nothing about it. */
  readonly unread?: boolean;
}

export interface ThreadData {
  /** The folder that holds the bundled files. */
  readonly folder: string;
}
