// Carries a plan out: notes what is kept, makes what is stale on as many threads as there are, and plans what is found inside.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { BytesRef } from '../../model/bytes-ref.js';
import type { Asset } from '../asset.js';
import type { Tools } from '../build-services.js';
import { type AssetRecord, assetKey } from '../cache/record.js';
import { type Referring, referringOf } from '../cache/referring.js';
import { outputPathsOf } from '../commit/output-path.js';
import { MAX_FILE_BYTES } from '../host/host.js';
import type { FactGatherer } from '../plan/gather-facts.js';
import { type Plan, type Planned, planFound } from '../plan/plan.js';
import type { RemoteSession } from '../remote/session.js';
import type { BuildLog } from '../report/build-log.js';
import type { Executor } from '../workers/job.js';
import { jobWork } from './job-memory.js';
import type { Made } from './make-asset.js';
import { drainQueue } from './work-queue.js';

interface ExecutionOptions {
  readonly tools: Tools;
  readonly gatherer: FactGatherer;
  readonly log: BuildLog;
  /** How many assets can be made at a time, here and elsewhere. */
  readonly threads: () => number;
  /** Asked once, when there is something to make: so many assets, besides what lies in them. */
  readonly prepareExecutors: (assets: number) => Promise<(asset: Asset) => Executor>;
  /** Asked likewise. */
  readonly openRemote?: () => Promise<RemoteSession | undefined>;
}

/** Enough to keep a long line busy with small files. */
const NETWORK_LANES = 128;

type Maker = (asset: Asset) => Promise<Made>;

export class Execution {
  /** By assetKey: compiled or restored now. */
  readonly made = new Map<string, AssetRecord>();
  /** By assetKey: found up to date. */
  readonly kept = new Map<string, Asset>();
  /** By assetKey: those of `made`. */
  readonly assetsMade = new Map<string, Asset>();
  readonly #options: ExecutionOptions;
  #maker: Maker | undefined;
  #getReady: (asset: Asset, sourceBytes?: number) => void = () => {};
  #asksNetwork = false;
  /** Sources that may yet yield, whose work is expected meanwhile. */
  readonly #awaited = new Set<string>();

  constructor(options: ExecutionOptions) {
    this.#options = options;
  }

  /** By the newest record of an asset. */
  readonly referringOf = (key: string): Referring | undefined => {
    const made = this.made.get(key);
    return made === undefined ? this.#options.tools.cache.records.referringOf(key) : referringOf(made);
  };

  /** Rejects with the signal's reason where it aborts. */
  async run({ keep, build, waiting, refused, claims }: Plan): Promise<void> {
    const { tools, log, threads } = this.#options;
    for (const key of this.#awaited) log.work.drop(key);
    this.#awaited.clear();
    for (const { asset } of keep) this.#keep(asset);
    // Before the sources are read: the first thread gets ready meanwhile.
    const maker = build.length > 0 ? await this.#openShop(build, build.length + waiting.length) : undefined;
    if (build.length > 0) {
      // Hashed first: what a kind looks at to tell its work is then at hand.
      for (const { asset } of build) {
        this.#getReady(asset, this.#weightOf(asset));
        this.#expect(asset);
      }
      for (const { asset, stale } of waiting) {
        if (stale.length === 0) continue;
        this.#expect(asset);
        this.#awaited.add(asset.key);
      }
    }
    log.refused(refused);
    for (const { asset } of refused) this.kept.delete(asset.key);
    for (const { asset, path } of claims) tools.committer.claim(asset, path, undefined);
    if (maker === undefined) return;
    await drainQueue({
      tasks: build,
      weightOf: ({ asset }) => this.#weightOf(asset),
      run: (task) => this.#make(task, maker),
      threads,
      ...(this.#asksNetwork && { lanes: NETWORK_LANES }),
      signal: tools.signal,
    });
  }

  #expect(asset: Asset): number {
    const { tools, log } = this.#options;
    const amount = jobWork(asset, tools);
    log.work.expect(asset.key, asset.kind.name, amount, asset.name === undefined);
    return amount;
  }

  /** With the first asset that is made: a build without work does not load what makes assets. */
  async #openShop(build: readonly Planned[], assets: number): Promise<Maker> {
    if (this.#maker !== undefined) return this.#maker;
    const { tools, prepareExecutors, openRemote } = this.#options;
    const { makeAsset } = await import('./make-asset.js');
    const remote = await openRemote?.();
    this.#asksNetwork = remote !== undefined;
    const executorFor = await prepareExecutors(assets);
    this.#getReady = (asset, sourceBytes) => {
      if (asset.kind.light !== true) executorFor(asset).getReady?.(sourceBytes);
    };
    const first = build.find(({ asset }) => asset.kind.light !== true);
    if (first !== undefined) this.#getReady(first.asset);
    const shop = { ...tools, executorFor, remote };
    this.#maker = (asset) => makeAsset(asset, shop);
    if (tools.cache.needsSnapshot) await tools.writer.writeSnapshot(tools.cache);
    return this.#maker;
  }

