// A format that info and check know. Ours are in inspect/formats, those of other runtimes in packages/other-runtimes.

import type { Problem } from '@assetc/formats';

/** Plain JSON. */
export type Fact = number | string | boolean | null | readonly Fact[] | { readonly [name: string]: Fact };

/** The content of a file as plain JSON, for --json and for the library. */
export type Facts = { readonly [name: string]: Fact };

/** The content of a file, as facts and as text. */
export interface Description {
  readonly facts: Facts;
  /** The same for people: short statements, the most important first. */
  readonly statements: readonly string[];
  /** Numbers that totals add up: `vertices` → 1200. */
  readonly totals?: { readonly [name: string]: number };
  /** For textures: the GPU memory that it takes, and in which format. */
  readonly onGpu?: { readonly format: string; readonly bytes: number };
}

/** What is known about a format before its reader is loaded. */
export interface FormatName {
  /** Shown to users, and the key of totals: `hmesh`. */
  readonly name: string;
  readonly extensions: readonly string[];
  /** Other programs use the extension too. A file without our magic number is theirs, unless the manifest lists it. */
  readonly isSharedName?: boolean;
  /** The manifest lists it as an embedded file, although it is compiled. */
  readonly isListedAsEmbedded?: boolean;
}

/** How files of a format are recognized, checked and described. */
export interface FormatReader {
  /** Whether bytes have this format, for files with another extension or one that formats share. */
  recognizes(bytes: Uint8Array): boolean;
  /** Checks all rules that concern the file alone. */
  validate(bytes: Uint8Array, blob?: Uint8Array): Promise<readonly Problem[]>;
  /** Throws FormatError for bytes that do not decode. `blob`: for a text form, the file that it names. */
  describe(bytes: Uint8Array, blob?: Uint8Array): Description;
  /**
   * The GPU memory that it takes, from its first HEAD_BYTES and its size: for listings of thousands of files. Returns undefined if the
   * head is not enough. If absent, the format takes none.
   */
  onGpuByHead?(head: Uint8Array, sizeBytes: number): HeadOnGpu | undefined;
  /** Further facts, which need decoding. Throws FormatError too. */
  measure?(bytes: Uint8Array): Promise<Pick<Description, 'facts' | 'statements'>>;
  /** Files of the same output that it names, by paths from the output's root. Throws FormatError too. */
  references?(bytes: Uint8Array): readonly FileReference[];
  /** The file in the same folder that contains the blob of a text form. Throws FormatError too. */
  blobName?(bytes: Uint8Array): string | undefined;
}

export interface FileFormat extends FormatName, FormatReader {}

/** Enough for the tables at the beginning of a texture or a mesh. */
export const HEAD_BYTES = 1024;

interface HeadOnGpu {
  readonly bytes: number;
  /** A texture that materials can refer to. */
  readonly isPlainTexture?: boolean;
}

/** A file that another file names. */
export interface FileReference {
  readonly path: string;
  readonly is: 'mesh' | 'material' | 'texture';
  /** For textures. */
  readonly slot?: string;
}

/** Whether the bytes begin with this ASCII text. */
export function startsWith(bytes: Uint8Array, magic: string): boolean {
  if (bytes.byteLength < magic.length) return false;
  for (let i = 0; i < magic.length; i++) if (bytes[i] !== magic.charCodeAt(i)) return false;
  return true;
}

/** `1 row`, `2 rows`; digits grouped the same way on every machine. */
export const counted = (n: number, noun: string, nouns = `${noun}s`): string =>
  `${grouped(n)} ${n === 1 ? noun : nouns}`;

export const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** `1.4 MB on the GPU`. */
export function onTheGpu(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const unit = units.findIndex((_, i) => bytes < 1000 ** (i + 1) || i === units.length - 1);
  return `${short(bytes / 1000 ** unit)} ${units[unit]} on the GPU`;
}

/** Four significant digits: enough to read, short enough for a line. */
export const short = (n: number): string => String(Number(n.toPrecision(4)));

/** `(1, 2.5, 3)`. */
export const vector = (v: readonly number[]): string => `(${v.map(short).join(', ')})`;
