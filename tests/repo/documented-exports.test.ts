// Every name that the packages offer has a line of documentation where it is declared: what an editor shows is all that most
// people ever read. Counted with the TypeScript compiler, over every entry point that package.json names.

import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Subpath → source, as the package's exports say. */
function entryPoints(name: string): readonly (readonly [string, string])[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { readonly 'assetc-source'?: string }>;
  };
  return Object.entries(exports).flatMap(([subpath, target]) => {
    const source = typeof target === 'string' ? undefined : target['assetc-source'];
    return source === undefined ? [] : [[subpath.replace('.', name), join(root, 'packages', name, source)] as const];
  });
}

const entries = [
  'formats',
  'other-runtimes',
  'encoder',
  'gltf-transform',
  'compiler',
  'three',
  'vite-plugin',
  'farm',
].flatMap(entryPoints);

interface Export {
  readonly name: string;
  readonly place: string;
  readonly isDocumented: boolean;
  readonly hasExample: boolean;
}

let checker: ts.TypeChecker;
let program: ts.Program;
beforeAll(() => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'));
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  program = ts.createProgram(
    entries.map(([, source]) => source),
    options,
  );
  checker = program.getTypeChecker();
});

function exportsOf(source: string): readonly Export[] {
  const file = program.getSourceFile(source);
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${source} exports nothing`);
  return checker.getExportsOfModule(module).map((symbol) => {
    const declared = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const [declaration] = declared.declarations ?? [];
    return {
      name: symbol.name,
      place: declaration === undefined ? '?' : relative(root, declaration.getSourceFile().fileName),
      isDocumented: declared.getDocumentationComment(checker).length > 0,
      hasExample: declared.getJsDocTags(checker).some((tag) => tag.name === 'example'),
    };
  });
}

describe('the public names', () => {
  it.each(entries)('of %s are documented', (_, source) => {
    const all = exportsOf(source);
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(({ isDocumented }) => !isDocumented).map(({ name, place }) => `${place}: ${name}`)).toEqual([]);
  });

  it('of the SDK have examples where a name alone does not show the use', () => {
    const withExample = new Set(
      entries.flatMap(([, source]) => exportsOf(source).flatMap(({ name, hasExample }) => (hasExample ? [name] : []))),
    );
    expect([...withExample]).toEqual(
      expect.arrayContaining([
        ...['AssetLibrary', 'httpSource', 'openPack', 'planHpack', 'readLevel', 'encodeKtx2', 'unpackVertices'],
        ...['hashRef', 'textureRef', 'findGlyph', 'peekColorModel', 'decodeAssetFile', 'unpackInto', 'loadAssetFile'],
        ...['openAssetLibrary', 'decodeAnyHmesh', 'galiUuid'],
      ]),
    );
  });
});
