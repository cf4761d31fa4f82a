// The files that one variant of a root can read: those of its references that no condition excludes. Only these are handed to the
// compiler and enter the key of its result, so a file too few is an error of the compiler and never a stale module.

import type { ShaderFile, ShaderRoot, ShaderSources } from '../../../model/shader-sources.js';
import { isTrue, type KnownMacros } from './condition.js';

const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)|\/\/(?:\\\r?\n|[^\n])*|"(?:\\.|[^"\\\n])*"/g;
const DIRECTIVE = /^[ \t]*#[ \t]*(if|ifdef|ifndef|el\w+|endif|define|undef)\b[ \t]*(.*)$/gm;

/** A part of a text that is skipped by the preprocessor. */
interface Range {
  readonly start: number;
  readonly end: number;
}

interface ScannedText {
  readonly inactive: readonly Range[];
  /** Macros that active lines define or remove. */
  readonly changed: ReadonlySet<string>;
}

/** `macros`: those of the compiler's command line. */
export function activeFiles(sources: ShaderSources, root: ShaderRoot, macros: KnownMacros): readonly ShaderFile[] {
  const files = new Map(sources.files.map((file) => [file.path, file]));
  const known = new Map(macros);
  for (;;) {
    const { reached, changed } = reach(files, root.path, known);
    const lost = [...changed].filter((name) => known.has(name));
    // With less known, more may be active.
    if (lost.length === 0) return sources.files.filter(({ path }) => reached.has(path));
    for (const name of lost) known.delete(name);
  }
}

function reach(files: ReadonlyMap<string, ShaderFile>, root: string, known: KnownMacros) {
  const reached = new Set([root]);
  const changed = new Set<string>();
  for (const path of reached) {
    const file = files.get(path);
    if (file === undefined) continue;
    const scanned = scanText(file.text, known);
    for (const name of scanned.changed) changed.add(name);
    for (const { target, start } of file.references)
      if (target !== undefined && !scanned.inactive.some((range) => range.start <= start && start < range.end))
        reached.add(target);
  }
  return { reached, changed };
}

/** One `#if` whose `#endif` has not come yet. */
interface OpenCondition {
  /** Whether a branch before this one is active; undefined: maybe. */
  taken: boolean | undefined;
  /** Where the current branch begins, if it is certainly inactive. */
  inactiveFrom: number | undefined;
}

function scanText(text: string, known: KnownMacros): ScannedText {
  // Same positions: a comment and a continued line do not end a directive.
  const code = text
    .replaceAll(COMMENT, (match) => (match.startsWith('"') ? match : ' '.repeat(match.length)))
    .replaceAll(/\\\r?\n/g, (match) => ' '.repeat(match.length));
  const open: OpenCondition[] = [];
  const inactive: Range[] = [];
  const changed = new Set<string>();
  for (const match of code.matchAll(DIRECTIVE)) {
    const [, directive = '', operand = ''] = match;
    const last = open.at(-1);
    if (directive === 'define' || directive === 'undef') {
      const name = /^\w+/.exec(operand)?.[0];
      if (name !== undefined && open.every(({ inactiveFrom }) => inactiveFrom === undefined)) changed.add(name);
    } else if (directive.startsWith('if')) {
      const holds = conditionOf(directive, operand, known);
      open.push({ taken: holds, inactiveFrom: holds === false ? match.index : undefined });
    } else {
      // Without a beginning nothing is certain.
      if (last === undefined) return { inactive: [], changed: new Set([...changed, ...known.keys()]) };
      if (last.inactiveFrom !== undefined) inactive.push({ start: last.inactiveFrom, end: match.index });
      if (directive === 'endif') open.pop();
      else enterBranch(last, directive, operand, match.index, known);
    }
  }
  return { inactive, changed };
}

function conditionOf(directive: string, operand: string, known: KnownMacros): boolean | undefined {
  if (directive === 'if') return isTrue(operand, known);
  const name = /^\w+\s*$/.test(operand) ? known.get(operand.trim()) : undefined;
  if (name === undefined) return undefined;
  return (directive === 'ifdef') === (name !== null);
}

function enterBranch(
  condition: OpenCondition,
  directive: string,
  operand: string,
  at: number,
  known: KnownMacros,
): void {
  const holds = directive === 'else' ? true : directive === 'elif' ? isTrue(operand, known) : undefined;
  condition.inactiveFrom = condition.taken === true || holds === false ? at : undefined;
  // Either this branch is active, or one before it.
  if (holds === true) condition.taken = true;
  else if (holds === undefined && condition.taken === false) condition.taken = undefined;
}

/** Whether the value of a macro can matter to these files. `##` can make its name from parts. */
export const mentions = (files: readonly ShaderFile[], name: string): boolean => {
  const word = new RegExp(`\\b${name}\\b|##`);
  return files.some(({ text }) => word.test(text));
};
