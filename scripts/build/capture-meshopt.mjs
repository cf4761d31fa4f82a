// Writes the wasm of meshoptimizer's npm package into packages/kernels/src/generated. The package keeps one instance of each module per
// thread, with all the memory that the largest mesh needed. With the bytes we can free an instance when we like.
// The bytes are captured when the package passes them to WebAssembly.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The functions that packages/kernels/src/meshopt calls. The build stops if one is missing. */
const MODULES = {
  encoder: [
    'meshopt_optimizeVertexCache',
    'meshopt_encodeVertexBufferBound',
    'meshopt_encodeVertexBufferLevel',
    'meshopt_encodeIndexVersion',
    'meshopt_encodeIndexBufferBound',
    'meshopt_encodeIndexBuffer',
    'meshopt_encodeIndexSequenceBound',
    'meshopt_encodeIndexSequence',
  ],
  simplifier: ['meshopt_simplifyWithAttributes', 'meshopt_simplifySloppy', 'meshopt_simplifyScale'],
};
const COMMON = ['memory', 'sbrk', '__wasm_call_ctors'];

/** Returns the names of the files that belong in `folder`. */
export async function captureMeshopt(folder) {
  const names = [];
  for (const [name, functions] of Object.entries(MODULES)) {
    const file = `meshopt-${name}-wasm.ts`;
    names.push(file);
    const specifier = `meshoptimizer/${name}`;
    const source = readFileSync(fileURLToPath(import.meta.resolve(specifier)));
    const stamp = `// inputs ${createHash('sha256').update(functions.join()).update(source).digest('hex')}`;
    const target = join(folder, file);
    if (existsSync(target) && readFileSync(target, 'utf8').startsWith(stamp)) continue;
    const wasm = await bytesOf(specifier);
    const module = new WebAssembly.Module(wasm);
    const exported = WebAssembly.Module.exports(module).map((entry) => entry.name);
    const missing = [...COMMON, ...functions].filter((wanted) => !exported.includes(wanted));
    if (missing.length > 0) throw new Error(`${specifier} exports no ${missing.join(', ')}`);
    const imports = WebAssembly.Module.imports(module).map((entry) => entry.name);
    if (imports.length > 0) throw new Error(`${specifier} imports ${imports.join(', ')}`);
    writeFileSync(target, `${stamp}\nexport const wasmBase64: string = '${wasm.toString('base64')}';\n`);
    console.log(`kernel meshopt-${name}: ${wasm.length} bytes`);
  }
  return names;
}

async function bytesOf(specifier) {
  const { instantiate } = WebAssembly;
  const seen = [];
  WebAssembly.instantiate = (source, imports) => {
    // Node's own parser of CommonJS starts late on a busy machine. It passes a module, the package passes bytes.
    if (!(source instanceof WebAssembly.Module)) seen.push(Buffer.from(new Uint8Array(source)));
    return instantiate(source, imports);
  };
  try {
    for (const { ready } of Object.values(await import(specifier))) await ready;
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  if (seen.length !== 1) throw new Error(`${specifier} instantiated ${seen.length} modules, not one`);
  return seen[0];
}
