// The MikkTSpace package, spoken to through its own memory: corners are written where it reads them and tangents are read
// where it leaves them. Through its JavaScript front a million triangles would take another 150 MB.
// A memory that grew large is given up afterwards; wasm memories never shrink.

import { createRequire } from 'node:module';

/** What wasm-bindgen exports of the package. */
interface MikktspaceWasm {
  readonly memory: WebAssembly.Memory;
  generateTangents(
    result: number,
    positions: number,
    positionCount: number,
    normals: number,
    normalCount: number,
    uvs: number,
    uvCount: number,
  ): void;
  __wbindgen_malloc(bytes: number): number;
  __wbindgen_free(at: number, bytes: number): void;
  __wbindgen_add_to_stack_pointer(bytes: number): number;
}

const FUNCTIONS = ['generateTangents', '__wbindgen_malloc', '__wbindgen_free', '__wbindgen_add_to_stack_pointer'];
const KEEP_BYTES = 64 * 1024 * 1024;
const PACKAGE = 'mikktspace';

let loaded: MikktspaceWasm | undefined;

/**
 * Calls `fill` with room for so many corners (three floats of position and normal, two of uv) and `use` with their tangents
 * (four floats each), which are gone when it returns.
 */
export function runMikktspace<T>(
  cornerCount: number,
  fill: (positions: Float32Array, normals: Float32Array, uvs: Float32Array) => void,
  use: (tangents: Float32Array) => T,
): T {
  loaded ??= load();
  const wasm = loaded;
  const result = wasm.__wbindgen_add_to_stack_pointer(-16);
  try {
    const [positions, normals, uvs] = [3, 3, 2].map((width) => wasm.__wbindgen_malloc(cornerCount * width * 4)) as [
      number,
      number,
      number,
    ];
    const floats = (at: number, length: number): Float32Array => new Float32Array(wasm.memory.buffer, at, length);
    fill(floats(positions, cornerCount * 3), floats(normals, cornerCount * 3), floats(uvs, cornerCount * 2));
    // Takes its arguments over: they are freed in there.
    wasm.generateTangents(result, positions, cornerCount * 3, normals, cornerCount * 3, uvs, cornerCount * 2);
    const [at = 0, length = 0] = new Uint32Array(wasm.memory.buffer, result, 2);
    const value = use(floats(at, length));
    wasm.__wbindgen_free(at, length * 4);
    return value;
  } finally {
    wasm.__wbindgen_add_to_stack_pointer(16);
    if (wasm.memory.buffer.byteLength > KEEP_BYTES) loaded = undefined;
  }
}

/** A fresh instance: the package keeps one in its module, so that the module must be forgotten with it. */
function load(): MikktspaceWasm {
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve(PACKAGE)];
  const module: unknown = require(PACKAGE);
  delete require.cache[require.resolve(PACKAGE)];
  const wasm: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, '__wasm') : undefined;
  if (!isMikktspace(wasm)) throw new Error('this version of mikktspace does not export its memory');
  return wasm;
}

function isMikktspace(wasm: unknown): wasm is MikktspaceWasm {
  return (
    typeof wasm === 'object' &&
    wasm !== null &&
    Reflect.get(wasm, 'memory') instanceof WebAssembly.Memory &&
    FUNCTIONS.every((name) => typeof Reflect.get(wasm, name) === 'function')
  );
}
