// Finds the references in a shader's text without preprocessing it. References in inactive branches are found too, so there may be one
// recorded dependency too many, but never one too few.

export interface FoundReference {
  readonly is: 'include' | 'import';
  readonly start: number;
  readonly end: number;
  /** The name without quotes; `lib.noise` for an import by identifier; undefined if a macro names the file. */
  readonly name: string | undefined;
  readonly isQuoted: boolean;
}

/** The text with comments replaced by spaces: same length, same lines. Strings keep their content. */
export function blankComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|\/\/(?:\\\r?\n|[^\n])*|"(?:\\.|[^"\\\n])*"/g, (match) =>
    match.startsWith('"') ? match : match.replaceAll(/[^\n]/g, ' '),
  );
}

const INCLUDE = /^[ \t]*#[ \t]*include\b[ \t]*(?:"([^"\n]*)"|<([^>\n]*)>|([^\s"<][^\n]*))?/gm;
const STRING = /"(?:\\.|[^"\\\n])*"/g;
const IMPORT = /\b(?:__import|import|__include)\s+(?:"([^"\n]*)"|([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*))\s*;/g;

/** Every `#include` in a text and, for `slang`, every `import` and `__include`, in order. */
export function scanReferences(text: string, language: 'slang' | 'glsl'): readonly FoundReference[] {
  const code = blankComments(text);
  const found: FoundReference[] = [];
  for (const match of code.matchAll(INCLUDE)) {
    const name = match[1] ?? match[2];
    const operand = match[0].search(/["<]|(?<=include[ \t]+)\S/);
    const start = match.index + (operand < 0 ? match[0].length : operand);
    const end = match.index + match[0].trimEnd().length;
    found.push({ is: 'include', start, end, name, isQuoted: true });
  }
  if (language === 'slang') {
    const strings = [...code.matchAll(STRING)].map(({ index, 0: text }) => [index, index + text.length] as const);
    for (const match of code.matchAll(IMPORT)) {
      if (strings.some(([start, end]) => start < match.index && match.index < end)) continue;
      const quoted = match[1];
      const identifier = match[2];
      const operand = quoted === undefined ? (identifier ?? '') : `"${quoted}"`;
      const start = match.index + match[0].indexOf(operand, match[0].search(/\s/));
      const name = quoted ?? identifier?.replaceAll(/\s/g, '');
      found.push({ is: 'import', start, end: start + operand.length, name, isQuoted: quoted !== undefined });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The files that a reference may mean, in search order. */
export function candidateNames(reference: FoundReference): readonly string[] {
  const { name } = reference;
  if (name === undefined) return [];
  if (reference.is === 'include') return [name];
  if (reference.isQuoted) return /\.slangh?$/i.test(name) ? [name] : [`${name}.slang`, name];
  const path = name.replaceAll('.', '/');
  // Slang lets `import fog_model` mean fog-model.slang.
  return path.includes('_') ? [`${path}.slang`, `${path.replaceAll('_', '-')}.slang`] : [`${path}.slang`];
}

/** Whether a Slang text marks entry points itself. */
export const declaresEntries = (text: string): boolean =>
  /\[\s*(?:shader\s*\(|numthreads\s*\()/.test(blankComments(text));

/** Whether a Slang text is part of another module (`implementing lighting;`), which reads it with `__include`. */
export const isModulePart = (text: string): boolean => /^\s*implementing\b/.test(blankComments(text));
