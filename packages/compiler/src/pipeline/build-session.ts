// One build from lock to log: gathers what is known, plans, makes what is stale, and finishes. The order of writes is what
// makes it safe to kill: outputs, then the manifest, then removals, then the pack, then the cache.

import { availableParallelism } from 'node:os';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Registry } from '../model/kind.js';
import { type Asset, derivedAsset, sourceAsset } from './asset.js';
import type { BuildOptions, BuildResult } from './build-options.js';
import { type CacheState, CacheWriter, emptyCache, loadCache } from './cache/cache-log.js';
import { DiskStore } from './cache/content-store.js';
import type { AssetRecord } from './cache/record.js';
import { Committer, writeFailed } from './commit.js';
import { type Discovery, discover } from './discover.js';
import type { AssetOutcome, BuildEvent, BuildStatus, PlannedAsset } from './events.js';
import { gatherFacts, outputFacts } from './facts.js';
import { finishBuild, type Validate } from './finish.js';
import { errorCode, type Host, MAX_FILE_BYTES } from './host.js';
import { InputFolder } from './input-folder.js';
import { InputState } from './input-state.js';
import { KindIdentities } from './kind-identities.js';
import { acquireLock, type Lock } from './lock.js';
import { collision, type Made, makeAsset, type Workshop } from './make-asset.js';
import { selectSources } from './select-sources.js';
import { SettingsResolver } from './settings-resolver.js';
import { compareText } from './source-path.js';
import { staleReasons } from './staleness.js';
import { sweepTemporaries } from './sweep.js';
import { UnchangedCheck } from './unchanged.js';
import { workOff } from './work-queue.js';
import type { Executors } from './workers/executors.js';
import { mayYield, yieldingAssets } from './yielding.js';

export interface BuildEnvironment {
  readonly host: Host;
  readonly registry: Registry;
  readonly executors: Executors;
  /** For --verify: what is wrong with the bytes of an output. */
  readonly validate: Validate;
}

interface Task {
  readonly asset: Asset;
  readonly reasons: readonly string[];
}

export class BuildSession {
  readonly #options: BuildOptions;
  readonly #environment: BuildEnvironment;
  readonly #startedMs = performance.now();
  readonly #outcomes: AssetOutcome[] = [];
  readonly #plan: PlannedAsset[] = [];
  readonly #diagnostics = new Map<string, Diagnostic[]>();
  readonly #kinds: KindIdentities;
  readonly #made = new Map<string, AssetRecord>();
  readonly #kept = new Set<string>();
  readonly #collided = new Set<string>();
  readonly #resolver: SettingsResolver;
  readonly #input: InputFolder;
  #failed = 0;
  #removed = 0;
  #total = 0;
  #done = 0;
  #cache: CacheState = emptyCache(undefined);
  #problem = false;

  constructor(options: BuildOptions, environment: BuildEnvironment) {
    this.#options = options;
    this.#environment = environment;
    this.#kinds = new KindIdentities(environment.registry);
    this.#resolver = new SettingsResolver(options.config, environment.registry);
    this.#input = new InputFolder(environment.host, { root: options.config.input, exclude: options.config.exclude });
  }

