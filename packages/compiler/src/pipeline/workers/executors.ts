// Chooses where an asset is compiled: light kinds on this thread, all others in a pool that starts with the first of them.

import type { Config } from '../../config/config.js';
import { DEFAULT_TIME_LIMIT_MS } from '../../config/file-keys.js';
import type { Registry } from '../../model/kind/registry.js';
import type { Asset } from '../asset.js';
import { InputFolder } from '../discover/input-folder.js';
import { SettingsResolver } from '../discover/settings-resolver.js';
import type { SourceRules } from '../discover/source-finder.js';
import { fittingThreads } from '../host/descriptor-limit.js';
import type { Host } from '../host/host.js';
import { registryWithPlugins } from '../project-registry.js';
import type { Executor } from './job.js';
import { type PartsPlace, partsIn } from './kept-parts.js';
import type { PoolExecutor } from './pool-executor.js';
import { MAX_SMALL_SOURCE_BYTES, runSmallInline } from './run-small-inline.js';
import type { WorkerSetup } from './serve-jobs.js';

/** Memory of the program itself, and of each thread with its kernels, as measured with the command line. */
const PROGRAM_BYTES = 90e6;
const THREAD_BYTES = 45e6;

/** This many small assets are compiled before a thread is ready for the first. */
const FEW_ASSETS = 16;

/** The parts of a configuration that decide what is compiled, and how. */
type InputRules = SourceRules & Pick<Config, 'exclude' | 'layers' | 'plugins' | 'timeLimitMs'>;

/** The properties of an asset that decide where it is compiled. */
export type AssetRules = Pick<Asset, 'kind' | 'isHooked'>;

/** Where and when a second compile takes place. */
interface Elsewhere {
  /** Another way to the input folder, absolute. */
  readonly root: string;
  readonly clockAheadMs: number;
}

/** Keeps the threads between builds (watching) as long as their start parameters are the same. */
export class Executors {
  readonly #host: Host;
  readonly #registry: Registry;
  /** Undefined: everything is compiled on the calling thread. */
  readonly #workerFile: string | undefined;
  readonly #elsewhere: Elsewhere | undefined;
  #pool: { readonly for: string; readonly executor: PoolExecutor } | undefined;

  constructor(host: Host, registry: Registry, workerFile: string | undefined, elsewhere?: Elsewhere) {
    this.#host = host;
    this.#registry = registry;
    this.#workerFile = workerFile;
    this.#elsewhere = elsewhere;
  }

  /** Separate threads for all kinds, with the input at another path and another clock. */
  at(elsewhere: Elsewhere): Executors {
    return new Executors(this.#host, this.#registry, this.#workerFile, elsewhere);
  }

  /**
   * For one build that has something to compile: only now the compilers are loaded. `assets`: their number, if known. `parts`: where parts of
   * jobs are kept; if absent, none are.
   */
  async prepare(
    config: InputRules,
    maxThreads: number,
    assets = Number.POSITIVE_INFINITY,
    parts?: PartsPlace,
  ): Promise<(asset: AssetRules) => Executor> {
    const { output, otherOutputs, embed, exclude, layers, plugins = [] } = config;
    const threads = fittingThreads(maxThreads);
    const sources: SourceRules = { input: config.input, output, otherOutputs, embed };
    const elsewhere = this.#elsewhere;
    const setup: WorkerSetup = { root: config.input, exclude, layers, sources, plugins, parts, ...elsewhere };
    const registry = await registryWithPlugins(this.#registry, plugins);
    const input = new InputFolder(this.#host, setup);
    const { inlineExecutor } = await import('./inline-executor.js');
    const kept = parts && partsIn(this.#host, parts);
    const inline = inlineExecutor(registry, input, sources, new SettingsResolver(config, registry), kept);
    const workerFile = this.#workerFile;
    const limited = limiter(config);
    if (workerFile === undefined) return (asset) => limited(inline, asset);
    const wanted = JSON.stringify([threads, { ...setup, plugins: plugins.map(({ digest }) => digest) }]);
    if (this.#pool?.for !== wanted) await this.dispose();
    const { PoolExecutor } = await import('./pool-executor.js');
    this.#pool ??= { for: wanted, executor: new PoolExecutor({ workerFile, threads, setup }) };
    const { executor } = this.#pool;
    if (elsewhere !== undefined) return (asset) => limited(executor, asset);
    const small =
      threads === 1 || assets <= FEW_ASSETS ? runSmallInline(inline, executor, smallSourceOf(input)) : () => executor;
    return (asset) => {
      if (asset.kind.plugin !== undefined) return limited(executor, asset);
      return asset.kind.light === true ? inline : limited(small(asset.kind), asset);
    };
  }

  /** Memory in use before any job starts; 0 if jobs run inside another program. */
  overheadBytes(threads: number): number {
    return this.#workerFile === undefined ? 0 : PROGRAM_BYTES + threads * THREAD_BYTES;
  }

  async dispose(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.executor.dispose();
  }
}

/** A source that cannot be read is left to its job, which reports why. */
function smallSourceOf(input: InputFolder): (source: string) => Uint8Array | undefined {
  return (source) => {
    try {
      const sizeBytes = input.statFile(source)?.sizeBytes ?? Number.POSITIVE_INFINITY;
      return sizeBytes > MAX_SMALL_SOURCE_BYTES ? undefined : input.read(source)?.bytes;
    } catch {
      return undefined;
    }
  };
}

/** Code of users may loop forever, so it has a default limit. Our own kinds have none unless the user sets one. */
function limiter({ timeLimitMs }: InputRules): (executor: Executor, asset: AssetRules) => Executor {
  return (executor, { kind, isHooked }) => {
    const limitMs = timeLimitMs ?? (kind.plugin === undefined && !isHooked ? 0 : DEFAULT_TIME_LIMIT_MS);
    if (limitMs === 0) return executor;
    return {
      run: (job, signal, ownMs = limitMs) => executor.run(job, signal, Math.min(ownMs, limitMs)),
      getReady: (sourceBytes) => executor.getReady?.(sourceBytes),
      dispose: () => executor.dispose(),
    };
  };
}
