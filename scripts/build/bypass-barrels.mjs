// esbuild plugin: replaces imports from the index of our packages by imports from the files that declare the names. esbuild splits
// chunks by file, so that an import from an index would load every file that the index lists.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = join(dirname(fileURLToPath(import.meta.url)), '../../packages');
/** Lines as Biome formats them. */
const CLAUSE = /^(import|export) \{([^}]*)\} from '(@assetc\/[^']+)';$/gm;
const REEXPORT = /^export \{([^}]*)\} from '(\.[^']+)\.js';$/gm;

/** Parses `{ a, b as c, type D }` into `[declared name, exported name]` pairs, without types. */
const namesIn = (clause) =>
  clause
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => part.split(' as '))
    .map(([own, outside = own]) => [own, outside]);

/** The source file of an import specifier, from the package's `exports`. */
function sourceOf(specifier) {
  const [, name, ...rest] = specifier.split('/');
  const { exports } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
  return join(packages, name, exports[['.', ...rest].join('/')]['assetc-source']);
}

const barrels = new Map();

/** For each exported name, the file that declares it and its name there. */
function barrelOf(specifier) {
  const known = barrels.get(specifier);
  if (known !== undefined) return known;
  const source = sourceOf(specifier);
  const places = new Map();
  for (const [, clause, path] of readFileSync(source, 'utf8').matchAll(REEXPORT))
    for (const [own, outside] of namesIn(clause)) {
      const file = join(dirname(source), `${path}.ts`);
      if (existsSync(file)) places.set(outside, { file, own });
    }
  barrels.set(specifier, places);
  return places;
}

function directImports(verb, clause, specifier) {
  const places = barrelOf(specifier);
  const undeclared = [];
  const lines = [];
  for (const [own, outside] of namesIn(clause)) {
    const place = places.get(own);
    if (place === undefined) undeclared.push(`${own} as ${outside}`);
    else lines.push(`${verb} { ${place.own} as ${outside} } from ${JSON.stringify(place.file)};`);
  }
  if (undeclared.length > 0) lines.push(`${verb} { ${undeclared.join(', ')} } from '${specifier}';`);
  return lines.join(' ');
}

export const bypassBarrels = {
  name: 'bypass-barrels',
  setup(build) {
    build.onLoad({ filter: /[\\/]packages[\\/][a-z-]+[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8').replaceAll(CLAUSE, (_, verb, clause, specifier) =>
        directImports(verb, clause, specifier),
      ),
    }));
  },
};
