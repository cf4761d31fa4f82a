// Build, then rebuild what a saved file affects, until the signal aborts. Every rebuild checks the whole input again, which
// takes milliseconds: events only trigger a check, so a lost or duplicate event does no harm.

import type { Config } from '../../config/config.js';
import type { LoadedConfig } from '../../config/resolve-config.js';
import { runBuild } from '../build.js';
import type { BuildEnvironment } from '../build-environment.js';
import type { BuildOptions, BuildResult } from '../build-options.js';
import type { Host } from '../host/host.js';
import { ChangedSince } from './changed-since.js';
import { type Listener, type WatchedFiles, watchedFor, watchFiles, watchOnly } from './watched-files.js';

/** Options of `watch`. */
export interface WatchOptions extends Omit<BuildOptions, 'dryRun' | 'config' | 'signal'> {
  /**
   * Called before every build, so that a saved configuration takes effect: a configuration, or what the library's `loadConfig` returns,
   * whose diagnostics become events. A throw, or a configuration with errors, is passed to `onError`, and the watch continues.
   */
  readonly loadConfig: () => Config | LoadedConfig | Promise<Config | LoadedConfig>;
  /** Files outside the input whose change starts a build: the configuration. Absolute. */
  readonly alsoWatch?: readonly string[];
  /** Ends the watch. Required: there is no other way to end it. */
  readonly signal: AbortSignal;
  /** After every build. */
  readonly onResult?: (result: BuildResult) => void;
  /** Without it an error ends the watch. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Quiet time that ends a burst of saves; one of edits alone ends sooner, because folders that come and go are reported in pieces. A burst
 * longer than the last is built in between.
 */
const QUIET_MS = 100;
/** More than the 50 ms for which chokidar swallows further changes of a file that it has reported: none of them may come after the check. */
const EDIT_QUIET_MS = 60;
const BURST_MS = 2_000;
/** For up to this many files the time of the last write is checked. */
const MAX_CHECKS = 64;
/** How often an idle watch checks that its input is still the same folder. */
const LOOK_MS = 300;

/** Resolves with the last build's result when the signal aborts. Rejects if nothing could trigger another build. */
export async function watchWith(
  options: WatchOptions,
  environment: BuildEnvironment,
): Promise<BuildResult | undefined> {
  const { signal, loadConfig, alsoWatch = [], onResult, onError, ...buildOptions } = options;
  const changes = new Changes(signal);
  /** A configuration may be saved after it was read and before the watcher listens. */
  const since = new ChangedSince(environment.host, alsoWatch);
  const noteUnheard = (): void => {
    for (const path of since.saved) changes.note(path, true);
  };
  let last: BuildResult | undefined;
  let watched: WatchedFiles | undefined;
  const fail = (error: unknown): void => {
    if (onError === undefined) throw error;
    onError(error);
  };
  const listener: Listener = {
    host: environment.host,
    signal,
    onChange: (path, isEdit) => changes.note(path, isEdit),
    onError: (error) => onError?.(error),
  };
  const watchInput = async (config: Config): Promise<void> => {
    if (watched?.for === watchedFor(config) && watched.holds()) return;
    await watched?.close();
    watched = undefined;
    watched = await watchFiles(config, alsoWatch, listener);
    noteUnheard();
  };

  try {
    while (!signal.aborted) {
      let input = '';
      // Before anything is read: files that are saved from now on trigger another build.
      changes.clear();
      since.look();
      try {
        const config = usable(await loadConfig(), options);
        input = config.input;
        // Watching begins before the build reads: an edit during the build is then an event after it.
        await watchInput(config);
        last = await runBuild({ ...buildOptions, config, signal }, environment);
        onResult?.(last);
      } catch (error) {
        if (signal.aborted) break;
        fail(error);
        if (watched === undefined) {
          // There would be nothing to wait for.
          if (alsoWatch.length === 0) throw error;
          watched = await watchOnly(alsoWatch, listener);
          noteUnheard();
        }
      }
      if (signal.aborted) break;
      if (changes.isEmpty) {
        options.onEvent?.({ type: 'watching', input });
        await someChange(changes, watched, input, signal);
      }
      await changes.settle(environment.host);
      if (!signal.aborted) options.onEvent?.({ type: 'changed', paths: changes.paths });
    }
    return last;
  } finally {
    await watched?.close();
    await environment.executors.dispose();
  }
}

/** Waits until something is saved, or the input is another folder. */
async function someChange(
  changes: Changes,
  watched: WatchedFiles | undefined,
  input: string,
  signal: AbortSignal,
): Promise<void> {
  while (changes.isEmpty && !signal.aborted) {
    await changes.next(LOOK_MS);
    if (changes.isEmpty && watched?.holds() === false) changes.note(input, false);
  }
}

/** Throws if the configuration has errors. */
function usable(loaded: Config | LoadedConfig, { onEvent }: WatchOptions): Config {
  if (!('diagnostics' in loaded)) return loaded;
  for (const diagnostic of loaded.diagnostics) onEvent?.({ type: 'diagnostic', diagnostic });
  if (loaded.config !== undefined) return loaded.config;
  throw new Error('the configuration has errors; waiting until it is saved again');
}

/** What has been saved since the last build, and when. */
class Changes {
  readonly #signal: AbortSignal;
  readonly #pending = new Set<string>();
  #wake: (() => void) | undefined;
  #firstMs = 0;
  #isEdits = true;
  #lastMs = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  get paths(): readonly string[] {
    return [...this.#pending].sort();
  }

  clear(): void {
    this.#pending.clear();
    this.#isEdits = true;
  }

  note(path: string, isEdit: boolean): void {
    this.#isEdits &&= isEdit;
    this.#lastMs = performance.now();
    if (this.isEmpty) this.#firstMs = this.#lastMs;
    this.#pending.add(path);
    this.#wake?.();
  }

  /** The next change, the end of the watch, or the end of the time. */
  async next(ms: number): Promise<void> {
    if (this.isEmpty) await this.#pause(ms, true);
  }

  /** Returns when a burst of saves is over. */
  async settle(host: Host): Promise<void> {
    while (!this.#signal.aborted) {
      const wantedMs = this.#isEdits ? EDIT_QUIET_MS : QUIET_MS;
      const leftMs = Math.min(wantedMs - this.#quietMs(host), this.#firstMs + BURST_MS - performance.now());
      if (leftMs <= 0) return;
      await this.#pause(leftMs, false);
    }
  }

  /** Time since the last event, or the last write to a reported file: not every write to a file is reported. */
  #quietMs(host: Host): number {
    let quietMs = performance.now() - this.#lastMs;
    const nowMs = host.now();
    let looks = 0;
    for (const path of this.#pending) {
      if (looks++ >= MAX_CHECKS) break;
      const ageMs = nowMs - (host.stat(path)?.mtimeMs ?? 0);
      // A time in the future comes from another clock.
      if (ageMs >= 0) quietMs = Math.min(quietMs, ageMs);
    }
    return quietMs;
  }

  #pause(ms: number, wakes: boolean): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#signal.removeEventListener('abort', end);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#wake = wakes ? end : undefined;
      this.#signal.addEventListener('abort', end, { once: true });
      if (this.#signal.aborted) end();
    });
  }
}
