// The files that a watch listens to. Listeners follow an input folder that is moved away, and a new folder at its path is not watched. So
// the watch regularly checks that it still listens to the current folder.

import { relative, sep } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Host } from '../host/host.js';
import { isAtOrInside } from '../host/is-inside.js';

export interface WatchedFiles {
  /** Whether it would listen to the same files. */
  readonly for: string;
  /** False if the input is no longer the watched folder, or a path exists that was missing. */
  readonly holds: () => boolean;
  close(): Promise<void>;
}

export interface Listener {
  readonly host: Host;
  readonly signal: AbortSignal;
  /** `isEdit`: an existing file has changed. */
  readonly onChange: (path: string, isEdit: boolean) => void;
  readonly onError: (error: unknown) => void;
}

/** What must be watched for a configuration, as text for comparison. */
export const watchedFor = ({ input, output, otherOutputs, plugins }: Config): string =>
  JSON.stringify([input, output, otherOutputs, filesOf(plugins)]);

const filesOf = (plugins: Config['plugins'] = []): readonly string[] => plugins.flatMap(({ files }) => files);

export async function watchFiles(
  config: Config,
  alsoWatch: readonly string[],
  { host, signal, onChange, onError }: Listener,
): Promise<WatchedFiles> {
  const identity = identityOf(host, config.input);
  let isRootGone = false;
  const { there, missing } = split(host, [config.input, ...alsoWatch, ...filesOf(config.plugins)]);
  const watcher = await listen(there, (path) => isIgnored(path, config), signal, onError);
  watcher.on('all', (event, path) => {
    if (event === 'unlinkDir' && path === config.input) isRootGone = true;
    onChange(path, event === 'change');
  });
  return {
    for: watchedFor(config),
    holds: () => !isRootGone && identityOf(host, config.input) === identity && split(host, missing).there.length === 0,
    close: () => watcher.close(),
  };
}

/** With a configuration that does not load there is no input to watch yet, only the file to be fixed. */
export async function watchOnly(
  files: readonly string[],
  { host, signal, onChange, onError }: Listener,
): Promise<WatchedFiles> {
  const watcher = await listen(split(host, files).there, () => false, signal, onError);
  watcher.on('all', (event, path) => onChange(path, event === 'change'));
  return { for: '', holds: () => true, close: () => watcher.close() };
}

/**
 * Chokidar is ready too early if one of its paths does not exist: it counts that path twice. What was saved in a folder that it had not
 * read yet would never be reported. Whether a missing path exists is polled.
 */
function split(host: Host, paths: readonly string[]): { readonly there: string[]; readonly missing: string[] } {
  const isThere = (path: string): boolean => host.stat(path) !== undefined;
  return { there: paths.filter(isThere), missing: paths.filter((path) => !isThere(path)) };
}

async function listen(
  paths: string[],
  ignored: (path: string) => boolean,
  signal: AbortSignal,
  onError: (error: unknown) => void,
) {
  const { watch } = await import('chokidar');
  // Chokidar reports the names in a folder before we have read it. One build when it is ready misses nothing.
  const watcher = watch(paths, { ignoreInitial: true, ignored });
  watcher.on('error', onError);
  await new Promise<void>((resolve) => {
    watcher.once('ready', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    // Without a path it is never ready.
    if (signal.aborted || paths.length === 0) resolve();
  });
  return watcher;
}

function identityOf(host: Host, folder: string): number | undefined {
  const stat = host.stat(folder);
  return stat?.type === 'folder' ? stat.inode : undefined;
}

function isIgnored(path: string, config: Config): boolean {
  if ([config.output, ...config.otherOutputs].some((output) => isAtOrInside(path, output))) return true;
  const inside = relative(config.input, path);
  if (inside.startsWith('..')) return false;
  return inside.split(sep).some((name) => name.startsWith('.') && name !== '');
}