  /** A folder's or a derived asset's weight is unknown: it goes before all others. */
  #weightOf(asset: Asset): number {
    if (asset.name !== undefined || asset.isFolder) return MAX_FILE_BYTES;
    return this.#options.tools.state.file(asset.source)?.sizeBytes ?? 0;
  }

  #keep(asset: Asset): void {
    const { tools, log } = this.#options;
    const { records } = tools.cache;
    this.kept.set(asset.key, asset);
    log.kept(asset, records, withDoubt(asset, records.diagnosticsOf(asset.key)));
  }

  /** Returns the assets found inside that must be made as well. */
  async #make({ asset, reasons }: Planned, maker: Maker): Promise<readonly Planned[]> {
    const { log } = this.#options;
    const startMs = performance.now();
    log.started(asset);
    const made = await maker(asset);
    const ms = made.ms ?? performance.now() - startMs;
    if (made.status === 'failed') {
      log.failed(asset, { reasons, ms }, made.diagnostics);
      return [];
    }
    const { record } = made;
    this.made.set(asset.key, record);
    this.assetsMade.set(asset.key, asset);
    const more = await this.#planInside(asset, record, made.status === 'restored');
    const outputs = outputPathsOf(record);
    const how = made.isShared === true ? 'shared' : made.status;
    log.made(asset, how, { reasons, outputs, ms }, withDoubt(asset, record.diagnostics));
    return more;
  }

  async #planInside(asset: Asset, record: AssetRecord, isRestored: boolean): Promise<readonly Planned[]> {
    const { gatherer, log, tools } = this.#options;
    const more: Planned[] = [];
    for (const derived of record.derived) {
      // What was restored can name a kind that is no more, or an asset that is made already: itself, in the end.
      const kind = isRestored ? tools.kinds.find(derived.kind) : tools.kinds.named(derived.kind);
      if (kind === undefined || (isRestored && this.made.has(assetKey(asset.source, derived.name)))) continue;
      await tools.kinds.learn(kind);
      for (const facts of gatherer.inside(asset, derived)) {
        const found = planFound(facts);
        log.planned(found);
        for (const { asset: part } of found.keep) this.#keep(part);
        for (const { asset: part } of found.build) {
          log.work.found(asset.kind.name, this.#expect(part));
          // What waits under its own name is likely to be left to who refers to it.
          for (const { file } of inputsOf(part)) if (this.#awaited.delete(file)) log.work.drop(file);
        }
        more.push(...found.build);
      }
    }
    return more;
  }
}

/** Doubts about what a source is taken for are no part of what it compiles to: an equal file of another name has none. */
function withDoubt(
  { kind, source, name, params, settings }: Asset,
  warnings: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (kind.suspicionFor === undefined || name !== undefined || params === undefined) return warnings;
  const doubt = kind.suspicionFor(source, settings.all, params);
  return doubt === undefined ? warnings : [...warnings, { ...doubt, severity: 'warning', file: source }];
}

const inputsOf = ({ kind, params }: Asset): readonly BytesRef[] =>
  params === undefined ? [] : (kind.contentOf?.(params).inputs ?? []);
