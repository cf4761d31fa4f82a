// Runs the bundled glslang: compiles one GLSL file with its includes to SPIR-V. The wasm module has no file access and no clock; we provide its memory.

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
const MAX_REUSED_BYTES = 96 << 20;
const MAX_INCLUDE_DEPTH = 64;
const MAX_INCLUDED_CHARACTERS = 16 << 20;
/** The error code of WASI functions that this host does not implement. */
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
    // Kept because its tables of built-in functions take longer to build than most shaders to compile, until its memory has grown.
    if (this.#instance?.mustReplace(request.memoryMegabytes) !== false)
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
  readonly #includedOnce = new Set<string>();
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

  mustReplace(memoryMegabytes: number): boolean {
    return memoryMegabytes !== this.#memoryMegabytes || this.#memory.buffer.byteLength > MAX_REUSED_BYTES;
  }

  compile({ files, root, stage, vulkanMinor, preamble }: GlslRequest): CompileReply {
    this.#files = new Map(files.map((file) => [file.path, file]));
    this.#includedCharacters = 0;
    this.#includedOnce.clear();
    const file = this.#files.get(root);
    if (file === undefined) throw new Error(`${root} is not among the files handed over`);
    try {
      const glslang = this.#glslang;
      const [name, text, preambleText] = [
        this.#store(`${root}\0`),
        this.#store(file.text),
        this.#store(`${preamble}\0`),
      ];
      const ok = glslang.compile(stage, vulkanMinor, name.at, text.at, text.bytes, preambleText.at) === 1;
      for (const { at } of [name, text, preambleText]) glslang.release(at);
      const log = this.#text(glslang.log(), glslang.log_bytes());
      const spirv = new Uint8Array(this.#memory.buffer, glslang.spirv(), glslang.spirv_bytes()).slice();
      return { ok, modules: ok ? [{ entry: 'main', spirv }] : [], log };
    } catch (error) {
      // glslang allocates memory in small pieces: if it fails with most of it in use, it has run out.
      const isFull = this.#memory.buffer.byteLength > this.#memoryMegabytes * (1 << 20) * 0.9;
      if (!isFull || !(error instanceof WebAssembly.RuntimeError)) throw error;
      return { ok: false, modules: [], log: '', crash: 'it ran out of memory', limit: 'memory' };
    }
  }

  /** Answers an #include. An answer without a name is a failure, whose text becomes part of glslang's message. */
  #include(name: string, includer: string, depth: number): number {
    const from = this.#files.get(includer);
    // A #line directive may have renamed the includer.
    const owners = from === undefined ? [...this.#files.values()] : [from];
    const target = owners.map(({ includes }) => includes[name]).find((path) => path !== undefined);
    const file = target === undefined ? undefined : this.#files.get(target);
    this.#includedCharacters += file?.text.length ?? 0;
    const isEndless = depth > MAX_INCLUDE_DEPTH || this.#includedCharacters > MAX_INCLUDED_CHARACTERS;
    const isFound = file !== undefined && !isEndless;
    const isRepeated = isFound && file.isIncludedOnce && this.#includedOnce.has(file.path);
    if (isFound) this.#includedOnce.add(file.path);
    const answerName = this.#store(isFound ? file.path : '');
    const answerText = this.#store(
      isRepeated ? '' : isFound ? file.text : isEndless ? ENDLESS_INCLUDE : MISSING_INCLUDE,
    );
    this.#glslang.include_answer(answerName.at, answerName.bytes, answerText.at, answerText.bytes);
    this.#glslang.release(answerName.at);
    this.#glslang.release(answerText.at);
    return 1;
  }

  #store(text: string): { readonly at: number; readonly bytes: number } {
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
