// Executes a plan: lists what is kept, makes what is stale on all threads, and plans the derived assets that are found.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { Asset } from '../asset.js';
import type { BuildServices } from '../build-services.js';
import { type AssetRecord, assetKey } from '../cache/record.js';
import { type RecordReferences, referencesOf } from '../cache/record-references.js';
import { outputPathsOf } from '../commit/output-path.js';
import { MAX_FILE_BYTES } from '../host/host.js';
import { monotonicMs } from '../host/monotonic-ms.js';
import type { FactGatherer } from '../plan/gather-facts.js';
import { type Plan, type Planned, planFound } from '../plan/plan.js';
import type { BuildLog } from '../report/build-log.js';
import type { Compute } from './compute.js';
import { jobWork } from './job-memory.js';
import type { Made } from './make-asset.js';
import { drainQueue } from './work-queue.js';

interface ExecutionOptions {
  readonly services: BuildServices;
  readonly gatherer: FactGatherer;
  readonly compute: Compute;
  readonly log: BuildLog;
}

/** Requests in flight while a shared cache is used: enough to hide the latency of small files. */
const NETWORK_LANES = 128;

type Maker = (asset: Asset) => Promise<Made>;

export class Execution {
  /** By assetKey: compiled or restored now. */
  readonly made = new Map<string, AssetRecord>();
  /** By assetKey: found up to date. */
  readonly kept = new Map<string, Asset>();
  /** By assetKey: the assets of `made`. */
  readonly assetsMade = new Map<string, Asset>();
  readonly #options: ExecutionOptions;
  #maker: Maker | undefined;
  #getReady: (asset: Asset, sourceBytes?: number) => void = () => {};
  #usesRemote = false;
  /** Sources that may still yield. Their work is expected until then. */
  readonly #awaited = new Set<string>();

  constructor(options: ExecutionOptions) {
    this.#options = options;
  }

  /** What an asset refers to, by its newest record. */
  readonly referringOf = (key: string): RecordReferences | undefined => {
    const made = this.made.get(key);
    return made === undefined ? this.#options.services.cache.records.referringOf(key) : referencesOf(made);
  };

  /** Rejects with the signal's reason if it aborts. */
  async run({ keep, build, waiting, refused, claims }: Plan): Promise<void> {
    const { services, compute, log } = this.#options;
    for (const key of this.#awaited) log.work.drop(key);
    this.#awaited.clear();
    for (const { asset } of keep) this.#keep(asset);
    // Started before the sources are read, so that the first thread gets ready meanwhile.
    const maker = build.length > 0 ? await this.#openMaker(build, build.length + waiting.length) : undefined;
    if (build.length > 0) {
      // Sources are hashed first, so that kinds can estimate their work without reading again.
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
    for (const { asset, path } of claims) services.committer.claim(asset, path, undefined);
    if (maker === undefined) return;
    await drainQueue({
      tasks: build,
      weightOf: ({ asset }) => this.#weightOf(asset),
      run: (task) => this.#make(task, maker),
      threads: () => compute.places,
      ...(this.#usesRemote && { lanes: NETWORK_LANES }),
      signal: services.signal,
    });
  }

  #expect(asset: Asset): number {
    const { services, log } = this.#options;
    const amount = jobWork(asset, services);
    log.work.expect(asset.key, asset.kind.name, amount, asset.name === undefined);
    return amount;
  }

  /** On the first asset that is compiled: a build without work loads nothing that compiles. */
  async #openMaker(build: readonly Planned[], assets: number): Promise<Maker> {
    if (this.#maker !== undefined) return this.#maker;
    const { services, compute } = this.#options;
    const { makeAsset } = await import('./make-asset.js');
    const jobs = await compute.open(assets);
    this.#usesRemote = jobs.remote !== undefined;
    this.#getReady = (asset, sourceBytes) => {
      if (asset.kind.light !== true) jobs.executorFor(asset).getReady?.(sourceBytes);
    };
    const first = build.find(({ asset }) => asset.kind.light !== true);
    if (first !== undefined) this.#getReady(first.asset);
    this.#maker = (asset) => makeAsset(asset, jobs);
    if (services.cache.needsSnapshot) await services.writer.writeSnapshot(services.cache);
    return this.#maker;
  }

  /** The size of a folder or a derived asset is unknown: it is compiled first. */
  #weightOf(asset: Asset): number {
    if (asset.name !== undefined || asset.isFolder) return MAX_FILE_BYTES;
    return this.#options.services.state.file(asset.source)?.sizeBytes ?? 0;
  }

  #keep(asset: Asset): void {
    const { services, log } = this.#options;
    const { records } = services.cache;
    this.kept.set(asset.key, asset);
    log.kept(asset, records, withSuspicion(asset, records.diagnosticsOf(asset.key)));
  }

  /** Returns the derived assets that must be made as well. */
  async #make({ asset, reasons }: Planned, maker: Maker): Promise<readonly Planned[]> {
    const { log } = this.#options;
    const startMs = monotonicMs();
    log.started(asset);
    const made = await maker(asset);
    const ms = made.ms ?? monotonicMs() - startMs;
    if (made.status === 'failed') {
      log.failed(asset, { reasons, ms }, { diagnostics: made.diagnostics, attempt: made.attempt });
      return [];
    }
    const { record } = made;
    this.made.set(asset.key, record);
    this.assetsMade.set(asset.key, asset);
    const more = await this.#planInside(asset, record, made.status === 'restored');
    const outputs = outputPathsOf(record);
    const how = made.isShared === true ? 'shared' : made.status;
    log.made(asset, how, { reasons, outputs, ms }, withSuspicion(asset, record.diagnostics));
    return more;
  }

  async #planInside(asset: Asset, record: AssetRecord, isRestored: boolean): Promise<readonly Planned[]> {
    const { gatherer, log, services } = this.#options;
    const more: Planned[] = [];
    for (const derived of record.derived) {
      // A restored trace may name a kind that no longer exists, or an asset that is already made (even itself).
      const kind = isRestored ? services.kinds.find(derived.kind) : services.kinds.named(derived.kind);
      if (kind === undefined || (isRestored && this.made.has(assetKey(asset.source, derived.name)))) continue;
      await services.kinds.learn(kind);
      for (const facts of gatherer.inside(asset, derived)) {
        const found = planFound(facts);
        log.planned(found);
        for (const { asset: part } of found.keep) this.#keep(part);
        for (const { asset: part } of found.build) {
          log.work.found(asset.kind.name, this.#expect(part));
          // The file itself will probably yield to this reference.
          for (const { file } of inputsOf(part)) if (this.#awaited.delete(file)) log.work.drop(file);
        }
        more.push(...found.build);
      }
    }
    return more;
  }
}

/** Suspicions depend on the name, so they are not stored with the result: an equal file under another name has none. */
function withSuspicion(
  { kind, source, name, params, settings }: Asset,
  warnings: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (kind.suspicionFor === undefined || name !== undefined || params === undefined) return warnings;
  const suspicion = kind.suspicionFor(source, settings.all, params);
  return suspicion === undefined ? warnings : [...warnings, { ...suspicion, severity: 'warning', file: source }];
}

const inputsOf = ({ kind, params }: Asset): readonly BytesRef[] =>
  params === undefined ? [] : (kind.contentOf?.(params).inputs ?? []);
