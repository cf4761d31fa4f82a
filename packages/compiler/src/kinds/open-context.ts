// The context that a kind gets: wraps the pipeline's, which records dependencies, and adds shortcuts.

import { manifestHash } from '@assetc/formats';
import { AssetError, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { PortableDiagnostic } from '../diagnostics/portable-diagnostic.js';
import type { ByteSource } from '../model/byte-source.js';
import type { BytesRef } from '../model/kind/bytes-ref.js';
import type { Claim, CompileContext } from '../model/kind/compile-context.js';
import type {
  DerivedTexture,
  EmitOptions,
  KindContext,
  Pixels,
  Spot,
  TextureRole,
} from '../model/kind/kind-context.js';
import { KindMistake } from '../model/kind/kind-mistake.js';
import type { AssetKind, CopiedOutput, DerivedAsset, Output } from '../model/kind/output.js';
import type { ResolvedSettings } from '../model/kind/setting.js';
import type { Json } from '../model/text/json.js';
import { chosenTexture } from '../runtimes/format-settings.js';

export class OpenContext<Settings> implements KindContext<Settings> {
  readonly path: string;
  readonly base: string;
  readonly sourceRef: string;
  readonly params: Json | undefined;
  readonly settings: Settings;
  readonly otherPresets: readonly ResolvedSettings[];
  readonly signal: AbortSignal;
  readonly hooks: CompileContext['hooks'];
  readonly #inner: CompileContext;
  #isClosed = false;
  readonly #errors: Diagnostic[] = [];
  readonly #refs = new Set<bigint>();
  /** References of each output, filled when all are known. */
  readonly #refersTo: bigint[][] = [];
  #fault: KindMistake | undefined;

  constructor(context: CompileContext, settings: Settings) {
    const { path, base, sourceRef, params, otherPresets, signal, hooks } = context;
    this.#inner = context;
    this.path = path;
    this.base = base;
    this.sourceRef = sourceRef;
    this.params = params;
    this.settings = settings;
    this.otherPresets = otherPresets;
    this.signal = signal;
    this.hooks = hooks;
  }

  /** Throws after `compile` has returned, because further work would have no effect. */
  get #context(): CompileContext {
    if (this.#isClosed) this.fail(new KindMistake('late', 'used its context after compile had returned'));
    return this.#inner;
  }

  settingsFor(derivedName: string, settings: readonly string[]): ResolvedSettings {
    return this.#context.settingsFor(derivedName, settings);
  }

  settingsOf(sourcePath: string, settings: readonly string[]): ResolvedSettings {
    return this.#context.settingsOf(sourcePath, settings);
  }

  exists(path: string): Promise<boolean> {
    return this.#context.exists(path);
  }

  mention(path: string, use: string): Promise<Claim | undefined> {
    return this.#context.mention(path, use);
  }

  refOf(path: string, use: string, suffix?: string): Promise<bigint | undefined> {
    return this.#context.refOf(path, use, suffix);
  }

  read(path: string): Promise<Uint8Array> {
    return this.#context.read(path);
  }

  tryRead(path: string): Promise<Uint8Array | undefined> {
    return this.#context.tryRead(path);
  }

  list(folder: string): Promise<readonly string[]> {
    return this.#context.list(folder);
  }

  readRef(ref: BytesRef): Promise<Uint8Array> {
    return this.#context.readRef(ref);
  }

  readPieces<T>(ref: BytesRef, use: (source: ByteSource) => Promise<T>): Promise<T> {
    return this.#context.readPieces(ref, use);
  }

  resolve(fromFile: string, reference: string): string {
    return this.#context.resolve(fromFile, reference);
  }

  emitForPreset(index: number, output: Output): void {
    this.#context.emitForPreset(index, output);
  }

  emitCopy(output: CopiedOutput): Promise<void> {
    return this.#context.emitCopy(output);
  }

  recallPart(inputs: Json): Promise<Uint8Array | undefined> {
    return this.#context.recallPart(inputs);
  }

  keepPart(inputs: Json, bytes: Uint8Array): Promise<void> {
    return this.#context.keepPart(inputs, bytes);
  }

  /** An arrow function, because it is passed around without the object. */
  readonly parallel = (task: string, count: number, payload: unknown): Promise<void> =>
    this.#context.parallel(task, count, payload);

  async readText(path: string): Promise<string> {
    const bytes = await this.read(path);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch (cause) {
      throw new AssetError({ code: 'plugin/not-text', file: path, message: 'is not UTF-8 text' }, { cause });
    }
  }

  async readImage(path: string): Promise<Pixels> {
    const { readPixels } = await import('./read-pixels.js');
    return readPixels(this.#context, path);
  }

  async ref(
    path: string,
    { use = '', suffix }: { readonly use?: string; readonly suffix?: string } = {},
  ): Promise<bigint> {
    const hash = await this.refOf(path, use, suffix);
    if (hash === undefined)
      throw new AssetError({
        code: 'plugin/bad-ref',
        file: this.path,
        message: `refers to ${JSON.stringify(path)}, which ${(await this.exists(path)) ? 'is not compiled' : 'does not exist'}`,
      });
    this.#refs.add(hash);
    return hash;
  }

  emit(output: Output): void;
  emit(suffix: string, bytes: Uint8Array, options?: EmitOptions): void;
  emit(first: Output | string, bytes?: Uint8Array, options: EmitOptions = {}): void {
    if (typeof first !== 'string') {
      this.#context.emit(first);
      return;
    }
    if (!(bytes instanceof Uint8Array))
      throw new KindMistake('bad-call', `emit(${JSON.stringify(first)}, …) takes a Uint8Array, not ${nameOf(bytes)}`);
    const { kind = 'embed', colorspace = 'linear' } = options;
    if (kind !== 'none' && !KINDS.includes(kind))
      throw new KindMistake('bad-call', `emit accepts ${KINDS.join(', ')} or no kind, not ${JSON.stringify(kind)}`);
    const refersTo = [...(options.refersTo ?? [])];
    this.#refersTo.push(refersTo);
    this.#context.emit({ suffix: first, bytes, ...(kind === 'none' ? {} : { asset: { kind, colorspace } }), refersTo });
  }

  async emitTexture(pixels: Pixels, role: TextureRole, options: { readonly suffix?: string } = {}): Promise<bigint> {
    const { emitPixels } = await import('./emit-pixels.js');
    return emitPixels(this.#context, pixels, role, options.suffix);
  }

  derive(asset: DerivedAsset): void;
  derive(texture: DerivedTexture): bigint;
  derive(asset: DerivedAsset | DerivedTexture): bigint | undefined {
    if (!('image' in asset)) {
      this.#context.derive(asset);
      return undefined;
    }
    const { kind, name, image, role, base = `${this.base}/${name}` } = asset;
    const { suffix, namesSource } = chosenTexture(this.settingsFor(name, ['texture.format'])).format;
    const original = namesSource ? { original: image.file } : {};
    const params = { mode: role, alphaCutoff: null, image: { whole: { ...image } }, ...original };
    this.#context.derive({ kind, name, base, params });
    const hash = manifestHash('texture', `${base}${suffix}`);
    this.#refs.add(hash);
    return hash;
  }

  warn(diagnostic: Omit<PortableDiagnostic, 'severity'>): void;
  warn(spot: Spot | undefined, message: string, remedy?: string): void;
  warn(first: Omit<PortableDiagnostic, 'severity'> | Spot | undefined, message?: string, remedy?: string): void {
    const isWhole = first !== undefined && 'code' in first;
    this.#context.warn(isWhole ? first : { code: 'plugin/warning', ...this.#describe(first, message, remedy) });
  }

  error(spot: Spot | undefined, message: string, remedy?: string): void {
    this.#errors.push({ code: 'plugin/error', severity: 'error', ...this.#describe(spot, message, remedy) });
  }

  #describe(spot: Spot | undefined, message = '', remedy?: string): Omit<Diagnostic, 'severity' | 'code'> {
    const { file = this.path, ...where } = spot ?? {};
    return {
      file,
      ...(Object.keys(where).length === 0 ? {} : { where }),
      message: String(message),
      ...(remedy === undefined ? {} : { hint: String(remedy) }),
    };
  }

  /** Throws now, and again in `check`. */
  fail(mistake: KindMistake): never {
    this.#fault ??= mistake;
    throw mistake;
  }

  /** Throws the first mistake again, in case the kind caught it. */
  check(): void {
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Called when the kind's `compile` is done. */
  finish(returned: unknown): void {
    this.#isClosed = true;
    this.check();
    const [first, ...also] = this.#errors;
    if (first !== undefined) throw new AssetError(first, { also });
    if (returned !== undefined)
      throw new KindMistake('bad-return', `compile returned ${nameOf(returned)}; pass outputs to ctx.emit instead`);
    for (const refersTo of this.#refersTo)
      for (const hash of this.#refs) if (!refersTo.includes(hash)) refersTo.push(hash);
  }
}

/** Kinds of the manifest. */
const KINDS: readonly AssetKind[] = ['texture', 'mesh', 'material', 'lut', 'shader', 'embed', 'animation', 'font'];

function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : `a ${typeof value}`;
  return `an object of class ${value.constructor?.name ?? 'none'}`;
}
