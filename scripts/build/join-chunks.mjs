// Joins the chunks that a start loads together into one file. esbuild makes a chunk of every set of files that the same lazy imports
// share, some fifty for a build, and Node takes a quarter of a millisecond to find, open and link each.
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

/**
 * `outputs`: of esbuild's metafile. `groups`: of each the chunks of `entries`, with all that these import and no earlier group holds, are
 * joined into chunks/`name`; with `alsoIn` only those that these entries import as well. Every joined chunk stays as a file that passes on what it exported, for whoever imports it lazily; what is
 * joined, and an entry of the package's own, import the joined files themselves.
 */
export async function joinChunks({ outputs, folder, groups, options }) {
  const taken = new Set();
  for (const { name, entries, alsoIn } of groups) {
    const others = alsoIn === undefined ? undefined : new Set(closureOf(outputs, alsoIn));
    const all = closureOf(outputs, entries).filter((path) => !taken.has(path) && others?.has(path) !== false);
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

const isChunk = (path) => basename(dirname(path)) === 'chunks';

/** The chunks of these sources, with all that they import. */
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
  const passedOn = joined.map((path, i) => ({
    path,
    names: outputs[path].exports.map((exported) => [`${exported}_${i}`, exported]),
  }));
  const clause = (pairs) => `{ ${pairs.map(([from, to]) => `${from} as ${to}`).join(', ')} }`;
  const contents = passedOn
    .map(({ path, names }) => {
      const from = JSON.stringify(`./${basename(path)}`);
      return names.length === 0 ? `import ${from};` : `export ${clause(names.map(([a, b]) => [b, a]))} from ${from};`;
    })
    .join('\n');
  const stdin = { contents, resolveDir: join(folder, 'chunks'), sourcefile: 'joined.js' };
  await bundle({ ...options, stdin, outfile: join(folder, 'chunks', name) }, within, './');
  for (const { path, names } of passedOn)
    writeFileSync(
      join(folder, 'chunks', basename(path)),
      names.length === 0 ? `import './${name}';\n` : `export ${clause(names)} from './${name}';\n`,
    );
}

/** Only what is `within` becomes part of the file; other chunks, which lie in `chunks` as seen from it, stay. */
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
