// What a kind sees while it compiles. Everything it looks at is recorded: what is not recorded cannot be seen.

import { sourceRef } from '@assetc/formats';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { type ByteSource, sourceOfBytes } from '../../model/byte-source.js';
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
import { readFully } from '../../model/read-fully.js';
import type { ResolvedSettings } from '../../model/setting.js';
import { isInputAsRecorded } from '../as-recorded.js';
import { derivedNames } from '../asset.js';
import type { Dependency, KnownFile } from '../cache/record.js';
import { canonicalJson } from '../canonical-json.js';
import { cutBytes } from '../cut-bytes.js';
import { digestBytes, digestFile, digestRange } from '../digest.js';
import { BLOCK_BYTES } from '../file-blocks.js';
import { errorCode, type FileStat } from '../host.js';
import { type InputFolder, unreadable } from '../input-folder.js';
import { refuseLfsPointer } from '../lfs-pointer.js';
import { describeOutput } from '../made-output.js';
import { outputPathOf } from '../output-path.js';
import type { SettingsResolver } from '../settings-resolver.js';
import type { SourceFinder } from '../source-finder.js';
import { normalizeInside, resolveReference } from '../source-path.js';
import type { FileRead, Job, JobCopy } from './job.js';
import { sourceOfRange } from './open-range.js';

/** Of one code, of one asset. */
const MOST_WARNINGS = 50;

export type RunParallel = (task: string, count: number, payload: unknown) => Promise<void>;

export class JobContext implements CompileContext {
  readonly path: string;
  readonly base: string;
  readonly sourceRef: string;
  readonly params: Json | undefined;
  readonly settings: ResolvedSettings;
  readonly signal: AbortSignal;
  readonly parallel: RunParallel;

  readonly others: readonly ResolvedSettings[];
  readonly outputs: Output[] = [];
  readonly forOthers: Output[][];
  readonly copies: JobCopy[] = [];
  readonly derived: DerivedAsset[] = [];
  readonly reads: FileRead[] = [];
  readonly #dependencies = new Map<string, Dependency>();
  readonly #warnings: Diagnostic[] = [];
  readonly #warningCounts = new Map<Diagnostic['code'], number>();
  readonly #job: Job;
  readonly #kind: Kind;
  readonly #input: InputFolder;
  readonly #finder: SourceFinder;
  readonly #resolver: SettingsResolver;
  readonly #known: ReadonlyMap<string, KnownFile>;

  constructor(
    job: Job,
    kind: Kind,
    input: InputFolder,
    finder: SourceFinder,
    resolver: SettingsResolver,
    parallel: RunParallel,
    signal: AbortSignal,
  ) {
    this.#job = job;
    this.#kind = kind;
    this.#input = input;
    this.#finder = finder;
    this.#resolver = resolver;
    this.#known = new Map(job.knownFiles);
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
    this.#checkInside(path);
    const exists = this.#input.exists(path);
    this.#record(`exists ${path}`, { type: 'existence', path, exists });
    return exists;
  }

  async mention(path: string, use: string): Promise<Claim | undefined> {
    this.#checkInside(path);
    const found = this.#finder.find(path);
    const claim = found === undefined ? undefined : { kind: found.kind.name, source: found.path };
    this.#record(`mention ${path} ${use}`, { type: 'mention', path, use, claim: claim ?? null });
    return claim;
  }

  async read(path: string): Promise<Uint8Array> {
    return (await this.tryRead(path)) ?? this.#missing(path);
  }

  async tryRead(path: string): Promise<Uint8Array | undefined> {
    this.signal.throwIfAborted();
    this.#checkInside(path);
    const file = this.#input.read(path);
    if (file === undefined) {
      this.#record(`exists ${path}`, { type: 'existence', path, exists: false });
      return undefined;
    }
    refuseLfsPointer(path, file.bytes);
    const digest = digestBytes(file.bytes);
    const before = this.#dependencies.get(`bytes ${path}`);
    if (before?.type === 'bytes' && before.digest !== digest) throw this.#changed(path);
    this.#record(`bytes ${path}`, { type: 'bytes', path, digest });
    if (before === undefined) this.reads.push({ path, stat: file.stat, digest });
    return file.bytes;
  }

