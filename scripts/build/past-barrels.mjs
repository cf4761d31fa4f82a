// esbuild plugin: imports from the roots of our packages lead to the files that declare the names. esbuild splits by files, and who
// imports one name of a root reaches every file that it lists: all of the formats would be loaded with whatever starts.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = join(dirname(fileURLToPath(import.meta.url)), '../../packages');
/** As Biome formats them: nothing else begins a line so. */
const CLAUSE = /^(import|export) \{([^}]*)\} from '(@assetc\/[^']+)';$/gm;
const PASSED_ON = /^export \{([^}]*)\} from '(\.[^']+)\.js';$/gm;

/** `[own name, name outside]` of `{ a, b as c, type D }`; types are nobody's business here. */
const namesIn = (clause) =>
  clause
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => part.split(' as '))
    .map(([own, outside = own]) => [own, outside]);

/** The source that a package declares for an import of it. */
function sourceOf(specifier) {
  const [, name, ...rest] = specifier.split('/');
  const { exports } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
  return join(packages, name, exports[['.', ...rest].join('/')]['assetc-source']);
}

const barrels = new Map();

/** By the name outside: where it is declared, and as what. */
function barrelOf(specifier) {
  const known = barrels.get(specifier);
  if (known !== undefined) return known;
  const source = sourceOf(specifier);
  const places = new Map();
  for (const [, clause, path] of readFileSync(source, 'utf8').matchAll(PASSED_ON))
    for (const [own, outside] of namesIn(clause)) {
      const file = join(dirname(source), `${path}.ts`);
      if (existsSync(file)) places.set(outside, { file, own });
    }
  barrels.set(specifier, places);
  return places;
}

function lead(verb, clause, specifier) {
  const places = barrelOf(specifier);
  const others = [];
  const lines = [];
  for (const [own, outside] of namesIn(clause)) {
    const place = places.get(own);
    if (place === undefined) others.push(`${own} as ${outside}`);
    else lines.push(`${verb} { ${place.own} as ${outside} } from ${JSON.stringify(place.file)};`);
  }
  if (others.length > 0) lines.push(`${verb} { ${others.join(', ')} } from '${specifier}';`);
  return lines.join(' ');
}

export const pastBarrels = {
  name: 'past-barrels',
  setup(build) {
    build.onLoad({ filter: /[\\/]packages[\\/][a-z-]+[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8').replaceAll(CLAUSE, (_, verb, clause, specifier) =>
        lead(verb, clause, specifier),
      ),
    }));
  },
};
