// What is known about the disk before a build begins. The command line checks it against the note of the last build (see pipeline/noop).

import type { BuildOptions, BuildResult } from '../build-options.js';
import type { KnownFile } from '../cache/record.js';

/** The last build for the same request succeeded. Since then nothing that it observed has changed, except these files. */
export interface Since {
  /** Absolute. They were files, and still are. */
  readonly changed: readonly string[];
  /** The identity of the record that the last build left (see CacheState); undefined if its file is proven to be unchanged. */
  readonly record: string | undefined;
  /** What the last build reported about all assets. */
  readonly counts: Pick<BuildResult, 'cached' | 'warnings' | 'silenced' | 'sourceBytes' | 'outputBytes'>;
  /** Called at the end of a narrow build. What it did not check is as it was. */
  readonly onNarrowEnd: (state: NarrowEnd) => void;
}

/** More changed files than this are no reason to check less. */
export const MAX_CHANGED = 1_000;

export interface NarrowEnd {
  /** By absolute path: files as the build saw or left them. Undefined if their stat data proves nothing yet. */
  readonly files: ReadonlyMap<string, Omit<KnownFile, 'digest'> | undefined>;
  readonly record: string;
}

/** A build that may be narrow. */
export interface NarrowBuildOptions extends BuildOptions {
  readonly since?: Since;
}
