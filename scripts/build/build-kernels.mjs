// Compiles each packages/kernels/assembly/<name>/index.ts to wasm (SIMD, no runtime, no relaxed SIMD: results must be
// equal on every machine) and writes it as base64 into src/generated/<name>-wasm.ts, so that bundles contain it.
// A kernel is compiled again only if its sources or flags changed. The transcoder and the mesh decoders are also written into packages/formats, which
// has no dependencies. The modules of meshoptimizer that we use are written next to the kernels. The worker of packages/three is bundled into a string.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { captureMeshopt } from './capture-meshopt.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../packages/kernels');
const assembly = join(root, 'assembly');
const generated = join(root, 'src/generated');
const flags = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--importMemory',
  '--zeroFilledMemory',
  '--use',
  'abort=',
];
/** Kernels that packages/formats contains too. */
const inFormats = {
  transcode: join(dirname(root), 'formats/src/transcode/generated'),
  meshcodec: join(dirname(root), 'formats/src/mesh-codec/generated'),
};
for (const folder of [generated, ...Object.values(inFormats)]) mkdirSync(folder, { recursive: true });
// Kernels whose instances share one memory between threads.
const sharedMemory = new Set(['tangents']);
const flagsOf = (name) =>
  sharedMemory.has(name)
    ? [...flags, '--enable', 'threads', '--sharedMemory', '--initialMemory', '16', '--maximumMemory', '65536']
    : flags;

const sources = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((e) =>
      e.isDirectory() ? sources(join(folder, e.name)) : e.name.endsWith('.ts') ? [join(folder, e.name)] : [],
    )
    .sort();
// `@inline` is a comment in the sources: TypeScript has no decorators on functions, and its tools would report an error.
const readSource = (file, folder) => {
  const path = resolve(folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll('/* @inline */', '@inline') : null;
};
const names = existsSync(assembly)
  ? readdirSync(assembly, { withFileTypes: true })
      .filter((e) => e.isDirectory() && existsSync(join(assembly, e.name, 'index.ts')))
      .map((e) => e.name)
      .sort()
  : [];
const stale = new Set(readdirSync(generated).filter((name) => name.endsWith('-wasm.ts')));
for (const name of names) {
  const targets = [generated, inFormats[name]].flatMap((folder) => (folder ? [join(folder, `${name}-wasm.ts`)] : []));
  stale.delete(`${name}-wasm.ts`);
  const hash = createHash('sha256').update(flagsOf(name).join(' '));
  for (const file of sources(assembly))
    if ([name, 'block'].some((folder) => file.startsWith(join(assembly, folder) + sep)))
      hash.update(file.slice(assembly.length)).update(readFileSync(file));
  const stamp = `// inputs ${hash.digest('hex')}`;
  if (targets.every((target) => existsSync(target) && readFileSync(target, 'utf8').startsWith(stamp))) continue;
  const asc = await import('assemblyscript/asc');
  const files = new Map();
  const { error, stderr } = await asc.main(
    [join(assembly, name, 'index.ts'), '--outFile', 'out.wasm', ...flagsOf(name)],
    {
      readFile: readSource,
      writeFile: (file, contents) => {
        files.set(file, contents);
      },
    },
  );
  if (error) {
    console.error(stderr.toString());
    process.exit(1);
  }
  const wasm = Buffer.from(files.get('out.wasm'));
  for (const target of targets)
    writeFileSync(target, `${stamp}\nexport const wasmBase64: string = '${wasm.toString('base64')}';\n`);
  console.log(`kernel ${name}: ${wasm.length} bytes`);
}
for (const name of await captureMeshopt(generated)) stale.delete(name);
for (const name of stale) rmSync(join(generated, name));

const three = join(dirname(root), 'three/src/texture');
const { outputFiles } = await build({
  entryPoints: [join(three, 'worker/transcode-worker.ts')],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  conditions: ['assetc-source'],
  legalComments: 'none',
  write: false,
});
const workerFile = join(three, 'generated/worker-text.ts');
const workerText = `export const workerText: string = ${JSON.stringify(outputFiles[0].text)};\n`;
mkdirSync(dirname(workerFile), { recursive: true });
if (!existsSync(workerFile) || readFileSync(workerFile, 'utf8') !== workerText) writeFileSync(workerFile, workerText);
