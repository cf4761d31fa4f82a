// What a build stores about an asset: everything that its outputs depended on, and the outputs themselves.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { Claim } from '../../model/kind/compile-context.js';
import type { DerivedAsset } from '../../model/kind/output.js';
import type { Json } from '../../model/text/json.js';
import type { MadeOutput } from '../execute/made-output.js';

/** Something that a job read, with the answer. Paths are relative to the input. */
export type Dependency =
  | { readonly type: 'bytes'; readonly path: string; readonly digest: string }
  /** A part of a file: `digest` is the part's; with an unchanged `fileDigest` the part need not be read. */
  | { readonly type: 'part'; readonly ref: BytesRef; readonly digest: string; readonly fileDigest: string }
  | { readonly type: 'existence'; readonly path: string; readonly exists: boolean }
  | { readonly type: 'listing'; readonly folder: string; readonly names: readonly string[] | null }
  /** The kind's settings as resolved for a derived asset of this name. */
  | { readonly type: 'settings-for'; readonly name: string; readonly json: string }
  /** The kind's settings as resolved for another source. */
  | { readonly type: 'settings-of'; readonly path: string; readonly json: string }
  | ({ readonly type: 'mention' } & Mention);

/** An output refers to that of another source, and uses it as `use`; `claim`: the asset that compiles it. */
export interface Mention {
  readonly path: string;
  readonly use: string;
  readonly claim: Claim | null;
}

/** The files whose content was read, in whole or in part. */
export const filesReadBy = (dependencies: readonly Dependency[]): readonly string[] =>
  dependencies.flatMap((dependency) => {
    if (dependency.type === 'bytes') return dependency.path;
    return dependency.type === 'part' ? dependency.ref.file : [];
  });

/** The paths and folders whose existence, names, settings or use by others an asset depends on. Not files that it only reads. */
export const placesOf = (dependencies: readonly Dependency[]): readonly string[] =>
  dependencies.flatMap((dependency) => {
    switch (dependency.type) {
      case 'existence':
      case 'settings-of':
      case 'mention':
        return dependency.path;
      case 'listing':
        return dependency.folder;
      default:
        return [];
    }
  });

/** Whether it is or has a derived asset, or asks for the settings of one. */
export const concernsDerived = ({ name, derived, dependencies }: AssetRecord): boolean =>
  name !== undefined || derived.length > 0 || dependencies.some(({ type }) => type === 'settings-for');

/** Stat data that prove that a file is unchanged. `mtimeMs` −1: they do not, see isRacy. */
export interface FileTimes {
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

/** Of a file that has to be hashed. */
export const NO_TIMES: FileTimes = { mtimeMs: -1, ctimeMs: -1, inode: 0 };

/** Of a file that exists or of its record. */
export const timesOf = (stat: FileTimes | undefined): FileTimes =>
  stat === undefined ? NO_TIMES : { mtimeMs: stat.mtimeMs, ctimeMs: stat.ctimeMs, inode: stat.inode };

/** A file as a build saw or left it. */
export interface KnownFile extends FileTimes {
  readonly sizeBytes: number;
  readonly digest: string;
}

export interface OutputRecord extends MadeOutput, KnownFile {}

export interface AssetRecord {
  readonly source: string;
  /** Of a derived asset; undefined for the source itself. */
  readonly name: string | undefined;
  readonly kind: string;
  /** Version and external version of the kind. */
  readonly kindIdentity: string;
  /** Canonical JSON of the settings that the kind declared. */
  readonly settings: string;
  readonly base: string;
  /** Of a derived asset; of a source, see recordedParams. */
  readonly params: Json | undefined;
  /** Of a derived asset: its content key (see content-key.ts), if that covers all its dependencies. */
  readonly contentKey: string | undefined;
  readonly dependencies: readonly Dependency[];
  readonly outputs: readonly OutputRecord[];
  readonly derived: readonly DerivedAsset[];
  /** Warnings, replayed when the asset is kept. */
  readonly diagnostics: readonly Diagnostic[];
  /** Where its outputs came from. If absent, they were compiled here. */
  readonly from?: TakenFrom;
}

/** store: the content store · remote: the shared cache · twin: an equal asset of the same build. */
export type TakenFrom = 'store' | 'remote' | 'twin';

/** The manifest, the pack and generated code. */
export interface ProductRecord extends KnownFile {
  readonly entries: number;
  /** What it was made of: the manifest's mode; the digest of all files of a pack, or of what code names. */
  readonly madeOf: string;
}

/** Identifies an asset among all others. NUL cannot be part of a file's name. */
export function assetKey(source: string, name: string | undefined): string {
  return name === undefined ? source : `${source}\0${name}`;
}

export function splitAssetKey(key: string): { readonly source: string; readonly name: string | undefined } {
  const at = key.indexOf('\0');
  return at < 0 ? { source: key, name: undefined } : { source: key.slice(0, at), name: key.slice(at + 1) };
}

export function assetId(source: string, name: string | undefined): string {
  return name === undefined ? source : `${source}#${name}`;
}

/**
 * Whether a file could change again without a change of its time stamp. Time stamps advance in steps: up to two seconds if they are whole
 * seconds (FAT, old file systems), a few milliseconds otherwise. The stat data of a file that changed within one step before `seenMs`
 * proves nothing, so the file is hashed again next time.
 */
export function isRacy(mtimeMs: number, ctimeMs: number, seenMs: number): boolean {
  const newest = Math.max(mtimeMs, ctimeMs);
  const step = Number.isInteger(newest / 1000) ? 2000 : 50;
  return newest + step >= seenMs;
}
