// A declaration as a reader wants it: its signature without bodies and private members, its documentation, its example.

import ts from 'typescript';
import type { Declared } from './find-exports.js';

export interface ApiEntry {
  readonly name: string;
  readonly kind: 'Functions' | 'Classes' | 'Types' | 'Values';
  readonly signature: string;
  /** Markdown. */
  readonly text: string;
  readonly examples: readonly string[];
}

/** Longer initializers say less than the doc comment. */
const MAX_VALUE_LENGTH = 120;

export function describeExport(declared: Declared): ApiEntry {
  const { name, declaration } = declared;
  const documented = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const docs = ts.getJSDocCommentsAndTags(documented).filter(ts.isJSDoc);
  const text = docs.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '').join('\n\n');
  const examples = docs.flatMap(({ tags = [] }) =>
    [...tags].flatMap((tag) =>
      tag.tagName.text === 'example' ? [(ts.getTextOfJSDocComment(tag.comment) ?? '').trim()] : [],
    ),
  );
  return { name, kind: kindOf(declaration), signature: signatureOf(declared), text, examples };
}

function kindOf(declaration: ts.Declaration): ApiEntry['kind'] {
  if (ts.isFunctionDeclaration(declaration)) return 'Functions';
  if (ts.isClassDeclaration(declaration)) return 'Classes';
  if (ts.isVariableDeclaration(declaration)) {
    const { initializer } = declaration;
    return initializer !== undefined && ts.isArrowFunction(initializer) ? 'Functions' : 'Values';
  }
  return 'Types';
}

/** The text from one position to another, without the indentation of its first line. */
function sliceOf(file: ts.SourceFile, start: number, end: number): string {
  return file.text.slice(start, end).trim();
}

function signatureOf({ name, declaration, file }: Declared): string {
  const start = declaration.getStart(file);
  if (ts.isFunctionDeclaration(declaration)) {
    const overloads = file.statements.filter(
      (one): one is ts.FunctionDeclaration =>
        ts.isFunctionDeclaration(one) && one.name?.text === declaration.name?.text,
    );
    const shown = overloads.length > 1 ? overloads.filter(({ body }) => body === undefined) : overloads;
    return shown.map((one) => bare(sliceOf(file, one.getStart(file), one.body?.getStart(file) ?? one.end))).join('\n');
  }
  if (ts.isClassDeclaration(declaration)) return classText(declaration, file);
  if (ts.isVariableDeclaration(declaration)) return variableText(name, declaration, file);
  return bare(sliceOf(file, start, declaration.end));
}

const bare = (text: string): string => text.replace(/^export (?:default )?(?:declare )?/, '').replace(/;$/, '');

function variableText(name: string, { type, initializer }: ts.VariableDeclaration, file: ts.SourceFile): string {
  if (type !== undefined) return `const ${name}: ${type.getText(file)}`;
  if (initializer === undefined) return `const ${name}`;
  if (ts.isArrowFunction(initializer)) {
    const head = sliceOf(file, initializer.getStart(file), initializer.equalsGreaterThanToken.getStart(file));
    return `function ${name}${head.replace(/^async /, '')}`;
  }
  const value = initializer.getText(file).replace(/\s+/g, ' ');
  return `const ${name} = ${value.length > MAX_VALUE_LENGTH ? '…' : value}`;
}

const isHidden = (member: ts.ClassElement): boolean =>
  (member.name !== undefined && ts.isPrivateIdentifier(member.name)) ||
  (ts.canHaveModifiers(member) &&
    ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) === true);

/** Public members with their doc comments. */
function classText(declaration: ts.ClassDeclaration, file: ts.SourceFile): string {
  const heritage = declaration.heritageClauses?.map((clause) => ` ${clause.getText(file)}`).join('') ?? '';
  const parameters = declaration.typeParameters?.map((one) => one.getText(file)).join(', ');
  const members = declaration.members
    .filter((member) => !isHidden(member))
    .map((member) => `  ${memberText(member, file)}`);
  const generic = parameters === undefined ? '' : `<${parameters}>`;
  return `class ${declaration.name?.text ?? ''}${generic}${heritage} {\n${members.join('\n')}\n}`;
}

function memberText(member: ts.ClassElement, file: ts.SourceFile): string {
  const [doc] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
  const comment = doc === undefined ? '' : `${doc.getText(file)}\n  `;
  const hasBody =
    (ts.isMethodDeclaration(member) || ts.isConstructorDeclaration(member) || ts.isAccessor(member)) &&
    member.body !== undefined;
  const end = hasBody ? member.body.getStart(file) : member.end;
  const text = sliceOf(file, member.getStart(file), end).replace(/;$/, '');
  const isField = ts.isPropertyDeclaration(member) && member.initializer !== undefined;
  return `${comment}${isField ? text.slice(0, text.indexOf('=')).trim() : text};`;
}
