// What a kind sees while it compiles. Everything it looks at is recorded: what is not recorded cannot be seen.

import { manifestHash, sourceRef } from '@assetc/formats';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { type ByteSource, sourceOfBytes } from '../../model/byte-source.js';
import type { Hook } from '../../model/hook.js';
import type {
  BytesRef,
  Claim,
  CompileContext,
  CopiedOutput,
  DerivedAsset,
  Json,
  Kind,
  Output,
} from '../../model/kind.js';
import type { ResolvedSettings } from '../../model/setting.js';
import { derivedNames } from '../asset.js';
import type { Dependency } from '../cache/record.js';
import { canonicalJson } from '../canonical-json.js';
import { digestBytes } from '../digest.js';
import { BLOCK_BYTES } from '../file-blocks.js';
import { errorCode } from '../host.js';
import { unreadable } from '../input-folder.js';
import { refuseLfsPointer } from '../lfs-pointer.js';
import { describeOutput } from '../made-output.js';
import { outputPathOf } from '../output-path.js';
import { resolveReference } from '../source-path.js';
import { checkDerivedAsset, checkSuffix } from './check-emitted.js';
import { changed, checkInsideInput, missing } from './context-errors.js';
import type { FileRead, Job, JobCopy } from './job.js';
import { JobWarnings } from './job-warnings.js';
import type { Sight } from './sight.js';
import { watchedSettings } from './watched-settings.js';

