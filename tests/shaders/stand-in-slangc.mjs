#!/usr/bin/env node
// Stands in for an installed slangc: takes its command line, compiles with the bundled wasm. It appends its arguments to the file in
// SLANGC_LOG, and its version is what SLANGC_VERSION says. With SLANGC_COPY that file is the answer to everything: quicker.
import { appendFileSync, copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const [, , ...args] = process.argv;
if (process.env.SLANGC_LOG) appendFileSync(process.env.SLANGC_LOG, `${JSON.stringify(args)}\n`);
if (args[0] === '-version') {
  console.error(process.env.SLANGC_VERSION ?? '2026.1');
  process.exit(0);
}
const option = (name) => args[args.indexOf(name) + 1];
if (process.env.SLANGC_COPY) {
  copyFileSync(process.env.SLANGC_COPY, option('-o'));
  process.exit(0);
}
const source = args[0];
const defines = args.filter((arg) => arg.startsWith('-D')).map((arg) => `#define ${arg.slice(2).replace('=', ' ')}\n`);
const vendor = new URL('../../packages/compiler/dist/vendor/', import.meta.url);
const { default: factory } = await import(new URL('slang-wasm.mjs', vendor).href);
const wasmBinary = readFileSync(new URL('slang-wasm.wasm', vendor));
if (args.includes('-matrix-layout-column-major')) wasmBinary[0x44627] = 2;
const slang = await factory({ wasmBinary });
const session = slang.createGlobalSession().createSession(6);
// The wasm has no search paths: files of the folders after -I are put next to the source, unless that has one of the name.
const folder = source.slice(0, source.lastIndexOf('/'));
slang.FS.mkdirTree(folder);
const searched = args.flatMap((arg, i) => (args[i - 1] === '-I' && existsSync(arg) ? [arg] : []));
const found = new Set();
for (const from of [folder, ...searched])
  for (const name of readdirSync(from).filter((each) => each.endsWith('.slang') && !found.has(each))) {
    found.add(name);
    slang.FS.writeFile(`${folder}/${name}`, readFileSync(`${from}/${name}`, 'utf8'));
  }
const fail = () => {
  process.stderr.write(slang.getLastError().message);
  process.exit(1);
};
const text = defines.length > 0 ? `${defines.join('')}#line 1\n` : '';
const module = session.loadModuleFromSource(text + readFileSync(source, 'utf8'), basename(source, '.slang'), source);
if (!module) fail();
const entries = [];
if (args.includes('-entry')) {
  const stages = { vertex: 1, fragment: 5, compute: 6 };
  const name = option('-entry');
  const entry = args.includes('-stage')
    ? module.findAndCheckEntryPoint(name, stages[option('-stage')])
    : module.findEntryPointByName(name);
  if (!entry) fail();
  entries.push(entry);
} else for (let i = 0; i < module.getDefinedEntryPointCount(); i++) entries.push(module.getDefinedEntryPoint(i));
const linked = session.createCompositeComponentType([module, ...entries]).link();
const code =
  entries.length === 1 && args.includes('-entry') ? linked.getEntryPointCodeBlob(0, 0) : linked.getTargetCodeBlob(0);
if (!code) fail();
writeFileSync(option('-o'), code);
