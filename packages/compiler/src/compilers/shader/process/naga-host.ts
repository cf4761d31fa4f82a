// Runs the bundled naga-wasm: WGSL to SPIR-V, and its validator for any SPIR-V.

import { importBundled, readBundled } from '../../../bundled/load-bundled.js';
import { limitMemory } from './limit-memory.js';
import type { CompileReply, ValidateRequest, WgslRequest } from './protocol.js';

interface NagaObject {
  free(): void;
}
interface Naga {
  initSync(options: { module: Uint8Array<ArrayBuffer> }): { readonly memory: WebAssembly.Memory };
  parseWgsl(source: string): NagaObject;
  parseSpirv(bytes: Uint8Array): NagaObject;
  validate(module: NagaObject): NagaObject;
  writeSpirv(module: NagaObject, info: NagaObject, options: object): Uint32Array;
}
const FUNCTIONS = ['initSync', 'parseWgsl', 'parseSpirv', 'validate', 'writeSpirv'];

function isNaga(value: unknown): value is Naga {
  return (
    typeof value === 'object' &&
    value !== null &&
    FUNCTIONS.every((name) => typeof Reflect.get(value, name) === 'function')
  );
}

/** Coordinates and depth stay as in the source, as with Slang: silently moved vertices would be a surprise. */
const WRITE_OPTIONS = {
  flags: { adjustCoordinateSpace: false, clampFragDepth: false, labelVaryings: true, debug: true },
};

export class NagaHost {
  readonly #folder: string;
  #naga: Naga | undefined;
  #memory: WebAssembly.Memory | undefined;
  #maxBytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async compileWgsl({ source, memoryMegabytes }: WgslRequest, began: () => void): Promise<CompileReply> {
    const naga = await this.#load(memoryMegabytes);
    began();
    return this.#limited(() => compile(naga, () => naga.parseWgsl(source)));
  }

  async validate({ spirv, memoryMegabytes }: ValidateRequest, began: () => void): Promise<CompileReply> {
    const naga = await this.#load(memoryMegabytes);
    began();
    let isUnreadable = true;
    const reply = this.#limited(() =>
      attempt(() => {
        const module = naga.parseSpirv(spirv);
        isUnreadable = false;
        try {
          naga.validate(module).free();
        } finally {
          module.free();
        }
        return [];
      }),
    );
    return { ...reply, isUnreadable };
  }

  /** naga's script has a single instance: the limit of the first request applies to all. */
  async #load(memoryMegabytes: number): Promise<Naga> {
    if (this.#naga !== undefined) return this.#naga;
    const naga = await importBundled(this.#folder, 'naga.mjs');
    if (!isNaga(naga)) throw new Error('naga.mjs does not export what this program was built with');
    const module = limitMemory(await readBundled(this.#folder, 'naga.wasm'), memoryMegabytes);
    this.#memory = naga.initSync({ module }).memory;
    this.#maxBytes = memoryMegabytes * (1 << 20);
    this.#naga = naga;
    return naga;
  }

  /** A failure with more than half of the memory in use, which naga doubles, means that it ran out of memory. */
  #limited(run: () => CompileReply): CompileReply {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError) || (this.#memory?.buffer.byteLength ?? 0) < this.#maxBytes / 2)
        throw error;
      return { ok: false, modules: [], log: '', crash: 'it ran out of memory', limit: 'memory' };
    }
  }
}

function compile(naga: Naga, parse: () => NagaObject): CompileReply {
  return attempt(() => {
    const module = parse();
    try {
      const info = naga.validate(module);
      try {
        const words = naga.writeSpirv(module, info, WRITE_OPTIONS);
        return [{ entry: '', spirv: new Uint8Array(words.buffer, words.byteOffset, words.byteLength).slice() }];
      } finally {
        info.free();
      }
    } finally {
      module.free();
    }
  });
}

/** naga throws an Error whose message is its report. A RuntimeError is a crash of naga itself and is rethrown. */
function attempt(run: () => CompileReply['modules']): CompileReply {
  try {
    return { ok: true, modules: run(), log: '' };
  } catch (error) {
    if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
      throw error;
    return { ok: false, modules: [], log: error.message };
  }
}
