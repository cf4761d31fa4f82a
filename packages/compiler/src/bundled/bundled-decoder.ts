// Starts a bundled decoder built by Emscripten. Its glue code and wasm are loaded by the first image that needs them. Each image gets a
// new instance, because a failed decode does not free memory, and memory never shrinks.

import { instantiate } from '@assetc/kernels';
import { bundledFolder, importBundled, readBundled } from './load-bundled.js';

type Decoder = 'basis_transcoder' | 'avif_dec';
const GLUE = { basis_transcoder: 'basis_transcoder.cjs', avif_dec: 'avif_dec.mjs' } as const;

interface Loaded {
  readonly start: (options: object) => Promise<unknown>;
  readonly wasm: Uint8Array;
  readonly module: WebAssembly.Module;
}

const known = new Map<Decoder, Promise<Loaded>>();

/** The untyped exports of the glue code. */
export async function startDecoder(name: Decoder): Promise<unknown> {
  const loading = known.get(name) ?? load(name);
  known.set(name, loading);
  const { start, wasm, module } = await loading;
  return start({
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
      const instance = instantiate(module, imports, () => wasm);
      receive(instance);
      return instance.exports;
    },
    // The diagnostics repeat what it prints.
    print: () => undefined,
    printErr: () => undefined,
  });
}

async function load(name: Decoder): Promise<Loaded> {
  const folder = bundledFolder();
  const { default: start } = await importBundled(folder, GLUE[name]);
  if (!isFactory(start)) throw new Error(`${GLUE[name]} does not offer its decoder`);
  const wasm = await readBundled(folder, `${name}.wasm`);
  return { start, wasm, module: new WebAssembly.Module(wasm) };
}

const isFactory = (value: unknown): value is Loaded['start'] => typeof value === 'function';
