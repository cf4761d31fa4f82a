// Joins the chunks that are loaded together at the start into one file. esbuild makes a chunk for every set of files that the same lazy
// imports share: about fifty for a build, and Node takes a quarter of a millisecond to find, open and link each.
import { rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

/**
 * `outputs` is from esbuild's metafile. For each group, the chunks of `entries` and everything they import are joined into chunks/`name`,
 * except what an earlier group contains. With `alsoIn`, only chunks that those entries import too are joined. Every joined chunk stays
 * as a file that re-exports from the joined file, for lazy imports; joined files and entry points import joined files directly.
 */
export async function joinChunks({ outputs, folder, groups, options }) {
  const taken = new Set();
  for (const { name, entries, alsoIn } of groups) {
    const alsoImported = alsoIn === undefined ? undefined : new Set(closureOf(outputs, alsoIn));
    const all = closureOf(outputs, entries).filter((path) => !taken.has(path) && alsoImported?.has(path) !== false);
    const joined = all.filter((path) => isChunk(path));
    for (const path of all) taken.add(path);
    await joinGroup({ name, joined, outputs, folder, options, within: [...taken].map((path) => basename(path)) });
    for (const path of all.filter((own) => !isChunk(own))) {
      const own = join(folder, basename(path));
      const within = joined.map((chunk) => basename(chunk));
      await bundle({ ...options, entryPoints: [own], outfile: own, allowOverwrite: true }, within, './chunks/');
    }
  }
}

/**
 * Joins what one entry point imports at its start, for browsers, where each file is a request: no chunk stays that only re-exports. All other
 * chunks import the joined file directly.
 */
export async function joinFirstChunks({ outputs, folder, name, entry, options }) {
  await joinChunks({ outputs, folder, groups: [{ name, entries: [entry] }], options });
  const joined = closureOf(outputs, [entry]).filter(isChunk);
  const within = joined.map((path) => basename(path));
  for (const path of Object.keys(outputs).filter((each) => isChunk(each) && !joined.includes(each))) {
    const own = join(folder, 'chunks', basename(path));
    await bundle({ ...options, entryPoints: [own], outfile: own, allowOverwrite: true }, within, './');
  }
  for (const stub of within) rmSync(join(folder, 'chunks', stub));
}

const isChunk = (path) => basename(dirname(path)) === 'chunks';

/** The chunks of these sources and everything they import. */
function closureOf(outputs, sources) {
  const found = new Set();
  const visit = (path) => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: imported, kind } of outputs[path].imports)
      if (kind === 'import-statement' && outputs[imported] !== undefined) visit(imported);
  };
  for (const source of sources) visit(Object.keys(outputs).find((path) => outputs[path].entryPoint?.endsWith(source)));
  return [...found].sort();
}

async function joinGroup({ name, joined, outputs, folder, options, within }) {
  const reexports = joined.map((path, i) => ({
    path,
    names: outputs[path].exports.map((exported) => [`${exported}_${i}`, exported]),
  }));
  const clause = (pairs) => `{ ${pairs.map(([from, to]) => `${from} as ${to}`).join(', ')} }`;
  const contents = reexports
    .map(({ path, names }) => {
      const from = JSON.stringify(`./${basename(path)}`);
      return names.length === 0 ? `import ${from};` : `export ${clause(names.map(([a, b]) => [b, a]))} from ${from};`;
    })
    .join('\n');
  const stdin = { contents, resolveDir: join(folder, 'chunks'), sourcefile: 'joined.js' };
  await bundle({ ...options, stdin, outfile: join(folder, 'chunks', name) }, within, './');
  for (const { path, names } of reexports)
    writeFileSync(
      join(folder, 'chunks', basename(path)),
      names.length === 0 ? `import './${name}';\n` : `export ${clause(names)} from './${name}';\n`,
    );
}

/** Bundles only the files in `within`. Other chunks stay imports; `chunks` is their folder, relative to the file. */
function bundle(options, within, chunks) {
  const inside = new Set(within);
  const plugin = {
    name: 'other-chunks-stay',
    setup: ({ onResolve }) =>
      onResolve({ filter: /.*/ }, ({ path, kind }) => {
        if (kind === 'entry-point' || (kind === 'import-statement' && inside.has(basename(path)))) return undefined;
        return { path: path.startsWith('.') ? chunks + basename(path) : path, external: true };
      }),
  };
  return build({ ...options, bundle: true, treeShaking: false, plugins: [plugin] });
}
