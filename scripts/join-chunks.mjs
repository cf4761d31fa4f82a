// Joins the chunks that a build without work loads into one file. esbuild makes a chunk of every set of files that the same lazy imports
// share, some fifty for a build, and Node takes a quarter of a millisecond to find, open and link each.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/**
 * `outputs`: of esbuild's metafile. `entries`: sources whose chunks, with all that these import, are joined into chunks/`name`;
 * except what `alone` needs, which is loaded without them. Every joined chunk stays as a file that passes on what it exported.
 */
export async function joinChunks({ outputs, folder, entries, alone, name, options }) {
  const chunkOf = (source) => Object.keys(outputs).find((path) => outputs[path].entryPoint?.endsWith(source));
  const closure = (sources) => {
    const found = new Set();
    const visit = (path) => {
      if (found.has(path)) return;
      found.add(path);
      for (const { path: imported, kind } of outputs[path].imports)
        if (kind === 'import-statement' && outputs[imported] !== undefined) visit(imported);
    };
    for (const source of sources) visit(chunkOf(source));
    return found;
  };
  const kept = closure(alone);
  const joined = [...closure(entries)].filter((path) => !kept.has(path)).sort();
  const file = (path) => join(folder, 'chunks', basename(path));
  const passedOn = joined.map((path, i) => ({
    path,
    names: outputs[path].exports.map((exported) => [`${exported}_${i}`, exported]),
  }));
  const clause = (pairs) => `{ ${pairs.map(([from, to]) => `${from} as ${to}`).join(', ')} }`;
  const entry = passedOn
    .map(({ path, names }) => {
      const from = JSON.stringify(`./${basename(path)}`);
      return names.length === 0 ? `import ${from};` : `export ${clause(names.map(([a, b]) => [b, a]))} from ${from};`;
    })
    .join('\n');
  const inside = new Set(joined.map((path) => basename(path)));
  await build({
    ...options,
    stdin: { contents: entry, resolveDir: join(folder, 'chunks'), sourcefile: 'joined.js' },
    bundle: true,
    treeShaking: false,
    outfile: join(folder, 'chunks', name),
    plugins: [
      {
        name: 'other-chunks-stay',
        setup: ({ onResolve }) =>
          onResolve({ filter: /.*/ }, ({ path, kind }) =>
            kind === 'import-statement' && inside.has(basename(path)) ? undefined : { path, external: true },
          ),
      },
    ],
  });
  for (const { path, names } of passedOn)
    writeFileSync(
      file(path),
      names.length === 0 ? `import './${name}';\n` : `export ${clause(names)} from './${name}';\n`,
    );
}
