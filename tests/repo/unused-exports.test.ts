// Nothing is exported that no other file imports. Types count like functions; the entry points of the packages are excluded.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'generated', 'assembly']);
const EVERYTHING = '*';

/** Loaded by name: by the loader of the command line's scripts, and by programs that tests write as text. */
const IN_TEXT = new Set([
  'packages/compiler/src/cli/main.ts: main',
  'packages/compiler/src/pipeline/testing/slow-registry.ts: slowRegistry',
]);

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(path);
    return /\.(ts|tsx|mjs|js)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });

/** `@assetc/formats/layouts` → the source of that entry point. */
function entryPoints(): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (const name of readdirSync(join(root, 'packages'))) {
    const manifest: { name: string; exports?: Record<string, string | Record<string, string>> } = JSON.parse(
      readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
    );
    for (const [subpath, target] of Object.entries(manifest.exports ?? {})) {
      const source = typeof target === 'string' ? undefined : target['assetc-source'];
      if (source !== undefined) entries.set(posix.join(manifest.name, subpath), posix.join('packages', name, source));
    }
  }
  return entries;
}

/** `#encoder-worker` → the sources that conditions choose between. */
function ownImports(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const name of readdirSync(join(root, 'packages'))) {
    const manifest: { imports?: Record<string, { 'assetc-source': Record<string, string> }> } = JSON.parse(
      readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
    );
    for (const [specifier, target] of Object.entries(manifest.imports ?? {}))
      found.set(
        specifier,
        Object.values(target['assetc-source']).map((source) => posix.join('packages', name, source)),
      );
  }
  return found;
}

type Use = (specifier: string, name: string) => void;

/** Names that a dynamic import is destructured into; all if the module is passed on. */
function namesTaken(call: ts.CallExpression): readonly string[] {
  const awaited = ts.isAwaitExpression(call.parent) ? call.parent : undefined;
  const holder = awaited !== undefined && ts.isParenthesizedExpression(awaited.parent) ? awaited.parent : awaited;
  const user = holder?.parent;
  if (user !== undefined && ts.isPropertyAccessExpression(user)) return [user.name.text];
  if (user === undefined || !ts.isVariableDeclaration(user) || !ts.isObjectBindingPattern(user.name))
    return [EVERYTHING];
  return user.name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
}

/** Reports every name that a file imports from another. */
function eachImport(file: ts.SourceFile, use: Use): void {
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const bindings = node.importClause?.namedBindings;
      if (bindings !== undefined && ts.isNamedImports(bindings))
        for (const { propertyName, name } of bindings.elements)
          use(node.moduleSpecifier.text, (propertyName ?? name).text);
      else if (bindings !== undefined) use(node.moduleSpecifier.text, EVERYTHING);
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier !== undefined &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      const { exportClause } = node;
      if (exportClause !== undefined && ts.isNamedExports(exportClause))
        for (const { propertyName, name } of exportClause.elements)
          use(node.moduleSpecifier.text, (propertyName ?? name).text);
      else use(node.moduleSpecifier.text, EVERYTHING);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier !== undefined && ts.isStringLiteral(specifier))
        for (const name of namesTaken(node)) use(specifier.text, name);
    } else if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      const { qualifier } = node;
      use(
        node.argument.literal.text,
        qualifier === undefined ? EVERYTHING : (qualifier.getText().split('.')[0] ?? EVERYTHING),
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}

/** Names that a file declares and exports itself. */
function exportsOf(file: ts.SourceFile): readonly string[] {
  return file.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    if (
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isEnumDeclaration(statement)
    )
      return statement.name === undefined ? [] : [statement.name.text];
    return [];
  });
}

it('exports nothing that no other file imports', () => {
  const files = new Map(
    ['packages', 'tests', 'scripts', 'bench', 'examples', 'site']
      .flatMap(filesBelow)
      .map((path) => [
        path,
        ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true),
      ]),
  );
  const entries = entryPoints();
  const chosen = ownImports();
  const used = new Set<string>();
  for (const [path, file] of files)
    eachImport(file, (specifier, name) => {
      const sibling = posix.join(posix.dirname(path), specifier);
      const target = specifier.startsWith('.')
        ? [sibling.replace(/\.js$/, '.ts'), sibling.replace(/\.js$/, '.tsx'), sibling].find((candidate) =>
            files.has(candidate),
          )
        : entries.get(specifier);
      for (const one of target === undefined ? (chosen.get(specifier) ?? []) : [target]) used.add(`${one}: ${name}`);
    });
  const open = new Set(entries.values());
  const declared = [...files]
    .filter(([path]) => /^packages\/[\w-]+\/src\//.test(path) && !open.has(path))
    .flatMap(([path, file]) => exportsOf(file).map((name) => [path, name] as const));
  const unused = declared
    .filter(([path, name]) => !used.has(`${path}: ${name}`) && !used.has(`${path}: ${EVERYTHING}`))
    .map(([path, name]) => `${path}: ${name}`);
  expect(declared.length).toBeGreaterThan(1000);
  expect(unused.filter((name) => !IN_TEXT.has(name))).toEqual([]);
});
