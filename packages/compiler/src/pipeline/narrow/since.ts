// What is known about the disk before a build begins. The command line checks it against the note of the last build (see pipeline/noop).

import type { BuildOptions, BuildResult } from '../build-options.js';
import type { DiskChanges, ObservedEnd } from '../noop/observations.js';
import type { SettingsChange } from './settings-change.js';

/** The last build for the same request succeeded. Since then nothing else that it observed has changed. */
export interface Since extends DiskChanges {
  /** Undefined if the configuration is the same, or if its file has changed in an unknown way: see `changed`. */
  readonly settings?: SettingsChange | undefined;
  /** The identity of the record that the last build left (see CacheState); undefined if its file is proven to be unchanged. */
  readonly record: string | undefined;
  /** What the last build reported about all assets. */
  readonly counts: Pick<BuildResult, 'cached' | 'warnings' | 'silenced' | 'sourceBytes' | 'outputBytes'>;
  /** Called at the end of a narrow build. What it did not check is as it was. */
  readonly onNarrowEnd: (state: NarrowEnd) => void;
}

/** More changed files than this are no reason to check less. */
export const MAX_CHANGED = 1_000;

export interface NarrowEnd extends ObservedEnd {
  readonly record: string;
  /** Sources that no longer exist. */
  readonly gone: readonly string[];
}

export const changeCount = ({ changed, added, removed }: DiskChanges): number =>
  changed.length + added.length + removed.length;

/** A build that may be narrow. */
export interface NarrowBuildOptions extends BuildOptions {
  readonly since?: Since;
}
