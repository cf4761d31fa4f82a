// Compiles a folder without a configuration and puts the results next to the sources, or into another folder. The build writes into a
// private folder first: next to sources nothing may be replaced or deleted as it may in an output folder. The content store makes a
// second run fast.

import { join } from 'node:path';
import type { Config, LayerValues } from '../../config/config.js';
import { DEFAULT_CACHE_BYTES } from '../../config/file-keys.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { runBuild } from '../build.js';
import type { BuildEnvironment } from '../build-environment.js';
import type { BuildOptions, BuildResult } from '../build-options.js';
import { digestText } from '../cache/digest.js';
import { acquireLock } from '../commit/lock.js';
import { makeOutputFolder, outputProblem } from '../commit/make-output-folder.js';
import { writeFailure } from '../commit/write-failure.js';
import { errorCode, type Host } from '../host/host.js';
import { openProject } from '../project.js';
import { publish, type WrittenFile } from './publish.js';

interface FolderRequest extends Pick<BuildOptions, 'onEvent' | 'signal' | 'jobs'> {
  /** Absolute: the folder with the sources. */
  readonly input: string;
  /** Absolute: where the results go, under the paths of their sources. It may be the input. */
  readonly output: string;
  /** Sources of other kinds are left alone. */
  readonly kinds: readonly string[];
  readonly values: LayerValues;
}

/** What the conversion of a folder did. */
export interface ConvertedFolder {
  readonly status: BuildResult['status'];
  /** Sources that were compiled, or that failed. */
  readonly sources: number;
  /** Sources and entries of the folder that failed. */
  readonly failed: number;
  readonly written: readonly WrittenFile[];
  /** Files that already had their content. */
  readonly unchanged: number;
  /** Files that were not replaced, because they are not as an earlier run wrote them. */
  readonly kept: number;
  /** Errors and warnings. Files are relative to the input, those of written files to the output. */
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING = { sources: 0, failed: 0, written: [], unchanged: 0, kept: 0 };

/** Rejects only for our own bugs. */
export async function convertFolder(request: FolderRequest, environment: BuildEnvironment): Promise<ConvertedFolder> {
  const { input, output, signal = new AbortController().signal } = request;
  const { host } = environment;
  const problem = outputProblem(host, request);
  if (problem !== undefined) return failed(problem, request);
  const staging = join(host.userCache, 'convert', digestText(JSON.stringify([input, output])).slice(0, 32));
  try {
    makeOutputFolder(host, output);
    const lock = await acquireLock(host, output, signal, (holder) =>
      request.onEvent?.({ type: 'waiting', output, ...holder }),
    );
    try {
      host.makeFolder(staging, { private: true });
      return await convertInto(staging, { ...request, signal }, environment);
    } finally {
      // What cannot be removed is used, and removed, by the next run.
      await removeTree(host, staging).catch(() => undefined);
      await lock.release();
    }
  } catch (error) {
    if (signal.aborted) return { status: 'interrupted', ...NOTHING, diagnostics: [] };
    if (errorCode(error) === undefined) throw error;
    return failed(writeFailure(undefined, `the folder ${output}`, error).diagnostic, request);
  }
}

function failed(diagnostic: Diagnostic, { onEvent }: FolderRequest): ConvertedFolder {
  onEvent?.({ type: 'diagnostic', diagnostic });
  return { status: 'failed', ...NOTHING, diagnostics: [diagnostic] };
}

async function convertInto(
  staging: string,
  request: FolderRequest & { readonly signal: AbortSignal },
  environment: BuildEnvironment,
): Promise<ConvertedFolder> {
  const { host, registry } = environment;
  const config = configOf(host, request, staging);
  const { assets } = await openProject(config, host, registry);
  const paths = assets.filter(({ kind }) => request.kinds.includes(kind.name)).map(({ source }) => source);
  if (paths.length === 0) return failed(noSources(request), request);
  const { onEvent, signal, jobs } = request;
  const result = await runBuild(
    { config, paths, signal, ...(onEvent && { onEvent }), ...(jobs !== undefined && { jobs }) },
    environment,
  );
  const { status, diagnostics } = result;
  const counts = { ...NOTHING, sources: paths.length, failed: result.failed };
  if (status === 'interrupted') return { status, ...counts, diagnostics };
  const made = result.assets.flatMap(({ outputs }) => outputs);
  const { written, unchanged, problems } = await publish(host, staging, [...new Set(made)].sort(), request.output);
  for (const diagnostic of problems) onEvent?.({ type: 'diagnostic', diagnostic });
  return {
    status: problems.length > 0 ? 'failed' : status,
    ...counts,
    written,
    unchanged,
    kept: problems.length,
    diagnostics: [...diagnostics, ...problems],
  };
}

const noSources = ({ input }: FolderRequest): Diagnostic => ({
  code: 'convert/no-sources',
  severity: 'error',
  message: `there are no images and no models in ${input}`,
});

const configOf = (host: Host, { input, values }: FolderRequest, output: string): Config => ({
  file: undefined,
  input,
  output,
  pack: false,
  manifest: 'all',
  embed: [],
  exclude: [],
  cache: { dir: host.userCache, maxSizeBytes: DEFAULT_CACHE_BYTES },
  preset: undefined,
  otherOutputs: [],
  layers: [{ origin: 'default', match: undefined, values }],
});

/** Only for the private folder, in which everything is ours. A link is removed, not followed. */
async function removeTree(host: Host, folder: string): Promise<void> {
  for (const { name, type } of host.stat(folder)?.type === 'folder' ? host.readFolder(folder) : []) {
    if (type === 'folder') await removeTree(host, join(folder, name));
    else await host.remove(join(folder, name));
  }
  host.removeFolder(folder);
}
