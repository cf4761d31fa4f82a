// Puts a GLSL root and what it includes into one text, as a preprocessor would, and remembers where every line came from. The bundled
// GLSL compiler has no includes of its own.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { ShaderFile, ShaderSources } from '../../model/shader-sources.js';

const MAX_DEPTH = 64;
const MAX_CHARACTERS = 16 << 20;

export interface FlatSource {
  readonly text: string;
  /** For each line of `text` (from 0) the file and its line (from 1). */
  readonly origins: readonly { readonly file: string; readonly line: number }[];
}

export function flattenGlsl(sources: ShaderSources, rootPath: string): FlatSource {
  const byPath = new Map(sources.files.map((file) => [file.path, file]));
  const lines: string[] = [];
  const origins: { file: string; line: number }[] = [];
  let characters = 0;

  const append = (file: ShaderFile, depth: number): void => {
    let index = 0;
    for (const [number, line] of file.text.split('\n').entries()) {
      const origin = { file: file.path, line: number + 1 };
      const end = index + line.length;
      const reference = file.references.find(({ start }) => start >= index && start <= end);
      index = end + 1;
      if (reference === undefined) {
        characters += line.length + 1;
        lines.push(isIncludeExtension(line) ? '' : line);
        origins.push(origin);
        continue;
      }
      const target = reference.target === undefined ? undefined : byPath.get(reference.target);
      const column = reference.start - (end - line.length) + 1;
      if (target === undefined)
        throw new AssetError({
          code: 'shader/missing-include',
          file: file.path,
          where: { line: origin.line, column },
          message: `${file.text.slice(reference.start, reference.end)} exists neither here, nor in ${sources.folder}, nor in shader.include`,
          hint: 'Correct the name, or list the folder that holds the file in shader.include',
        });
      if (depth >= MAX_DEPTH || characters > MAX_CHARACTERS)
        throw new AssetError({
          code: 'shader/include-depth',
          file: file.path,
          where: { line: origin.line, column },
          message: 'files include each other without end',
          hint: 'Guard each included file with #ifndef … #endif and break the cycle',
        });
      append(target, depth + 1);
    }
  };

  const root = byPath.get(rootPath);
  if (root === undefined) throw new Error(`${rootPath} was not read`);
  append(root, 0);
  return { text: lines.join('\n'), origins };
}

const isIncludeExtension = (line: string): boolean =>
  /^\s*#\s*extension\s+GL_(?:GOOGLE|ARB)_\w*include\w*\s*:/.test(line);
