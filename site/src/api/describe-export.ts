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
  return { name, kind: kindOf(declaration), signature: wrapComments(signatureOf(declared)), text, examples };
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

/** In characters: what fits between the lists of pages and headings. */
const MAX_LINE = 78;

/** Doc comments of one line, in several if they are long. */
const wrapComments = (signature: string): string =>
  signature.replace(/^( *)\/\*\* (.+) \*\/$/gm, (whole, indent: string, text: string) => {
    if (whole.length <= MAX_LINE) return whole;
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const longer = `${lines.at(-1) ?? ''} ${word}`;
      if (lines.length > 0 && indent.length + 3 + longer.length <= MAX_LINE) lines[lines.length - 1] = longer;
      else lines.push(` ${word}`);
    }
    return [`${indent}/**`, ...lines.map((line) => `${indent} *${line}`), `${indent} */`].join('\n');
  });

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
  if (ts.isInterfaceDeclaration(declaration)) return interfaceText(declaration, file);
  return bare(sliceOf(file, start, declaration.end));
}

const isInternal = (member: ts.Node): boolean =>
  ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal');

function interfaceText(declaration: ts.InterfaceDeclaration, file: ts.SourceFile): string {
  let text = '';
  let at = declaration.getStart(file);
  for (const { pos, end } of declaration.members.filter(isInternal)) {
    text += file.text.slice(at, pos);
    at = end;
  }
  return bare(text + file.text.slice(at, declaration.end));
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
  isInternal(member) ||
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
  const isTyped = ts.isPropertyDeclaration(member) && member.initializer !== undefined && member.type !== undefined;
  return `${comment}${isTyped ? text.slice(0, text.indexOf('=')).trim() : text};`;
}
