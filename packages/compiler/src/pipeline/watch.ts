// Build, then rebuild what a saved file affects, until the signal aborts. Every rebuild looks at the whole input again, which
// costs milliseconds: events only say that there is a reason to look, so a lost or doubled event does no harm.

import { relative, sep } from 'node:path';
import type { Config } from '../config/config.js';
import { runBuild } from './build.js';
import type { BuildOptions, BuildResult } from './build-options.js';
import type { BuildEnvironment } from './environment.js';

/** What `watch` is asked for. */
export interface WatchOptions extends Omit<BuildOptions, 'dryRun' | 'config' | 'signal'> {
  /** Asked before every build, so that a saved configuration takes effect. A throw is passed to `onError`; the watch goes on. */
  readonly loadConfig: () => Config | Promise<Config>;
  /** Files besides the input whose change starts a build: the configuration. Absolute. */
  readonly alsoWatch?: readonly string[];
  /** Ends the watch. Required: there is no other end. */
  readonly signal: AbortSignal;
  /** After every build. */
  readonly onResult?: (result: BuildResult) => void;
  readonly onError?: (error: unknown) => void;
}

/** Quiet time that ends a burst of saves; a burst longer than the second is built in between. */
const QUIET_MS = 100;
const BURST_MS = 2_000;

/** Resolves with the last build's result when the signal aborts. */
export async function watchWith(
  options: WatchOptions,
  environment: BuildEnvironment,
): Promise<BuildResult | undefined> {
  const { signal, loadConfig, alsoWatch = [], onResult, onError, ...buildOptions } = options;
  const pending = new Set<string>();
  let wake: (() => void) | undefined;
  let firstMs = 0;
  let lastMs = 0;
  let last: BuildResult | undefined;
  let watched: { readonly for: string; close(): Promise<void> } | undefined;

  const note = (path: string): void => {
    lastMs = performance.now();
    if (pending.size === 0) firstMs = lastMs;
    pending.add(path);
    wake?.();
  };
  const pause = (ms: number | undefined): Promise<void> =>
    new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(() => end(), ms);
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        wake = undefined;
        resolve();
      };
      wake = ms === undefined ? end : undefined;
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
    });
  const watchInput = async (config: Config): Promise<void> => {
    const wanted = JSON.stringify([config.input, config.output, config.otherOutputs]);
    if (watched?.for === wanted) return;
    await watched?.close();
    const { watch: watchFiles } = await import('chokidar');
    const watcher = watchFiles([config.input, ...alsoWatch], {
      ignoreInitial: true,
      // Chokidar tells of the names in a folder before we have looked: build once when it is ready, nothing is lost.
      ignored: (path: string) => isIgnored(path, config),
    });
    watcher.on('all', (_event, path) => note(path));
    watcher.on('error', (error) => onError?.(error));
    await new Promise<void>((resolve) => watcher.once('ready', resolve));
    watched = { for: wanted, close: () => watcher.close() };
  };

  try {
    while (!signal.aborted) {
      let input = '';
      try {
        const config = await loadConfig();
        input = config.input;
        // Watching begins before the build looks: an edit during the build is then an event after it.
        await watchInput(config);
        pending.clear();
        last = await runBuild({ ...buildOptions, config, signal }, environment);
        onResult?.(last);
      } catch (error) {
        if (signal.aborted) break;
        onError?.(error);
        if (watched === undefined)
          await watchOnly(alsoWatch, note, (close) => {
            watched = { for: '', close };
          });
      }
      if (signal.aborted) break;
      if (pending.size === 0) {
        options.onEvent?.({ type: 'watching', input });
        while (pending.size === 0 && !signal.aborted) await pause(undefined);
      }
      while (!signal.aborted && performance.now() - lastMs < QUIET_MS && performance.now() - firstMs < BURST_MS)
        await pause(QUIET_MS);
      if (!signal.aborted) options.onEvent?.({ type: 'changed', paths: [...pending].sort() });
    }
    return last;
  } finally {
    await watched?.close();
    await environment.executors.dispose();
  }
}

/** With a configuration that does not load there is no input to watch yet, only the file to be mended. */
async function watchOnly(
  files: readonly string[],
  note: (path: string) => void,
  keep: (close: () => Promise<void>) => void,
): Promise<void> {
  const { watch: watchFiles } = await import('chokidar');
  const watcher = watchFiles([...files], { ignoreInitial: true });
  watcher.on('all', (_event, path) => note(path));
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  keep(() => watcher.close());
}

function isIgnored(path: string, config: Config): boolean {
  if ([config.output, ...config.otherOutputs].some((output) => path === output || path.startsWith(output + sep)))
    return true;
  const inside = relative(config.input, path);
  if (inside.startsWith('..')) return false;
  return inside.split(sep).some((name) => name.startsWith('.') && name !== '');
}