  async list(folder: string): Promise<readonly string[]> {
    this.#checkInside(folder);
    const names = this.#input.list(folder);
    this.#record(`list ${folder}`, { type: 'listing', folder, names: names ?? null });
    return names ?? this.#missing(folder);
  }

  async readRef(ref: BytesRef): Promise<Uint8Array> {
    if (ref.pointer === undefined && ref.offset === undefined && ref.length === undefined) return this.read(ref.file);
    this.signal.throwIfAborted();
    this.#checkInside(ref.file);
    const { bytes, fileDigest } = this.#readRange(ref) ?? this.#readAndCut(ref);
    const digest = digestBytes(bytes);
    this.#record(`part ${canonicalJson(ref)}`, { type: 'part', ref, digest, fileDigest });
    return bytes;
  }

  async readPieces<T>(ref: BytesRef, use: (source: ByteSource) => Promise<T>): Promise<T> {
    const { file } = ref;
    this.signal.throwIfAborted();
    this.#checkInside(file);
    const stat = ref.pointer === undefined ? this.#input.statFile(file) : undefined;
    const offset = ref.offset ?? 0;
    const length = ref.length ?? (stat === undefined ? 0 : stat.sizeBytes - offset);
    // Nothing is gained with one block; and what lies outside its file is complained about there.
    if (stat === undefined || length <= BLOCK_BYTES || offset < 0 || offset + length > stat.sizeBytes)
      return use(sourceOfBytes(await this.readRef(ref)));
    this.#input.checkInside(file);
    try {
      this.#recordPieces(ref, stat, offset, length);
      const reader = this.#input.host.openRead(this.#input.absolute(file));
      const changed = () => {
        throw this.#changed(file);
      };
      try {
        return await use(sourceOfRange(reader, offset, length, changed));
      } finally {
        reader.close();
        const now = this.#input.statFile(file);
        if (now === undefined || !isInputAsRecorded(now, { ...stat, digest: '' })) changed();
      }
    } catch (error) {
      throw errorCode(error) === undefined ? error : unreadable(file, error);
    }
  }

  #recordPieces(ref: BytesRef, stat: FileStat, offset: number, length: number): void {
    const { file } = ref;
    const fileDigest = this.#digestCopied(file, stat);
    if (!this.reads.some((read) => read.path === file)) this.reads.push({ path: file, stat, digest: fileDigest });
    if (ref.offset === undefined && ref.length === undefined) {
      this.#record(`bytes ${file}`, { type: 'bytes', path: file, digest: fileDigest });
      return;
    }
    const digest = digestRange(this.#input.host, this.#input.absolute(file), offset, offset + length);
    if (digest === undefined) throw this.#changed(file);
    this.#record(`part ${canonicalJson(ref)}`, { type: 'part', ref, digest, fileDigest });
  }

