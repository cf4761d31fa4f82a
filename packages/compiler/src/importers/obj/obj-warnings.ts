// Reports what was skipped or repaired in an OBJ file.

import type { CompileContext } from '../../model/kind/compile-context.js';
import type { Triangles } from './faces/triangulate.js';
import type { NamedLine, ObjText } from './obj-text.js';

type Context = Pick<CompileContext, 'path' | 'warn'>;

export function warnAboutFaces(context: Context, text: ObjText, triangles: Triangles): void {
  const skipped = text.shortFaces + triangles.flatFaces;
  if (skipped > 0)
    context.warn({
      code: 'obj/degenerate-faces',
      file: context.path,
      message: `${skipped} ${skipped === 1 ? 'face has' : 'faces have'} no area and ${skipped === 1 ? 'was' : 'were'} left out`,
    });
  const { crossedFaces } = triangles;
  if (crossedFaces > 0)
    context.warn({
      code: 'obj/crossed-faces',
      file: context.path,
      where: { line: triangles.firstCrossedLine },
      message: `${crossedFaces === 1 ? 'the outline of 1 face crosses itself' : `the outlines of ${crossedFaces} faces cross themselves`}, so it is not clear what ${crossedFaces === 1 ? 'it covers' : 'they cover'}`,
    });
  if (text.nonFinite !== undefined)
    context.warn({
      code: 'obj/repaired-attribute',
      file: context.path,
      where: { line: text.nonFinite.line },
      message: `${text.nonFinite.count} ${text.nonFinite.count === 1 ? 'texture coordinate or normal is' : 'texture coordinates or normals are'} not finite; zeros and face normals are used`,
    });
}

/** `keepLines`: whether the output can store lines and points. */
export function warnAboutStatements(context: Context, text: ObjText, keepLines: boolean): void {
  for (const { name, line } of text.missingParts)
    context.warn({
      code: 'obj/absent-data',
      file: context.path,
      where: { line },
      message: `faces refer to ${name}s, but the file has none`,
    });
  if (text.trailingZeros > 0)
    context.warn({
      code: 'obj/trailing-zeros',
      file: context.path,
      message: `the file ends with ${text.trailingZeros} zero ${text.trailingZeros === 1 ? 'byte, which was' : 'bytes, which were'} left out`,
    });
  const skipped = [...text.unsupported, ...(keepLines ? [] : firstLinesOf(text))].sort((a, b) => a.line - b.line);
  const [first] = skipped;
  if (first !== undefined)
    context.warn({
      code: 'obj/unsupported',
      file: context.path,
      where: { line: first.line },
      message: `statements that are not supported were left out: ${listNames(skipped)}`,
    });
}

function firstLinesOf({ lines, points }: ObjText): NamedLine[] {
  const first = (name: string, [line]: Int32Array): NamedLine[] => (line === undefined ? [] : [{ name, line }]);
  return [...first('l', lines.faceLines), ...first('p', points.faceLines)];
}

/** The first few; a file that is not OBJ at all has thousands. */
function listNames(names: readonly NamedLine[]): string {
  const shown = names.slice(0, 12).map(({ name, line }) => `${name.slice(0, 40)} (line ${line})`);
  return [...shown, ...(names.length > shown.length ? [`and ${names.length - shown.length} more`] : [])].join(', ');
}
