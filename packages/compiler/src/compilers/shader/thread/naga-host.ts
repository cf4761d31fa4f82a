// Drives the bundled naga-wasm: WGSL and GLSL to SPIR-V, and its validator for SPIR-V of whatever origin.

import { importBundled, readBundled } from './load-bundled.js';
import type { GlslRequest, ThreadReply, ValidateRequest, WgslRequest } from './protocol.js';

interface NagaObject {
  free(): void;
}
interface Naga {
  initSync(options: { module: Uint8Array<ArrayBuffer> }): unknown;
  parseWgsl(source: string): NagaObject;
  parseGlsl(source: string, options: { stage: string; defines: object }): NagaObject;
  parseSpirv(bytes: Uint8Array): NagaObject;
  validate(module: NagaObject): NagaObject;
  writeSpirv(module: NagaObject, info: NagaObject, options: object): Uint32Array;
}
const FUNCTIONS = ['initSync', 'parseWgsl', 'parseGlsl', 'parseSpirv', 'validate', 'writeSpirv'];

function isNaga(value: unknown): value is Naga {
  return (
    typeof value === 'object' &&
    value !== null &&
    FUNCTIONS.every((name) => typeof Reflect.get(value, name) === 'function')
  );
}

/** Coordinates and depth stay as the source has them, as with Slang; a `main` that moves vertices unasked surprises everyone. */
const WRITE_OPTIONS = {
  flags: { adjustCoordinateSpace: false, clampFragDepth: false, labelVaryings: true, debug: true },
};

export class NagaHost {
  readonly #folder: string;
  #naga: Naga | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async compileWgsl({ source }: WgslRequest): Promise<ThreadReply> {
    const naga = await this.#load();
    return compile(naga, () => naga.parseWgsl(source));
  }

  async compileGlsl({ source, stage, defines }: GlslRequest): Promise<ThreadReply> {
    const naga = await this.#load();
    return compile(naga, () => naga.parseGlsl(source, { stage, defines }));
  }

  async validate({ spirv }: ValidateRequest): Promise<ThreadReply> {
    const naga = await this.#load();
    let unread = true;
    const reply = attempt(() => {
      const module = naga.parseSpirv(spirv);
      unread = false;
      try {
        naga.validate(module).free();
      } finally {
        module.free();
      }
      return [];
    });
    return { ...reply, unread };
  }

  async #load(): Promise<Naga> {
    if (this.#naga !== undefined) return this.#naga;
    const naga = await importBundled(this.#folder, 'naga.mjs');
    if (!isNaga(naga)) throw new Error('naga.mjs does not export what this program was built with');
    naga.initSync({ module: await readBundled(this.#folder, 'naga.wasm') });
    this.#naga = naga;
    return naga;
  }
}

function compile(naga: Naga, parse: () => NagaObject): ThreadReply {
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

/** naga throws an Error whose message is its report; a RuntimeError is naga itself breaking, and goes on up. */
function attempt(run: () => ThreadReply['modules']): ThreadReply {
  try {
    return { ok: true, modules: run(), log: '' };
  } catch (error) {
    if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
      throw error;
    return { ok: false, modules: [], log: error.message };
  }
}
