// Finds the declaration of every name that an entry point exports, by following `export … from` through the sources. Nothing is checked or
// compiled: a declaration is shown as it is written.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { EntryPoint } from './entry-points.js';

export interface Declared {
  readonly name: string;
  readonly declaration: ts.Declaration;
  readonly file: ts.SourceFile;
}

export class ExportFinder {
  readonly #entries: ReadonlyMap<string, string>;
  readonly #files = new Map<string, ts.SourceFile>();
  readonly #found = new Map<string, ReadonlyMap<string, Declared>>();

  constructor(entries: readonly EntryPoint[]) {
    this.#entries = new Map(entries.map(({ name, source }) => [name, source]));
  }

  /** By exported name, in the order of the source. Names of other programs' packages are left out. */
  exportsOf(path: string): ReadonlyMap<string, Declared> {
    const known = this.#found.get(path);
    if (known !== undefined) return known;
    const found = new Map<string, Declared>();
    this.#found.set(path, found);
    const file = this.#parse(path);
    const imported = this.#imports(file);
    for (const statement of file.statements) {
      if (ts.isExportDeclaration(statement)) this.#follow(statement, file, imported, found);
      else if (isExported(statement)) for (const one of namesOf(statement, file)) found.set(one.name, one);
    }
    return found;
  }

  #follow(
    { exportClause, moduleSpecifier }: ts.ExportDeclaration,
    file: ts.SourceFile,
    imported: ReadonlyMap<string, string>,
    found: Map<string, Declared>,
  ): void {
    const from =
      moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
    const whole = from === undefined ? undefined : this.#resolve(file.fileName, from);
    if (exportClause === undefined) {
      if (whole !== undefined) for (const [name, one] of this.exportsOf(whole)) found.set(name, one);
      return;
    }
    if (!ts.isNamedExports(exportClause)) return;
    for (const { name, propertyName } of exportClause.elements) {
      const original = (propertyName ?? name).text;
      const path = whole ?? this.#resolve(file.fileName, imported.get(original) ?? '');
      const one = path === undefined ? this.#local(file, original) : this.exportsOf(path).get(original);
      if (one !== undefined) found.set(name.text, { ...one, name: name.text });
    }
  }

  #local(file: ts.SourceFile, name: string): Declared | undefined {
    return file.statements.flatMap((statement) => namesOf(statement, file)).find((one) => one.name === name);
  }

  /** Imported name → module. */
  #imports(file: ts.SourceFile): ReadonlyMap<string, string> {
    const imports = new Map<string, string>();
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const bindings = statement.importClause?.namedBindings;
      if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
      for (const { name } of bindings.elements) imports.set(name.text, statement.moduleSpecifier.text);
    }
    return imports;
  }

  #resolve(from: string, specifier: string): string | undefined {
    if (!specifier.startsWith('.')) return this.#entries.get(specifier);
    const path = join(dirname(from), specifier.replace(/\.js$/, '.ts'));
    return existsSync(path) ? path : undefined;
  }

  #parse(path: string): ts.SourceFile {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);
    this.#files.set(path, file);
    return file;
  }
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

function namesOf(statement: ts.Statement, file: ts.SourceFile): readonly Declared[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap((declaration) =>
      ts.isIdentifier(declaration.name) ? [{ name: declaration.name.text, declaration, file }] : [],
    );
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isNamed && statement.name !== undefined ? [{ name: statement.name.text, declaration: statement, file }] : [];
}
