// Turns the joined files of the command line into scripts, which its loader (src/cli/start/scripts.ts) runs without Node's module loader.
// V8 can keep the compiled code of a script between runs, and the module loader alone takes 5 to 10 ms. A joined file stays as a module that
// re-exports from its script, for modules that import it: both share one instance.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const MODULE = /^export \{([^}]*)\} from '\.\/([\w-]+)\.js';\n$/;
const SIDE_EFFECTS = /^import '\.\/([\w-]+)\.js';\n$/;

/**
 * `joined`: names of files in chunks/. `entry`: the file of the program's entry point in `folder`; it becomes a script, too. `chunks`: names of
 * all chunks, of which those that joinChunks replaced by re-exports are found by their content.
 */
export async function makeScripts({ folder, joined, entry, chunks, options }) {
  const places = new Map(chunks.flatMap((name) => placeOf(join(folder, 'chunks', name), name, joined)));
  mkdirSync(join(folder, 'start'));
  writeFileSync(join(folder, 'start/package.json'), '{ "type": "commonjs" }\n');
  for (const name of joined) {
    const file = join(folder, 'chunks', name);
    const names = await makeScript({ file, folder, places, joined, options });
    const script = basename(name, '.js');
    const lines = names.map((exported) => `export const ${exported} = script.${exported};`);
    writeFileSync(
      file,
      `import scripts from '../start/scripts.js';\nconst script = scripts.load('${script}');\n${lines.join('\n')}\n`,
    );
  }
  await makeScript({ file: join(folder, entry), folder, places, joined, options });
}

/** For a chunk that only re-exports from a joined file: its name, that file, and its exports by the name that the file gives them. */
function placeOf(path, name, joined) {
  const text = readFileSync(path, 'utf8');
  const [, clause, from] = MODULE.exec(text) ?? [];
  const target = from ?? SIDE_EFFECTS.exec(text)?.[1];
  if (target === undefined || !joined.includes(`${target}.js`)) return [];
  const names = (clause ?? '').split(',').flatMap((pair) => (pair.trim() === '' ? [] : [pair.trim().split(' as ')]));
  return [[name, { script: target, names }]];
}

/** Writes start/<name>.js and returns the names that it exports. */
async function makeScript({ file, folder, places, joined, options }) {
  const outside = {
    name: 'everything-stays-outside',
    setup: ({ onResolve }) =>
      onResolve({ filter: /.*/ }, ({ kind, path }) => (kind === 'entry-point' ? undefined : { path, external: true })),
  };
  const { outputFiles, metafile } = await build({
    ...options,
    format: 'cjs',
    entryPoints: [file],
    outfile: file,
    write: false,
    metafile: true,
    treeShaking: false,
    define: { 'import.meta.url': '__url' },
    plugins: [outside],
  });
  const [{ text }] = outputFiles;
  const [{ imports }] = Object.values(metafile.outputs);
  const name = basename(file, '.js');
  for (const { path, kind } of imports)
    if (kind === 'import-statement' && !path.startsWith('node:') && !joined.includes(basename(path)))
      throw new Error(`${name} imports ${path}, which is neither a script nor a part of Node`);
  const body = inAscii(exportAtOnce(loadLazily(replaceImports(text.replace(/^#!.*\n/, ''), places))));
  writeFileSync(
    join(folder, 'start', `${name}.js`),
    `(function (exports, module, require, __url, __import, __importFrom) { 'use strict';\n${body}\n})\n`,
  );
  const [{ exports }] = Object.values(await exportsOf(file));
  return exports;
}

/** Exports the object that esbuild makes, instead of a copy of its getters for programs that are not scripts: 1 ms for 470 names. */
function exportAtOnce(text) {
  const copied = /^module\.exports = __toCommonJS\((\w+)\);$/m;
  const listed =
    /\n\/\/ Annotate the CommonJS export names for ESM import in node:\n0 && \(module\.exports = \{[^}]*\}\);/;
  return text.replace(copied, 'module.exports = $1;').replace(listed, '');
}

/** Only comments have other characters. With one of them, V8 stores all of the text in twice as many bytes. */
const inAscii = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const exportsOf = async (file) =>
  (await build({ entryPoints: [file], bundle: false, write: false, metafile: true, format: 'esm', outfile: file }))
    .metafile.outputs;

/** `import()` of a chunk that is part of a script gets its exports from there. Others are loaded by Node. */
function replaceImports(text, places) {
  return text.replace(/\bimport\("([^"]+)"\)/g, (_, specifier) => {
    const place = specifier.startsWith('.') ? places.get(basename(specifier)) : undefined;
    if (place === undefined)
      return `__import(${JSON.stringify(specifier.startsWith('.') ? `../chunks/${basename(specifier)}` : specifier)})`;
    const names = place.names.map(([own, exported]) => `${exported}: ${JSON.stringify(own)}`);
    return `__importFrom(${JSON.stringify(place.script)}, { ${names.join(', ')} })`;
  });
}

/** Modules of Node are loaded when they are first used: a build with nothing to do uses few of them. */
function loadLazily(text) {
  let lazy = text;
  for (const [line, name, value] of text.matchAll(
    /^var (import_\w+) = ((?:__toESM\()?require\("node:[^"]+"\)\)?);$/gm,
  )) {
    const uses = lazy.match(new RegExp(`(?<![\\w$.])${name}\\b`, 'g'))?.length;
    const used = new RegExp(`(?<![\\w$.])${name}\\.`, 'g');
    // Once where it is declared.
    if (uses !== (lazy.match(used)?.length ?? 0) + 1) throw new Error(`${name} is not only used for its members`);
    lazy = lazy.replace(line, `var ${name};`).replace(used, `(${name} ??= ${value}).`);
  }
  return lazy;
}
