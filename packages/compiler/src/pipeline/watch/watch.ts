// Build, then rebuild what a saved file affects, until the signal aborts. Every rebuild checks the stat data of all files again, which
// takes milliseconds: events only trigger a check, so a lost or duplicate event does no harm.

import type { Config } from '../../config/config.js';
import type { LoadedConfig } from '../../config/config-request.js';
import type { BuildEnvironment } from '../build-environment.js';
import type { BuildOptions, BuildResult } from '../build-options.js';
import { ChangedSince } from './changed-since.js';
import { Changes } from './changes.js';
import { RepeatedBuilds } from './repeated-builds.js';
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

/** How often an idle watch checks that its input is still the same folder. */
const LOOK_MS = 300;

/** After these checks the next build is prepared, if that is not done. The second is for disks whose times are whole seconds. */
const PREPARING_LOOKS: ReadonlySet<number> = new Set([1, 10]);

/** Resolves with the last build's result when the signal aborts. Rejects if nothing could trigger another build. */
export async function watchWith(
  options: WatchOptions,
  environment: BuildEnvironment,
): Promise<BuildResult | undefined> {
  const { signal, loadConfig, alsoWatch = [], onResult, onError, onEvent = () => {}, ...buildOptions } = options;
  const builds = new RepeatedBuilds(buildOptions, environment);
  const changes = new Changes(signal);
  /** A configuration may be saved after it was read and before the watcher listens. */
  const since = new ChangedSince(environment.host, alsoWatch);
  const noteUnheard = (): void => {
    for (const path of since.saved) changes.note(path, true);
  };
  let last: BuildResult | undefined;
  /** Saved in a burst that went on: the last of its saves may never be reported. */
  let unsettled: readonly string[] = [];
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

  const whenIdle = async (config: Config): Promise<void> => {
    if (last?.status !== 'ok') return;
    try {
      const result = await builds.getReady(config, signal, onEvent);
      if (result === undefined) return;
      last = result;
      onResult?.(result);
    } catch (error) {
      fail(error);
    }
  };

  try {
    while (!signal.aborted) {
      let current: Config | undefined;
      // Before anything is read: files that are saved from now on trigger another build.
      changes.clear();
      since.look();
      try {
        const config = usable(await loadConfig(), options);
        current = config;
        // Watching begins before the build reads: an edit during the build is then an event after it.
        await watchInput(config);
        last = await builds.build(config, signal, onEvent);
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
      for (const path of unsettled) changes.note(path, true);
      if (changes.isEmpty) {
        onEvent({ type: 'watching', input: current?.input ?? '' });
        await someChange(changes, watched, since, current?.input ?? '', signal, async () => {
          if (current !== undefined) await whenIdle(current);
        });
      }
      unsettled = (await changes.settle(environment.host)) ? [] : changes.paths;
      if (!signal.aborted) onEvent({ type: 'changed', paths: changes.paths });
    }
    return last;
  } finally {
    await watched?.close();
    await environment.executors.dispose();
  }
}

/** Waits until something is saved, or the input is another folder. Files that were missing are polled. */
async function someChange(
  changes: Changes,
  watched: WatchedFiles | undefined,
  since: ChangedSince,
  input: string,
  signal: AbortSignal,
  whenIdle: () => Promise<void>,
): Promise<void> {
  for (let looks = 1; changes.isEmpty && !signal.aborted; looks++) {
    await changes.next(LOOK_MS);
    if (changes.isEmpty && !signal.aborted && PREPARING_LOOKS.has(looks)) await whenIdle();
    if (changes.isEmpty) for (const path of since.saved) changes.note(path, true);
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
