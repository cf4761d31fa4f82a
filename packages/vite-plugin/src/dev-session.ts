// The watch of one dev server: compiles on start and on save, and reports the contents of the output and problems. A restarting server
// creates a new session before it closes the old one; their builds wait for each other by the output's lock.

import { resolve } from 'node:path';
import { type BuildResult, build, type Config, type Diagnostic, type LoadedConfig, loadConfig, watch } from 'assetc';
import type { AssetcChange } from './client.js';
import { overlayOf, type Roots } from './format-diagnostics.js';
import { KnownOutput } from './known-output.js';
import type { AssetcOptions } from './options.js';
import type { OutputIndex } from './output-index.js';

interface SessionEvents {
  /** Called after every build, including the first, in which everything is new. Diagnostics include those of the configuration. */
  readonly onBuild: (result: BuildResult, change: AssetcChange) => void;
  /** Called with problems of the configuration, or an internal error. */
  readonly onTrouble: (diagnostics: readonly Diagnostic[], error: Error | undefined) => void;
}

export class DevSession {
  readonly #root: string;
  readonly #options: AssetcOptions;
  readonly #end = new AbortController();
  readonly #output = new KnownOutput();
  #config: Config | undefined;
  #loaded: LoadedConfig | undefined;
  #wrong: readonly Diagnostic[] = [];
  #running: Promise<unknown> | undefined;
  #reportReady: () => void = () => undefined;
  readonly #ready = new Promise<void>((done) => {
    this.#reportReady = done;
  });

  constructor(root: string, options: AssetcOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** The contents of the output, once the first build has ended, successfully or not. */
  async index(): Promise<OutputIndex> {
    await this.#ready;
    return this.#output.index;
  }

  get folder(): string {
    return this.#config?.output ?? this.#root;
  }

  /** The contents of the overlay; undefined if there is no problem. */
  get overlay(): ReturnType<typeof overlayOf> {
    return overlayOf(this.#wrong, this.#roots);
  }

  /** Assets that could not be compiled, and why. */
  get errors(): readonly Diagnostic[] {
    return this.#wrong.filter(({ severity }) => severity === 'error');
  }

  get #roots(): Roots {
    return { input: this.#config?.input, root: this.#root };
  }

  /** If `isWatching` is false, builds once. */
  start(events: SessionEvents, isWatching: boolean): void {
    const { jobs } = this.#options;
    const onResult = async (result: BuildResult): Promise<void> => {
      if (this.#config === undefined || this.#end.signal.aborted) return;
      const change = await this.#output.update(this.#config, result);
      this.#wrong = [...(this.#loaded?.diagnostics ?? []), ...result.diagnostics];
      this.#reportReady();
      events.onBuild({ ...result, diagnostics: this.#wrong }, change);
    };
    const onError = (error: unknown): void => {
      const wrong = this.#loaded?.config === undefined ? (this.#loaded?.diagnostics ?? []) : [];
      this.#wrong = wrong;
      this.#reportReady();
      const fault = error instanceof Error ? error : new Error(String(error));
      events.onTrouble(wrong, wrong.length > 0 ? undefined : fault);
    };
    const signal = this.#end.signal;
    const common = { signal, ...(jobs === undefined ? {} : { jobs }) };
    /** One after the other: changes are determined from the files on disk. */
    let queue: Promise<void> = Promise.resolve();
    const enqueue = (result: BuildResult): void => {
      queue = queue.then(() => onResult(result)).catch(onError);
    };
    const whole = async (): Promise<void> => {
      if (!isWatching) {
        const { config } = await this.#load();
        if (config === undefined) throw new Error('the configuration has errors');
        enqueue(await build({ config, ...common }));
      } else
        await watch({
          ...common,
          loadConfig: () => this.#load(),
          alsoWatch: [await this.#configFile()],
          onResult: enqueue,
          onError,
        });
      await queue;
    };
    this.#running = whole().catch(onError);
  }

  /** Stops the watch, and waits for its end. */
  async stop(): Promise<void> {
    this.#end.abort();
    await this.#running;
    this.#reportReady();
  }

  async #load(): Promise<LoadedConfig> {
    const { config: file, preset, draft } = this.#options;
    this.#loaded = await loadConfig({ cwd: this.#root, file, preset, draft });
    this.#config = this.#loaded.config ?? this.#config;
    return this.#loaded;
  }

  /** The configuration file to watch, even if it does not exist yet. */
  async #configFile(): Promise<string> {
    const { config: file, preset } = this.#options;
    if (file !== undefined) return resolve(this.#root, file);
    const { config, diagnostics } = await loadConfig({ cwd: this.#root, preset });
    return (
      config?.file ?? resolve(this.#root, diagnostics.find((found) => found.file !== undefined)?.file ?? 'assetc.yml')
    );
  }
}