/** A larger file is read again rather than held. */
const KEPT_BYTES = 1 << 14;

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

  readonly others: readonly ResolvedSettings[];
  readonly outputs: Output[] = [];
  readonly forOthers: Output[][];
  readonly copies: JobCopy[] = [];
  readonly derived: DerivedAsset[] = [];
  readonly #dependencies = new Map<string, Dependency>();
  readonly #warnings: JobWarnings;
  readonly #job: Job;
  readonly #kind: Kind;
  readonly #input: Sight['input'];
  readonly #finder: Sight['finder'];
  readonly #resolver: Sight['resolver'];
  readonly #parts: Sight['parts'];
  /** A small file that was read last: kinds look at its beginning, and then at all of it. */
  #last: { readonly path: string; readonly bytes: Uint8Array } | undefined;

  constructor(
    job: Job,
    kind: Kind,
    sight: Sight,
    parallel: RunParallel,
    signal: AbortSignal,
    hooks: readonly Hook[] = [],
  ) {
    this.hooks = hooks;
    this.#warnings = new JobWarnings(job.source);
    this.#job = job;
    this.#kind = kind;
    this.#input = sight.input;
    this.#finder = sight.finder;
    this.#resolver = sight.resolver;
    this.#parts = sight.parts;
    this.path = job.source;
    this.base = job.base;
    this.sourceRef = sourceRef(job.source);
    this.params = job.params;
    this.settings = job.settings;
    this.others = job.others ?? [];
    this.forOthers = this.others.map(() => []);
    this.signal = signal;
    this.parallel = parallel;
  }

  get reads(): readonly FileRead[] {
    return this.#parts.reads;
  }

  get dependencies(): readonly Dependency[] {
    return [...this.#dependencies.values()];
  }

  #record(key: string, dependency: Dependency): void {
    this.#dependencies.set(key, dependency);
  }

  settingsFor(derivedName: string, wanted: readonly string[]): ResolvedSettings {
    const settings = this.#resolver.select(wanted, derivedNames(this.path, derivedName));
    this.#record(`for ${derivedName} ${wanted.join()}`, {
      type: 'settings-for',
      name: derivedName,
      json: settings.json,
    });
    return settings.values;
  }

  settingsOf(sourcePath: string, wanted: readonly string[]): ResolvedSettings {
    const settings = this.#resolver.select(wanted, [sourcePath]);
    this.#record(`of ${sourcePath} ${wanted.join()}`, { type: 'settings-of', path: sourcePath, json: settings.json });
    return settings.values;
  }

  async exists(path: string): Promise<boolean> {
    checkInsideInput(path, this.path);
    const exists = this.#input.exists(path);
    this.#record(`exists ${path}`, { type: 'existence', path, exists });
    return exists;
  }

  async mention(path: string, use: string): Promise<Claim | undefined> {
    checkInsideInput(path, this.path);
    const found = this.#finder.find(path);
    const claim = found === undefined ? undefined : { kind: found.kind.name, source: found.path };
    this.#record(`mention ${path} ${use}`, { type: 'mention', path, use, claim: claim ?? null });
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

  /** Only the settings that the names follow from are recorded: another quality of a texture changes nothing for who names it. */
  #suffixesOf(kind: Kind, source: string): readonly string[] {
    const asked = new Set<string>();
    const { values } = this.#resolver.select(kind.settings, [source]);
    const suffixes = kind.suffixes(watchedSettings(values, asked), source);
    if (asked.size > 0) this.settingsOf(source, [...asked].sort());
    return suffixes;
  }

  async read(path: string): Promise<Uint8Array> {
    return (await this.tryRead(path)) ?? missing(path, this.path);
  }

  async tryRead(path: string): Promise<Uint8Array | undefined> {
    this.signal.throwIfAborted();
    checkInsideInput(path, this.path);
    // A copy each: what a kind does to one does not show in the other.
    if (this.#last?.path === path) return this.#last.bytes.slice();
    const file = this.#input.read(path);
    if (file === undefined) {
      this.#record(`exists ${path}`, { type: 'existence', path, exists: false });
      return undefined;
    }
    refuseLfsPointer(path, file.bytes);
    const digest = file.digest ?? digestBytes(file.bytes);
    const before = this.#dependencies.get(`bytes ${path}`);
    if (before?.type === 'bytes' && before.digest !== digest) throw changed(path);
    this.#record(`bytes ${path}`, { type: 'bytes', path, digest });
    if (before === undefined) this.#parts.noteRead(path, file.stat, digest);
    this.#last = file.bytes.length <= KEPT_BYTES ? { path, bytes: file.bytes.slice() } : undefined;
    return file.bytes;
  }

  async list(folder: string): Promise<readonly string[]> {
    checkInsideInput(folder, this.path);
    const names = this.#input.list(folder);
    this.#record(`list ${folder}`, { type: 'listing', folder, names: names ?? null });
    return names ?? missing(folder, this.path);
  }

  async readRef(ref: BytesRef): Promise<Uint8Array> {
    if (ref.pointer === undefined && ref.offset === undefined && ref.length === undefined) return this.read(ref.file);
    this.signal.throwIfAborted();
    checkInsideInput(ref.file, this.path);
    const { bytes, fileDigest } = this.#parts.part(ref);
    const digest = digestBytes(bytes);
    this.#record(`part ${canonicalJson(ref)}`, { type: 'part', ref, digest, fileDigest });
    return bytes;
  }

  async readPieces<T>(ref: BytesRef, use: (source: ByteSource) => Promise<T>): Promise<T> {
    const { file } = ref;
    this.signal.throwIfAborted();
    checkInsideInput(file, this.path);
    const pieces = this.#parts.piecesOf(ref);
    if (pieces === undefined) return use(sourceOfBytes(await this.readRef(ref)));
    this.#input.checkInside(file);
    try {
      const fileDigest = this.#parts.digestOf(file, pieces.stat);
      this.#parts.noteRead(file, pieces.stat, fileDigest);
      if (ref.offset === undefined && ref.length === undefined)
        this.#record(`bytes ${file}`, { type: 'bytes', path: file, digest: fileDigest });
      else {
        const digest = this.#parts.digestOfPieces(file, pieces);
        this.#record(`part ${canonicalJson(ref)}`, { type: 'part', ref, digest, fileDigest });
      }
      return await this.#parts.usePieces(file, pieces, use);
    } catch (error) {
      throw errorCode(error) === undefined ? error : unreadable(file, error);
    }
  }

  resolve(fromFile: string, reference: string): string {
    return resolveReference(fromFile, reference);
  }

  warn(diagnostic: Omit<Diagnostic, 'severity'>): void {
    this.#warnings.add(diagnostic);
  }

  get warnings(): readonly Diagnostic[] {
    return this.#warnings.all;
  }

  emit(output: Output): void {
    this.#checkSuffix(output.suffix);
    this.outputs.push(output);
  }

  emitFor(index: number, output: Output): void {
    const own = this.forOthers[index];
    if (own === undefined) throw new Error(`there is no other preset ${index}`);
    own.push(output);
  }

  async emitCopy(output: CopiedOutput): Promise<void> {
    const { file } = output;
    this.signal.throwIfAborted();
    checkInsideInput(file, this.path);
    this.#checkSuffix(output.suffix);
    const stat = this.#input.statFile(file) ?? missing(file, this.path);
    // One block: nothing is gained, and the content store can take it.
    if (stat.sizeBytes <= BLOCK_BYTES) {
      const { suffix, asset, refersTo } = output;
      const bytes = await this.read(file);
      return this.emit({ suffix, bytes, ...(asset && { asset }), ...(refersTo && { refersTo }) });
    }
    this.#input.checkInside(file);
    const digest = this.#parts.digestOf(file, stat);
    this.#record(`bytes ${file}`, { type: 'bytes', path: file, digest });
    this.#parts.noteRead(file, stat, digest);
    this.copies.push({ ...describeOutput(output, stat.sizeBytes, digest), file });
  }

  #checkSuffix(suffix: string): void {
    checkSuffix(this.#kind, this.base, suffix, [...this.outputs, ...this.copies]);
  }

  derive(asset: DerivedAsset): void {
    if (this.#job.name !== undefined) throw new Error('a derived asset derives nothing');
    checkDerivedAsset(this.#kind, asset, this.derived);
    this.derived.push(asset);
  }
}