  #readAndCut(ref: BytesRef): { bytes: Uint8Array; fileDigest: string } {
    const file = this.#input.read(ref.file) ?? this.#missing(ref.file);
    refuseLfsPointer(ref.file, file.bytes);
    const fileDigest = digestBytes(file.bytes);
    if (!this.reads.some((read) => read.path === ref.file))
      this.reads.push({ path: ref.file, stat: file.stat, digest: fileDigest });
    return { bytes: cutBytes(file.bytes, ref), fileDigest };
  }

  /** Only the range, where the file is known not to have changed: fifty images of one big model are not fifty big reads. */
  #readRange(ref: BytesRef): { bytes: Uint8Array; fileDigest: string } | undefined {
    const stat = ref.pointer === undefined ? this.#input.statFile(ref.file) : undefined;
    const fileDigest = stat === undefined ? undefined : this.#unchangedDigest(ref.file, stat);
    if (stat === undefined || fileDigest === undefined) return undefined;
    const offset = ref.offset ?? 0;
    const length = ref.length ?? stat.sizeBytes - offset;
    if (offset < 0 || length < 0 || offset + length > stat.sizeBytes) return undefined;
    this.#input.checkReadable(ref.file, stat);
    const reader = this.#input.host.openRead(this.#input.absolute(ref.file));
    try {
      const bytes = readFully(reader, offset, length);
      return bytes === undefined ? undefined : { bytes, fileDigest };
    } finally {
      reader.close();
    }
  }

  /** What the build knows of the file already; undefined where it has changed since, or nobody looked. */
  #unchangedDigest(file: string, stat: FileStat): string | undefined {
    const known = this.#known.get(file);
    return known !== undefined && isInputAsRecorded(stat, known) ? known.digest : undefined;
  }

  resolve(fromFile: string, reference: string): string {
    return resolveReference(fromFile, reference);
  }

  warn(diagnostic: Omit<Diagnostic, 'severity'>): void {
    const count = (this.#warningCounts.get(diagnostic.code) ?? 0) + 1;
    this.#warningCounts.set(diagnostic.code, count);
    if (count <= MOST_WARNINGS) this.#warnings.push({ file: this.path, ...diagnostic, severity: 'warning' });
  }

  /** A file can hold a million mistakes of one sort: the first ones are told, the others counted. */
  get warnings(): readonly Diagnostic[] {
    const counted = [...this.#warningCounts].filter(([, count]) => count > MOST_WARNINGS);
    return [
      ...this.#warnings,
      ...counted.map(([code, count]): Diagnostic => {
        const message = `${count - MOST_WARNINGS} more like the ${MOST_WARNINGS} before`;
        return { code, file: this.path, severity: 'warning', message };
      }),
    ];
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
    this.#checkInside(file);
    this.#checkSuffix(output.suffix);
    const stat = this.#input.statFile(file) ?? this.#missing(file);
    // One block: nothing is gained, and the content store can take it.
    if (stat.sizeBytes <= BLOCK_BYTES) {
      const { suffix, asset, refersTo } = output;
      const bytes = await this.read(file);
      return this.emit({ suffix, bytes, ...(asset && { asset }), ...(refersTo && { refersTo }) });
    }
    this.#input.checkInside(file);
    const digest = this.#digestCopied(file, stat);
    this.#record(`bytes ${file}`, { type: 'bytes', path: file, digest });
    this.reads.push({ path: file, stat, digest });
    this.copies.push({ ...describeOutput(output, stat.sizeBytes, digest), file });
  }

  #digestCopied(file: string, stat: FileStat): string {
    try {
      return (
        this.#unchangedDigest(file, stat) ?? digestFile(this.#input.host, this.#input.absolute(file), stat.sizeBytes)
      );
    } catch (error) {
      throw unreadable(file, error);
    }
  }

  #checkSuffix(suffix: string): void {
    const path = outputPathOf(this, { suffix });
    if (normalizeInside(path) !== path || path.includes('\\'))
      throw new Error(`${this.#kind.name} emitted ${JSON.stringify(path)}, which is no path inside the output`);
    if ([...this.outputs, ...this.copies].some((other) => other.suffix === suffix))
      throw new Error(`${this.#kind.name} emitted ${JSON.stringify(path)} twice`);
  }

  derive(asset: DerivedAsset): void {
    if (this.#job.name !== undefined) throw new Error('a derived asset derives nothing');
    if (normalizeInside(asset.base) !== asset.base)
      throw new Error(`${this.#kind.name} derived ${JSON.stringify(asset.base)}, which is no path inside the output`);
    if (this.derived.some((other) => other.name === asset.name))
      throw new Error(`${this.#kind.name} derived ${JSON.stringify(asset.name)} twice`);
    this.derived.push(asset);
  }

  #checkInside(path: string): void {
    if (normalizeInside(path) === path) return;
    throw new AssetError({
      code: 'build/outside-input',
      file: this.path,
      message: `refers to ${JSON.stringify(path)}, which lies outside the input folder`,
      hint: 'Move the file into the input folder and correct the reference',
    });
  }

  #missing(path: string): never {
    if (path === this.path)
      throw new AssetError({
        code: 'build/vanished',
        file: path,
        message: 'vanished while the build was running',
        hint: 'Run the build again',
      });
    throw new AssetError({
      code: 'build/missing-file',
      file: this.path,
      message: `refers to ${JSON.stringify(path)}, which does not exist`,
      hint: 'Put the file there, or correct the reference',
    });
  }

  #changed(path: string): AssetError {
    return new AssetError({
      code: 'build/vanished',
      file: path,
      message: 'changed while it was being read',
      hint: 'Run the build again',
    });
  }
}