  #emit(event: BuildEvent): void {
    this.#options.onEvent?.(event);
  }

  #report(about: string, diagnostics: readonly Diagnostic[]): void {
    if (diagnostics.length === 0) return;
    const list = this.#diagnostics.get(about) ?? [];
    list.push(...diagnostics);
    this.#diagnostics.set(about, list);
    for (const diagnostic of diagnostics) {
      if (diagnostic.severity === 'error') this.#problem = true;
      this.#emit({ type: 'diagnostic', diagnostic });
    }
  }

  async run(): Promise<BuildResult> {
    const { config, dryRun, signal = new AbortController().signal } = this.#options;
    const { host } = this.#environment;
    this.#emit({ type: 'start', input: config.input, output: config.output, preset: config.preset ?? null });
    if (host.stat(config.input)?.type !== 'folder') {
      this.#report('', this.#discover().problems);
      return this.#result('failed', 0, 0, undefined);
    }
    let lock: Lock | undefined;
    try {
      if (dryRun !== true) {
        host.makeFolder(config.output);
        lock = await acquireLock(host, config.output, signal, (holder) =>
          this.#emit({ type: 'waiting', output: config.output, ...holder }),
        );
      }
      return await this.#locked(signal);
    } catch (error) {
      if (signal.aborted) return this.#result('interrupted', 0, 0, undefined);
      // The output folder, its lock or the cache cannot be written: the user's disk, not our bug.
      if (errorCode(error) === undefined) throw error;
      this.#report('\uffff', [writeFailed(undefined, `the output folder ${config.output}`, error).diagnostic]);
      return this.#result('failed', 0, 0, undefined);
    } finally {
      await lock?.release();
    }
  }

  #discover(): Discovery {
    return discover(this.#input, this.#options.config, this.#environment.registry);
  }

  async #locked(signal: AbortSignal): Promise<BuildResult> {
    const { config, dryRun = false, noCache = false, explain = false } = this.#options;
    const { host, executors } = this.#environment;
    this.#cache = loadCache(host, config.output);
    const cache = this.#cache;
    if (!dryRun) await sweepTemporaries(host, config.output, cache);

    const discovery = this.#discover();
    this.#report('', discovery.problems);
    this.#emit({ type: 'discovered', sources: discovery.sources.length, ignored: discovery.ignored });
    const assets: Asset[] = [];
    const kinds = new Set(discovery.sources.map((source) => source.kind));
    for (const [name] of cache.records.tables.kinds) {
      const kind = this.#kinds.find(name);
      if (kind !== undefined) kinds.add(kind);
    }
    for (const kind of kinds) await this.#kinds.learn(kind);
    for (const source of discovery.sources)
      assets.push(sourceAsset(source, this.#kinds.of(source.kind), this.#resolver));
    const { paths } = this.#options;
    const selection = paths === undefined ? { assets, problems: [] } : selectSources(assets, paths, config.input);
    this.#report('', selection.problems);
    const wanted = selection.assets;

    const state = new InputState(this.#input, cache.files);
    const outputs = outputFacts(host, config.output);
    const facts = gatherFacts(state, this.#resolver, outputs);
    const writer = new CacheWriter(host, config.output);
    const committer = new Committer(host, config.output, cache, writer);
    const store = noCache ? undefined : new DiskStore(host, config.cache.dir, config.cache.maxSizeBytes);
    const threads = Math.max(1, this.#options.jobs ?? availableParallelism());
    let executorFor: Workshop['executorFor'] | undefined;
    const shop: Workshop = {
      host,
      cache,
      writer,
      committer,
      state,
      facts,
      store,
      executorFor: (asset) => {
        if (executorFor === undefined) throw new Error('executors were not prepared');
        return executorFor(asset);
      },
      signal,
      inflight: new Map(),
      trustRecords: !noCache,
    };

    const unchanged = new UnchangedCheck(cache.records, this.#input, config.output);
    const check = (asset: Asset): readonly string[] => {
      if (!noCache && unchanged.holds(asset)) return [];
      const record = cache.records.get(asset.key);
      if (noCache) return ['no cache was asked for'];
      if (record === undefined) return [cache.cold ?? 'new'];
      return staleReasons(asset, record, facts);
    };

    const planPass = (pass: readonly Asset[]): Task[] => {
      const tasks: Task[] = [];
      const visit = (asset: Asset): void => {
        const reasons = check(asset);
        const action = reasons.length === 0 ? 'keep' : 'build';
        if (dryRun || explain)
          this.#planned({ id: asset.id, source: asset.source, kind: asset.kind.name, action, reasons });
        if (reasons.length > 0) return void tasks.push({ asset, reasons });
        for (const derived of this.#keep(asset)) visit(this.#derived(asset, derived));
      };
      for (const asset of pass) {
        if (this.#collided.has(asset.key)) continue;
        visit(asset);
      }
      return tasks;
    };

    const yields = yieldingAssets(this.#resolver);
    const firstPass = wanted.filter((asset) => !yields(asset));
    const secondPass = wanted.filter(yields);
    let tasks = planPass(firstPass);
    this.#total += firstPass.length;
    if (tasks.length > 0 || wanted.some((asset) => !cache.records.has(asset.key)))
      this.#findCollisions(assets, committer);
    tasks = tasks.filter(({ asset }) => !this.#collided.has(asset.key));
    if (secondPass.length === 0) this.#emit({ type: 'planned', assets: wanted.length, toBuild: tasks.length });

    let prepared = false;
    const work = async (queue: Task[]): Promise<void> => {
      if (queue.length === 0 || dryRun) return;
      if (!prepared) {
        prepared = true;
        executorFor = await executors.prepare(config, threads);
        if (cache.needsSnapshot) await writer.writeSnapshot(cache);
      }
      await workOff({
        tasks: queue,
        // A folder's or a derived asset's weight is unknown: it goes before all others.
        weightOf: ({ asset }) =>
          asset.name === undefined && !asset.isFolder ? (state.file(asset.source)?.sizeBytes ?? 0) : MAX_FILE_BYTES,
        run: (task) => this.#work(task, check, shop),
        threads,
        signal,
      });
    };
    let interrupted = false;
    const stop = () => void executors.dispose();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await work(tasks);
      if (secondPass.length > 0) {
        const kept = [...this.#kept].flatMap((key) => cache.records.get(key) ?? []);
        const isReferred = mayYield(dryRun ? cache.records.values() : [...kept, ...this.#made.values()]);
        const unreferred = secondPass.filter((asset) => !isReferred(asset));
        const late = planPass(unreferred);
        this.#total += unreferred.length;
        this.#emit({
          type: 'planned',
          assets: firstPass.length + unreferred.length,
          toBuild: tasks.length + late.length,
        });
        await work(late);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      interrupted = true;
    } finally {
      signal.removeEventListener('abort', stop);
    }
    interrupted ||= signal.aborted;

    if (dryRun) return this.#result(this.#problem ? 'failed' : 'ok', discovery.ignored, 0, undefined);
    const finished = await finishBuild({
      host,
      config,
      cache,
      writer,
      committer,
      state,
      renewedOutputs: outputs.renewed,
      made: this.#made,
      kept: this.#kept,
      complete: paths === undefined,
      succeeded: !this.#problem && !interrupted,
      interrupted,
      pack: config.pack || this.#options.pack === true,
      verify: this.#options.verify === true,
      validate: this.#environment.validate,
      emit: (event) => this.#emit(event),
      report: (diagnostics) => this.#report('\uffff', diagnostics),
    });
    this.#removed = finished.removed;
    await store?.evict();
    const status: BuildStatus = interrupted ? 'interrupted' : this.#problem ? 'failed' : 'ok';
    return this.#result(status, discovery.ignored, finished.outputBytes, finished.packFile);
  }

  #derived(parent: Asset, derived: AssetRecord['derived'][number]): Asset {
    const kind = this.#kinds.named(derived.kind);
    this.#total++;
    return derivedAsset(parent, derived, kind, this.#kinds.of(kind), this.#resolver);
  }

  #planned(asset: PlannedAsset): void {
    if (this.#options.dryRun === true) this.#plan.push(asset);
    this.#emit({ type: 'plan', ...asset });
  }

  /** Returns what is inside. */
  #keep(asset: Asset): AssetRecord['derived'] {
    this.#done++;
    this.#kept.add(asset.key);
    const row = this.#cache.records.row(asset.key);
    const record = row === undefined ? this.#cache.records.get(asset.key) : undefined;
    const outputs =
      row?.[5].map((output) => row[3] + output[0]) ?? record?.outputs.map(({ suffix }) => record.base + suffix) ?? [];
    this.#report(asset.id, row?.[6]?.diagnostics ?? record?.diagnostics ?? []);
    this.#outcome(asset, 'cached', [], outputs, 0);
    return row?.[6]?.derived ?? record?.derived ?? [];
  }

  #outcome(
    asset: Asset,
    status: AssetOutcome['status'],
    reasons: readonly string[],
    outputs: readonly string[],
    ms: number,
  ): void {
    const outcome: AssetOutcome = {
      id: asset.id,
      source: asset.source,
      kind: asset.kind.name,
      status,
      reasons,
      outputs,
    };
    this.#outcomes.push(outcome);
    if (status === 'failed') this.#failed++;
    if (status !== 'cached' || this.#options.explain === true) this.#emit({ type: 'asset', ms, ...outcome });
  }

  /** Two sources that would write one output fail both, before anything is compiled; told once. */
  #findCollisions(assets: readonly Asset[], committer: Committer): void {
    for (const asset of assets)
      for (const suffix of asset.kind.suffixes(asset.settings.values, asset.source)) {
        const owner = committer.claim(asset, asset.base + suffix, undefined);
        if (owner === undefined) continue;
        this.#report(asset.id, [collision(asset, owner, asset.base + suffix).diagnostic]);
        for (const one of [asset, owner]) {
          if (this.#collided.has(one.key)) continue;
          this.#collided.add(one.key);
          // It may have been found up to date before its rival came into sight.
          const before = this.#outcomes.findIndex((outcome) => outcome.id === one.id);
          if (before >= 0) this.#outcomes.splice(before, 1);
          this.#outcome(one, 'failed', [], [], 0);
        }
      }
  }

  /** Returns the assets found inside that must be made as well. */
  async #work(task: Task, check: (asset: Asset) => readonly string[], shop: Workshop): Promise<readonly Task[]> {
    const { asset, reasons } = task;
    const startMs = performance.now();
    this.#emit({ type: 'asset-start', id: asset.id, kind: asset.kind.name });
    const made = await makeAsset(asset, shop);
    const more = made.status === 'failed' ? [] : await this.#accept(asset, made, check);
    const outputs =
      made.status === 'failed' ? [] : made.record.outputs.map((output) => made.record.base + output.suffix);
    this.#report(asset.id, made.status === 'failed' ? made.diagnostics : made.record.diagnostics);
    this.#done++;
    this.#outcome(asset, made.status, reasons, outputs, made.ms ?? performance.now() - startMs);
    this.#emit({ type: 'progress', done: this.#done, total: this.#total });
    return more;
  }

  async #accept(
    asset: Asset,
    made: Exclude<Made, { status: 'failed' }>,
    check: (asset: Asset) => readonly string[],
  ): Promise<readonly Task[]> {
    this.#made.set(asset.key, made.record);
    const more: Task[] = [];
    for (const derived of made.record.derived) {
      await this.#kinds.learn(this.#kinds.named(derived.kind));
      const child = this.#derived(asset, derived);
      const reasons = check(child);
      const action = reasons.length === 0 ? 'keep' : 'build';
      if (this.#options.explain === true)
        this.#planned({ id: child.id, source: child.source, kind: child.kind.name, action, reasons });
      if (reasons.length === 0) this.#keep(child);
      else more.push({ asset: child, reasons });
    }
    return more;
  }

  #result(status: BuildStatus, ignored: number, outputBytes: number, packFile: string | undefined): BuildResult {
    const count = (wanted: AssetOutcome['status']) =>
      this.#outcomes.reduce((sum, { status: s }) => sum + (s === wanted ? 1 : 0), 0);
    const restored = count('restored');
    const counts = {
      built: count('built'),
      cached: count('cached') + restored,
      restored,
      failed: this.#failed,
      removed: this.#removed,
    };
    const ms = performance.now() - this.#startedMs;
    this.#outcomes.sort((a, b) => compareText(a.id, b.id));
    this.#plan.sort((a, b) => compareText(a.id, b.id));
    const diagnostics = [...this.#diagnostics].sort(([a], [b]) => compareText(a, b)).flatMap(([, list]) => list);
    this.#emit({ type: 'done', status, ms, ...counts });
    return {
      status,
      ...counts,
      assets: this.#outcomes,
      plan: this.#plan,
      diagnostics,
      ignored,
      outputBytes,
      packFile,
      ms,
    };
  }
}
