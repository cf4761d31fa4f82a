// Drives the bundled glslang: one GLSL file with what it includes → SPIR-V. The module has no files and no clock; its memory is ours.

import { readBundled } from '../../../bundled/load-bundled.js';
import { pagesOf } from './limit-memory.js';
import { type CompileReply, ENDLESS_INCLUDE, type GlslFile, type GlslRequest, MISSING_INCLUDE } from './protocol.js';

interface Glslang {
  _initialize(): void;
  allocate(bytes: number): number;
  release(address: number): void;
  include_answer(name: number, nameBytes: number, text: number, textBytes: number): void;
  compile(stage: number, vulkan: number, name: number, text: number, textBytes: number, preamble: number): number;
  spirv(): number;
  spirv_bytes(): number;
  log(): number;
  log_bytes(): number;
}
const FUNCTIONS = ['_initialize', 'allocate', 'release', 'include_answer', 'compile', 'spirv', 'spirv_bytes', 'log'];

function isGlslang(value: object): value is Glslang {
  return FUNCTIONS.every((name) => typeof Reflect.get(value, name) === 'function');
}

const INITIAL_MEGABYTES = 16;
const WORN_BYTES = 96 << 20;
const MAX_INCLUDE_DEPTH = 64;
const MAX_INCLUDED_CHARACTERS = 16 << 20;
/** What a WASI function answers that this host does not have. */
const NO_SUCH_CALL = 52;

export class GlslangHost {
  readonly #folder: string;
  #module: WebAssembly.Module | undefined;
  #instance: GlslangInstance | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async compile(request: GlslRequest, began: () => void): Promise<CompileReply> {
    this.#module ??= new WebAssembly.Module(await readBundled(this.#folder, 'glslang.wasm'));
    // Kept for its tables of built-in functions, which take longer to make than most shaders do, until its memory has grown.
    if (this.#instance?.isWorn(request.memoryMegabytes) !== false)
      this.#instance = new GlslangInstance(this.#module, request.memoryMegabytes);
    began();
    return this.#instance.compile(request);
  }
}

class GlslangInstance {
  readonly #memoryMegabytes: number;
  readonly #memory: WebAssembly.Memory;
  readonly #glslang: Glslang;
  #files: ReadonlyMap<string, GlslFile> = new Map();
  readonly #given = new Set<string>();
  #includedCharacters = 0;

  constructor(module: WebAssembly.Module, memoryMegabytes: number) {
    this.#memoryMegabytes = memoryMegabytes;
    const initial = pagesOf(INITIAL_MEGABYTES);
    this.#memory = new WebAssembly.Memory({ initial, maximum: Math.max(initial, pagesOf(memoryMegabytes)) });
    const none = (): number => NO_SUCH_CALL;
    const { exports } = new WebAssembly.Instance(module, {
      env: { memory: this.#memory },
      assetc: {
        include: (name: number, nameBytes: number, from: number, fromBytes: number, depth: number) =>
          this.#include(this.#text(name, nameBytes), this.#text(from, fromBytes), depth),
      },
      wasi_snapshot_preview1: {
        environ_get: none,
        environ_sizes_get: none,
        fd_close: none,
        fd_fdstat_get: none,
        fd_seek: none,
        fd_write: none,
        proc_exit: (code: number) => {
          throw new WebAssembly.RuntimeError(`it ended with code ${code}`);
        },
      },
    });
    if (!isGlslang(exports)) throw new Error('glslang.wasm does not export what this program was built with');
    this.#glslang = exports;
    exports._initialize();
  }

  isWorn(memoryMegabytes: number): boolean {
    return memoryMegabytes !== this.#memoryMegabytes || this.#memory.buffer.byteLength > WORN_BYTES;
  }

  compile({ files, root, stage, vulkanMinor, preamble }: GlslRequest): CompileReply {
    this.#files = new Map(files.map((file) => [file.path, file]));
    this.#includedCharacters = 0;
    this.#given.clear();
    const file = this.#files.get(root);
    if (file === undefined) throw new Error(`${root} is not among the files handed over`);
    try {
      const glslang = this.#glslang;
      const [name, text, before] = [this.#put(`${root}\0`), this.#put(file.text), this.#put(`${preamble}\0`)];
      const ok = glslang.compile(stage, vulkanMinor, name.at, text.at, text.bytes, before.at) === 1;
      for (const { at } of [name, text, before]) glslang.release(at);
      const log = this.#text(glslang.log(), glslang.log_bytes());
      const spirv = new Uint8Array(this.#memory.buffer, glslang.spirv(), glslang.spirv_bytes()).slice();
      return { ok, modules: ok ? [{ entry: 'main', spirv }] : [], log };
    } catch (error) {
      // glslang asks for memory in small pieces: one that breaks with most of it in use has run out of it.
      const isFull = this.#memory.buffer.byteLength > this.#memoryMegabytes * (1 << 20) * 0.9;
      if (!isFull || !(error instanceof WebAssembly.RuntimeError)) throw error;
      return { ok: false, modules: [], log: '', crash: 'it ran out of memory', limit: 'memory' };
    }
  }

  /** Answers an #include. A nameless answer is a failed one, whose text becomes part of glslang's message. */
  #include(name: string, includer: string, depth: number): number {
    const from = this.#files.get(includer);
    // A #line directive may have given the includer another name.
    const owners = from === undefined ? [...this.#files.values()] : [from];
    const target = owners.map(({ includes }) => includes[name]).find((path) => path !== undefined);
    const file = target === undefined ? undefined : this.#files.get(target);
    this.#includedCharacters += file?.text.length ?? 0;
    const isEndless = depth > MAX_INCLUDE_DEPTH || this.#includedCharacters > MAX_INCLUDED_CHARACTERS;
    const isGiven = file !== undefined && !isEndless;
    const isRepeated = isGiven && file.once && this.#given.has(file.path);
    if (isGiven) this.#given.add(file.path);
    const givenName = this.#put(isGiven ? file.path : '');
    const givenText = this.#put(isRepeated ? '' : isGiven ? file.text : isEndless ? ENDLESS_INCLUDE : MISSING_INCLUDE);
    this.#glslang.include_answer(givenName.at, givenName.bytes, givenText.at, givenText.bytes);
    this.#glslang.release(givenName.at);
    this.#glslang.release(givenText.at);
    return 1;
  }

  #put(text: string): { readonly at: number; readonly bytes: number } {
    const bytes = new TextEncoder().encode(text);
    const at = this.#glslang.allocate(Math.max(1, bytes.length));
    if (at === 0) throw new WebAssembly.RuntimeError('no memory for the source');
    new Uint8Array(this.#memory.buffer).set(bytes, at);
    return { at, bytes: bytes.length };
  }

  #text(at: number, bytes: number): string {
    return new TextDecoder().decode(new Uint8Array(this.#memory.buffer, at, bytes));
  }
}
