// The context of a compile. Every read is recorded: what is not recorded cannot be read.

import { manifestHash, sourceRef } from '@assetc/formats';
import type { PortableDiagnostic } from '../../diagnostics/portable-diagnostic.js';
import type { ByteSource } from '../../model/byte-source.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { Claim, CompileContext } from '../../model/kind/compile-context.js';
import type { Hook } from '../../model/kind/hook.js';
import type { Kind } from '../../model/kind/kind.js';
import type { CopiedOutput, DerivedAsset, Output } from '../../model/kind/output.js';
import type { ResolvedSettings } from '../../model/kind/setting.js';
import type { Json } from '../../model/text/json.js';
import { derivedNames } from '../asset.js';
import type { ContentStore } from '../cache/content-store.js';
import type { Dependency } from '../cache/record.js';
import { outputPathOf } from '../commit/output-path.js';
import { describeOutput } from '../execute/made-output.js';
import { resolveReference } from '../host/source-path.js';
import { checkInsideInput } from './context-errors.js';
import { EmittedOutputs } from './emitted-outputs.js';
import type { InputView } from './input/input-view.js';
import { RecordedDependencies } from './input/recorded-dependencies.js';
import { RecordedInput } from './input/recorded-input.js';
import { recordedSettings } from './input/recorded-settings.js';
import type { FileRead, Job } from './job.js';
import { JobWarnings } from './job-warnings.js';
import { partKey } from './kept-parts.js';

export type RunParallel = (task: string, count: number, payload: unknown) => Promise<void>;

export class JobContext implements CompileContext {
  readonly path: string;
  readonly base: string;
  readonly sourceRef: string;
  readonly params: Json | undefined;
  readonly settings: ResolvedSettings;
  readonly signal: AbortSignal;
  readonly parallel: RunParallel;
  readonly hooks: readonly Hook[];

  readonly otherPresets: readonly ResolvedSettings[];
  readonly emitted: EmittedOutputs;
  readonly #seen = new RecordedDependencies();
  readonly #files: RecordedInput;
  readonly #warnings: JobWarnings;
  readonly #finder: InputView['finder'];
  readonly #resolver: InputView['resolver'];
  readonly #kind: Kind;
  readonly #parts: (() => ContentStore) | undefined;

  constructor(
    job: Job,
    kind: Kind,
    sight: InputView,
    parallel: RunParallel,
    signal: AbortSignal,
    hooks: readonly Hook[] = [],
    parts?: () => ContentStore,
  ) {
    this.hooks = hooks;
    this.#kind = kind;
    this.#parts = parts;
    this.#warnings = new JobWarnings(job.source);
    this.emitted = new EmittedOutputs(job, kind);
    this.#files = new RecordedInput(job.source, sight, this.#seen, signal);
    this.#finder = sight.finder;
    this.#resolver = sight.resolver;
    this.path = job.source;
    this.base = job.base;
    this.sourceRef = sourceRef(job.source);
    this.params = job.params;
    this.settings = job.settings;
    this.otherPresets = job.otherPresets ?? [];
    this.signal = signal;
    this.parallel = parallel;
  }

  get reads(): readonly FileRead[] {
    return this.#files.reads;
  }

  get dependencies(): readonly Dependency[] {
    return this.#seen.all();
  }

  settingsFor(derivedName: string, wanted: readonly string[]): ResolvedSettings {
    const settings = this.#resolver.select(wanted, derivedNames(this.path, derivedName));
    this.#seen.record(`for ${derivedName} ${wanted.join()}`, {
      type: 'settings-for',
      name: derivedName,
      json: settings.json,
    });
    return settings.values;
  }

  settingsOf(sourcePath: string, wanted: readonly string[]): ResolvedSettings {
    const settings = this.#resolver.select(wanted, [sourcePath]);
    this.#seen.record(`of ${sourcePath} ${wanted.join()}`, {
      type: 'settings-of',
      path: sourcePath,
      json: settings.json,
    });
    return settings.values;
  }

  async mention(path: string, use: string): Promise<Claim | undefined> {
    checkInsideInput(path, this.path);
    const found = this.#finder.find(path);
    const claim = found === undefined ? undefined : { kind: found.kind.name, source: found.path };
    this.#seen.record(`mention ${path} ${use}`, { type: 'mention', path, use, claim: claim ?? null });
    return claim;
  }

  async refOf(path: string, use: string, suffix?: string): Promise<bigint | undefined> {
    await this.mention(path, use);
    const found = this.#finder.find(path);
    if (found === undefined) return undefined;
    const { kind, path: source } = found;
    const [first] = this.#suffixesOf(kind, source);
    const [chosen, { listedAs }] = [suffix ?? first, kind];
    return chosen === undefined || listedAs === undefined
      ? undefined
      : manifestHash(listedAs, outputPathOf({ base: kind.base(source) }, { suffix: chosen }));
  }

  /** Only the settings that affect names are recorded: the quality of a texture does not matter to an asset that refers to it. */
  #suffixesOf(kind: Kind, source: string): readonly string[] {
    const asked = new Set<string>();
    const { values } = this.#resolver.select(kind.settings, [source]);
    const suffixes = kind.suffixes(recordedSettings(values, asked), source);
    if (asked.size > 0) this.settingsOf(source, [...asked].sort());
    return suffixes;
  }

  exists(path: string): Promise<boolean> {
    return this.#files.exists(path);
  }

  read(path: string): Promise<Uint8Array> {
    return this.#files.read(path);
  }

  tryRead(path: string): Promise<Uint8Array | undefined> {
    return this.#files.tryRead(path);
  }

  list(folder: string): Promise<readonly string[]> {
    return this.#files.list(folder);
  }

  readRef(ref: BytesRef): Promise<Uint8Array> {
    return this.#files.readRef(ref);
  }

  readPieces<T>(ref: BytesRef, use: (source: ByteSource) => Promise<T>): Promise<T> {
    return this.#files.readPieces(ref, use);
  }

  resolve(fromFile: string, reference: string): string {
    return resolveReference(fromFile, reference);
  }

  warn(diagnostic: Omit<PortableDiagnostic, 'severity'>): void {
    this.#warnings.add(diagnostic);
  }

  get warnings(): readonly PortableDiagnostic[] {
    return this.#warnings.all;
  }

  emit(output: Output): void {
    this.emitted.emit(output);
  }

  emitForPreset(index: number, output: Output): void {
    this.emitted.emitForPreset(index, output);
  }

  async emitCopy(output: CopiedOutput): Promise<void> {
    const { file, suffix, asset, refersTo } = output;
    this.emitted.checkSuffix(suffix);
    const large = this.#files.lookAtLarge(file);
    if (large !== undefined) {
      this.emitted.copies.push({ ...describeOutput(output, large.stat.sizeBytes, large.digest), file });
      return;
    }
    const bytes = await this.read(file);
    this.emit({ suffix, bytes, ...(asset && { asset }), ...(refersTo && { refersTo }) });
  }

  derive(asset: DerivedAsset): void {
    this.emitted.derive(asset);
  }

  async recallPart(inputs: Json): Promise<Uint8Array | undefined> {
    return this.#parts?.().get('part', partKey(this.#kind, inputs));
  }

  async keepPart(inputs: Json, bytes: Uint8Array): Promise<void> {
    await this.#parts?.().put('part', partKey(this.#kind, inputs), bytes);
  }
}
