// The inputs that are sent with a job to another machine: answers to everything that its compile will probably ask, files by digest.
// Missing inputs are requested. Nothing is guessed, and the other machine's disk is never read.

import type { Layer } from '../../../config/config.js';
import type { BytesRef } from '../../../model/kind/bytes-ref.js';
import type { Claim } from '../../../model/kind/compile-context.js';

/** Bytes by their SHA-256. */
export interface Blob {
  readonly digest: string;
  readonly sizeBytes: number;
}

export interface RemoteFile extends Blob {
  readonly path: string;
}

/** A part of a file, sent without the rest. */
export interface RemotePart extends Blob {
  readonly ref: BytesRef;
  readonly fileDigest: string;
}

/** Each list has one answer for a question. Paths are relative to the input. */
export interface RemoteInputIndex {
  readonly files: readonly RemoteFile[];
  readonly parts: readonly RemotePart[];
  readonly existence: readonly { readonly path: string; readonly exists: boolean }[];
  readonly listings: readonly { readonly folder: string; readonly names: readonly string[] | null }[];
  readonly mentions: readonly { readonly path: string; readonly claim: Claim | null }[];
  /** Layers of the configuration, for settings of other sources. Null if they were not sent. */
  readonly layers: readonly Layer[] | null;
}

export interface RemoteInputs {
  readonly index: RemoteInputIndex;
  /** By digest. */
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

/** A question without an answer in the remote inputs. */
export type Need =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'part'; readonly ref: BytesRef }
  | { readonly type: 'existence'; readonly path: string }
  | { readonly type: 'listing'; readonly folder: string }
  | { readonly type: 'mention'; readonly path: string }
  | { readonly type: 'settings' };
